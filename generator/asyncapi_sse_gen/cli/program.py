"""The command as a whole process."""

from __future__ import annotations

import io
import os
import sys

from .interruption import INTERRUPTION

PROGRAM = "asyncapi-sse-gen"


def main() -> None:
    """Run the command and exit: 0 done, 1 errors or differences, 2 wrong use, 130 interrupted."""
    try:
        INTERRUPTION.watch()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        status = _run()
    except KeyboardInterrupt:
        status = 130
    INTERRUPTION.ignore()
    sys.exit(status)


def _run() -> int:
    import click  # Here, where Ctrl-C is awaited: it takes longer than all above.

    from .commands import commands

    try:
        status: int = commands.main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # For the flush at exit.
        return 1
    return status
