"""Whether streams tell the truth: figures of what was tried, and what did not hold.

    python -m tests.conformance

Each module tries one kind of thing and yields what went wrong, in words; tests run the same code.
"""
