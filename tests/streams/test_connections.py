"""Connections that fail: an `APIConnectionError` wherever it happens, with its cause."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from pathlib import Path
from shutil import which

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Answer, Server, raw, stream
from tests.streams.events import DONE, chunk, contents

AT_ONCE = {"max_retries": 0}
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"
GZIP = {"Content-Type": "text/event-stream", "Content-Encoding": "gzip"}


def assert_broken(consumer: Consumer, outcome: Outcome, received: int = 0) -> None:
    error = outcome.error
    assert isinstance(error, consumer.package.APIConnectionError), error
    assert not isinstance(error, consumer.package.APITimeoutError)
    assert error.__cause__ is not None
    assert error.received == received == len(outcome.messages)
    assert error.retryable
    assert error.request is not None
    assert outcome.stream.ended == "error"


def test_host_without_an_address(chat: Consumer) -> None:
    outcome = chat("http://no-such-host.invalid", client=AT_ONCE)
    assert_broken(chat, outcome)
    assert outcome.error.response is None
    assert outcome.error.request_id is None
    with pytest.raises(RuntimeError):
        _ = outcome.stream.response


def test_refused_connection(chat: Consumer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert_broken(chat, chat(f"http://127.0.0.1:{port}", client=AT_ONCE))


@pytest.fixture
def self_signed(tmp_path: Path) -> ssl.SSLContext:
    """A server's certificate that nobody vouches for."""
    if not which("openssl"):
        pytest.skip("the openssl command makes the certificate")
    certificate, key = str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem")
    subject = ["-subj", "/CN=127.0.0.1", "-days", "1", "-newkey", "rsa:2048", "-nodes"]
    arguments = ["openssl", "req", "-x509", *subject, "-keyout", key, "-out", certificate]
    subprocess.run(arguments, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_certificate_that_nobody_vouches_for(chat: Consumer, self_signed: ssl.SSLContext) -> None:
    with Server(stream(DONE), tls=self_signed) as server:
        outcome = chat(server.url, client=AT_ONCE)
        assert_broken(chat, outcome)
        assert "certificate" in str(outcome.error)
        assert not server.requests


def test_server_that_speaks_no_tls(chat: Consumer) -> None:
    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        port = listener.getsockname()[1]
        assert_broken(chat, chat(f"https://127.0.0.1:{port}", client=AT_ONCE))
        thread.join()


@pytest.mark.parametrize(
    "answer",
    [
        raw("reset"),
        raw("close"),
        raw(b"HTTP/1.1 200 OK\r\nContent-", "close"),
        raw(b"HTTP/1.1 200 OK\r\nContent-Ty", "reset"),
        raw(b"SSH-2.0-OpenSSH_9.2\r\n", "close"),
        raw(b"HTTP/1.1 200 OK\r\n" + b"X: " + b"x" * 300_000 + b"\r\n", "close"),
        raw(HEAD + b"Content-Length: twelve\r\n\r\n", "close"),
    ],
    ids=["reset", "close", "cut-head", "reset-head", "other-protocol", "huge-head", "faulty-head"],
)
def test_no_answer(chat: Consumer, answer: Answer) -> None:
    with Server(answer) as server:
        assert_broken(chat, chat(server.url, client=AT_ONCE))


@pytest.mark.parametrize(
    "answer",
    [
        stream(chunk("a"), chunk("b"), 0.05, "reset"),
        stream(chunk("a"), chunk("b"), b"data: [DO", "close"),
        raw(HEAD + b"\r\n%x\r\n" % len(chunk("a") * 2), chunk("a") + chunk("b") + b"\r\nzz\r\n"),
    ],
    ids=["reset", "close", "faulty-chunk"],
)
def test_connection_that_breaks_in_the_stream(chat: Consumer, answer: Answer) -> None:
    with Server(answer) as server:
        outcome = chat(server.url)
        assert_broken(chat, outcome, received=2)
        assert contents(outcome.messages) == ["a", "b"]
        assert outcome.error.response is outcome.stream.response
        assert len(server.requests) == 1  # never asked again


def test_body_that_is_not_compressed_as_its_head_says(chat: Consumer) -> None:
    with Server(stream(chunk("a"), DONE, headers=GZIP)) as server:
        assert_broken(chat, chat(server.url))


def test_terminator_that_came_before_the_connection_broke(chat: Consumer) -> None:
    with Server(stream(chunk("a"), b"data: [DONE]", 0.05, "reset")) as server:
        outcome = chat(server.url)
        assert outcome.error is None
        assert outcome.stream.ended == "terminator"


def test_fatal_error_is_raised_again_and_again(chat: Consumer) -> None:
    with Server(stream(chunk("a"))) as server:
        outcome = chat(server.url)
        assert outcome.error_name == "StreamTruncatedError"
        assert outcome.error_again is outcome.error
        assert outcome.stream.ended == "error"
