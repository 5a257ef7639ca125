"""Turns AsyncAPI 2.6 documents of HTTP event streams into Python clients."""
