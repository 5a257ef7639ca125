"""What the clients of generated packages do, against a real server on 127.0.0.1."""
