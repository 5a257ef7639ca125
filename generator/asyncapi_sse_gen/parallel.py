"""One function for many items, in several processes; the answers come in the items' order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_CONTEXT = get_context("spawn")
"""Every process starts afresh: to copy one that has threads is unsafe."""


def answers(
    function: Callable[[Item], Answer],
    items: Sequence[Item],
    processes: int,
    lost: Callable[[Item], Answer],
) -> Iterator[Answer]:
    """What the function answers to each item; `lost` answers where its process was killed.

    The function must have no effects: when the iterator is closed, the processes are killed.
    """
    from concurrent.futures import ThreadPoolExecutor

    pool = _Pool(function, lost, processes)
    threads = ThreadPoolExecutor(processes)
    try:
        yield from threads.map(pool.ask, items)
    finally:
        pool.close()
        threads.shutdown(cancel_futures=True)


class _Pool(Generic[Item, Answer]):
    """The processes; as many threads may ask at once."""

    def __init__(
        self, function: Callable[[Item], Answer], lost: Callable[[Item], Answer], processes: int
    ) -> None:
        self._function = function
        self._lost = lost
        self._is_closed = False
        self._workers: set[_Worker] = set()
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(processes):
            self._start()

    def ask(self, item: Item) -> Answer:
        worker = self._idle.get()
        try:
            answer: Answer = worker.ask(item)
        except (EOFError, OSError):
            self._workers.discard(worker)
            if not self._is_closed:
                self._start()
            return self._lost(item)
        self._idle.put(worker)
        return answer

    def close(self) -> None:
        self._is_closed = True
        for worker in list(self._workers):
            worker.kill()

    def _start(self) -> None:
        worker = _Worker(self._function)
        self._workers.add(worker)
        self._idle.put(worker)


class _Worker:
    """A process that calls the function for what it is sent."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(function, theirs), daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def ask(self, item: object) -> Any:
        """The answer; raises EOFError or OSError if the process is gone."""
        self._connection.send(item)
        return self._connection.recv()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(function: Callable[[Any], Any], connection: Connection) -> None:
    """Answer until the other end is closed. Ctrl-C is for that one to act on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            connection.send(function(connection.recv()))


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Keep Ctrl-C from what is started meanwhile; this process gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # On Windows a process that is just starting may say that it was interrupted.
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
