"""WHATWG HTML, 9.2.6, written down sentence by sentence: slow, and plain enough to check by eye.

What the parser of the packages does fast is compared with this. It reads a stream as a whole, so it
knows nothing of cuts, and it doesn't use Python's UTF-8 decoder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

ASCII_DIGITS = "0123456789"


@dataclass(frozen=True)
class Event:
    """An event as it is dispatched; `retry` is the last reconnection time that its block sets."""

    event: str
    data: str
    id: str
    retry: int | None


@dataclass
class EventSource:
    """What an event stream holds, with the buffers that the standard gives it."""

    events: list[Event] = field(default_factory=list[Event])
    last_event_id: str = ""
    reconnection_time: int | None = None

    data_buffer: str = ""
    event_type_buffer: str = ""
    last_event_id_buffer: str = ""
    retry_of_block: int | None = None
    """No buffer of the standard's: it is for `Event.retry`."""

    def process_line(self, line: str) -> None:
        """ "Lines must be processed, in the order they are received, as follows." """
        if line == "":
            self.dispatch()
        elif line.startswith(":"):
            pass
        elif ":" in line:
            name, _, value = line.partition(":")
            if value.startswith(" "):
                value = value[1:]
            self.process_field(name, value)
        else:
            self.process_field(line, "")

    def process_field(self, name: str, value: str) -> None:
        """ "Field names must be compared literally, with no case folding performed." """
        if name == "event":
            self.event_type_buffer = value
        elif name == "data":
            self.data_buffer += value
            self.data_buffer += "\n"
        elif name == "id":
            if "\0" not in value:
                self.last_event_id_buffer = value
        elif name == "retry" and value and all(digit in ASCII_DIGITS for digit in value):
            self.reconnection_time = self.retry_of_block = int(value, base=10)

    def dispatch(self) -> None:
        """ "Dispatch the event": what a blank line does."""
        self.last_event_id = self.last_event_id_buffer
        if self.data_buffer != "":
            data = self.data_buffer
            if data.endswith("\n"):
                data = data[:-1]
            event_type = "message"
            if self.event_type_buffer != "":
                event_type = self.event_type_buffer
            self.events.append(Event(event_type, data, self.last_event_id, self.retry_of_block))
        self.data_buffer = ""
        self.event_type_buffer = ""
        self.retry_of_block = None


def interpret(stream: bytes) -> EventSource:
    """Interpret a whole event stream; what its end leaves unfinished is discarded."""
    source = EventSource()
    for line in lines(utf8_decode(stream)):
        source.process_line(line)
    return source


def lines(text: str) -> Iterator[str]:
    """The lines that have ended: by CR LF, by an LF not after a CR, by a CR not before an LF."""
    line = ""
    for position, character in enumerate(text):
        if character == "\r":
            yield line
            line = ""
        elif character == "\n":
            if position == 0 or text[position - 1] != "\r":
                yield line
            line = ""
        else:
            line += character


def utf8_decode(stream: bytes) -> str:
    """ "UTF-8 decode" (WHATWG Encoding, 6 and 8.1.1): strips one BOM, and never fails."""
    text = ""
    code_point = needed = 0
    lower, upper = 0x80, 0xBF
    for byte in stream:
        if needed and lower <= byte <= upper:
            lower, upper = 0x80, 0xBF
            code_point = code_point << 6 | byte & 0x3F
            needed -= 1
            text += "" if needed else chr(code_point)
            continue
        if needed:  # the sequence broke off; this byte is read again, as the start of another
            text += "\N{REPLACEMENT CHARACTER}"
            needed, lower, upper = 0, 0x80, 0xBF
        if byte <= 0x7F:
            text += chr(byte)
        elif 0xC2 <= byte <= 0xDF:
            needed, code_point = 1, byte & 0x1F
        elif 0xE0 <= byte <= 0xEF:
            lower = 0xA0 if byte == 0xE0 else lower
            upper = 0x9F if byte == 0xED else upper
            needed, code_point = 2, byte & 0xF
        elif 0xF0 <= byte <= 0xF4:
            lower = 0x90 if byte == 0xF0 else lower
            upper = 0x8F if byte == 0xF4 else upper
            needed, code_point = 3, byte & 0x7
        else:
            text += "\N{REPLACEMENT CHARACTER}"
    if needed:
        text += "\N{REPLACEMENT CHARACTER}"
    return text.removeprefix("\N{BYTE ORDER MARK}")
