"""Ctrl-C, remembered.

The exception that it raises may come when a package has just been completed, where it is too late
to go back; the run ends before the next one is begun, then.
"""

from __future__ import annotations

import signal
from types import FrameType


class Interruption:
    """Whether Ctrl-C was pressed, whatever has become of the exception."""

    def __init__(self) -> None:
        self._was_pressed = False

    def watch(self) -> None:
        """Raise KeyboardInterrupt on Ctrl-C as Python does, and remember it."""
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # As for a job of `nohup`.
            signal.signal(signal.SIGINT, self._press)

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self._was_pressed:
            raise KeyboardInterrupt

    def ignore(self) -> None:
        """Let Ctrl-C do nothing any more: all is done, and Python is about to end."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self._was_pressed = True
        raise KeyboardInterrupt


INTERRUPTION = Interruption()
"""There is one Ctrl-C for a process."""
