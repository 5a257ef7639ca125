"""The command as a whole process."""

from __future__ import annotations

import io
import os
import sys

import click

from .commands import commands
from .interruption import INTERRUPTION

PROGRAM = "asyncapi-sse-gen"


def main() -> None:
    """Run the command and exit: 0 done, 1 errors or differences, 2 wrong use, 130 interrupted."""
    INTERRUPTION.watch()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = commands.main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # For the flush at exit.
        status = 1
    sys.exit(status)
