"""A real HTTP/1.1 server on 127.0.0.1 that answers as badly as it is told to.

It writes to sockets itself: no HTTP library would send what broken servers send.
"""

from __future__ import annotations

import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal, Self

Ending = Literal["close", "reset", "hold"]
Step = bytes | float | Ending
"""A piece to send, seconds to wait, or what becomes of the connection: it is closed, it is reset,
or it is held open until the client leaves."""

EVENT_STREAM = {"Content-Type": "text/event-stream"}


@dataclass(frozen=True)
class Request:
    """What the server was asked."""

    method: str
    target: str
    headers: Mapping[str, str]
    """By lower-case names."""
    body: bytes
    connection: int
    """Which connection it came by, counted from 1."""
    at: float
    """When, by the monotonic clock."""


@dataclass(frozen=True)
class Answer:
    """A head and what follows it, step by step."""

    head: bytes
    steps: tuple[Step, ...] = ()
    chunked: bool = True
    """Whether each piece travels as a chunk, and an empty one follows unless the steps end it."""


Answers = Answer | Callable[[Request], Answer]


def stream(*steps: Step, status: int = 200, headers: Mapping[str, str] = EVENT_STREAM) -> Answer:
    """An event stream, a piece per HTTP chunk."""
    return Answer(_head(status, {**headers, "Transfer-Encoding": "chunked"}), steps)


def whole(body: bytes = b"", *, status: int = 200, headers: Mapping[str, str] = {}) -> Answer:
    """An answer whose length is told."""
    told = {} if status == 204 else {"Content-Length": str(len(body))}
    return Answer(_head(status, {**headers, **told}), (body,), chunked=False)


def raw(*steps: Step) -> Answer:
    """Bytes as they are, the head among them."""
    return Answer(b"", steps, chunked=False)


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


class Server:
    """Gives each request the next of its answers, the last one again and again."""

    def __init__(self, *answers: Answers, tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        """How many were made."""
        self._answers = answers
        self._tls = tls
        self._open: set[socket.socket] = set()
        self._changed = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._threads = [threading.Thread(target=self._accept)]
        self._stopped = False

    @property
    def url(self) -> str:
        """Where it is."""
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://127.0.0.1:{self._listener.getsockname()[1]}"

    def wait_until(self, condition: Callable[[], bool], seconds: float = 5) -> bool:
        """Whether a condition of its requests or connections comes true in time."""
        with self._changed:
            return self._changed.wait_for(condition, seconds)

    def wait_until_idle(self, seconds: float = 5) -> bool:
        """Whether all of its connections get closed in time."""
        return self.wait_until(lambda: not self._open, seconds)

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stopped = True
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        self._listener.close()
        with self._changed:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads[1:]:
            thread.join(10)

    def _accept(self) -> None:
        while not self._stopped:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._changed:
                self.connections += 1
                self._open.add(connection)
                self._changed.notify_all()
            thread = threading.Thread(target=self._serve, args=(connection, self.connections))
            self._threads.append(thread)
            thread.start()

    def _serve(self, plain: socket.socket, number: int) -> None:
        with ExitStack() as stack:
            stack.callback(self._forget, plain)
            stack.enter_context(suppress(OSError, EOFError))
            connection = stack.enter_context(plain)
            if self._tls is not None:
                connection = stack.enter_context(self._tls.wrap_socket(plain, server_side=True))
                with self._changed:
                    self._open.add(connection)
                stack.callback(self._forget, connection)
            incoming = stack.enter_context(connection.makefile("rb"))
            while True:
                request = _read_request(incoming.readline, incoming.read, number)
                with self._changed:
                    self.requests.append(request)
                    position = min(len(self.requests), len(self._answers)) - 1
                    self._changed.notify_all()
                answer = self._answers[position]
                answer = answer if isinstance(answer, Answer) else answer(request)
                _send(connection, answer)

    def _forget(self, connection: socket.socket) -> None:
        with self._changed:
            self._open.discard(connection)
            self._changed.notify_all()


def _read_request(
    readline: Callable[[], bytes], read: Callable[[int], bytes], connection: int
) -> Request:
    words = readline().decode("latin-1").split()
    if len(words) != 3:
        raise EOFError
    headers: dict[str, str] = {}
    while line := readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = read(int(headers.get("content-length", "0")))
    return Request(words[0], words[1], headers, body, connection, time.monotonic())


def _send(connection: socket.socket, answer: Answer) -> None:
    """Send an answer; EOFError or OSError where the connection doesn't outlive it."""
    waiting = answer.head
    for step in answer.steps:
        if isinstance(step, bytes):
            waiting += b"%x\r\n%b\r\n" % (len(step), step) if answer.chunked and step else step
            if len(waiting) < 65536:
                continue
        connection.sendall(waiting)
        waiting = b""
        if isinstance(step, float):
            time.sleep(step)
        elif isinstance(step, str):
            _end(connection, step)
    connection.sendall(waiting + (b"0\r\n\r\n" if answer.chunked else b""))


def _end(connection: socket.socket, ending: Ending) -> None:
    if ending == "hold":
        while connection.recv(65536):
            pass
    elif ending == "reset":  # closing without lingering sends RST instead of FIN
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raise EOFError
