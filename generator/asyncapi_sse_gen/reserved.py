"""Names that a generated package needs for itself. Data, so that every Python chooses the same."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS = _names("""
    False None True and as assert async await break class continue def del elif else except finally
    for from global if import in is lambda nonlocal not or pass raise return try while with yield
    """)

ANNOTATION_TYPES = _names("bool bytes dict float int list object set str tuple type")
"""Builtins that annotations consist of."""

_EXPORTED = _names("""
    APIConnectionError APIError APIStatusError APITimeoutError AsyncClient AsyncEventStream
    AuthenticationError BadRequestError Client EventDecodeError EventStream EventStreamParser
    EventTooLargeError InternalServerError MessageTable NotAnEventStreamError NotFoundError Payload
    PermissionDeniedError RateLimitError ServerSentEvent StreamErrorEvent StreamStats
    StreamTruncatedError Timeout
    """)
_IMPORTED = _names("""
    Annotated Any AsyncIterator Awaitable BaseModel Callable ClassVar ConfigDict Entry Field Final
    Generic Iterable Iterator Literal Mapping Never NoReturn Optional Protocol RootModel Self
    Sequence TYPE_CHECKING TracebackType Type TypeAlias TypeAdapter TypeGuard TypeVar Union
    ValidationError
    """)
_BUILTIN_CLASSES = _names("""
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError
    Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError
    FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
    ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError
    ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError
    SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
    UserWarning ValueError Warning WindowsError ZeroDivisionError
    """)
CLASSES = KEYWORDS | _EXPORTED | _IMPORTED | _BUILTIN_CLASSES
"""What no model is called."""

_MODEL_ATTRIBUTES = _names("""
    construct copy dict from_orm json model_computed_fields model_config model_construct model_copy
    model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema
    model_parametrized_name model_post_init model_rebuild model_validate model_validate_json
    model_validate_strings parse_file parse_obj parse_raw schema schema_json update_forward_refs
    validate
    """)
_FREE = frozenset({"object", "set", "tuple", "bytes", "type"})  # models.py doesn't need these
FIELDS = (
    KEYWORDS
    | (ANNOTATION_TYPES - _FREE)
    | _MODEL_ATTRIBUTES
    | {"Annotated", "Any", "Field", "Literal", "Payload", "self"}
)
"""What no field of a model is called: pydantic's own attributes, and what its annotations say."""

METHODS = KEYWORDS | {"aclose", "close"}
"""What no method of a client is called."""

ARGUMENTS = (
    KEYWORDS
    | ANNOTATION_TYPES
    | {"body", "headers", "last_event_id", "max_retries", "query", "reconnect", "self"}
    | {"timeout", "undecodable", "url", "validation"}
)
"""What no parameter of a document is called as an argument of a method."""

CONSTRUCTOR = (
    KEYWORDS
    | ANNOTATION_TYPES
    | {"base_url", "headers", "http_client", "max_connections", "max_event_size", "max_retries"}
    | {"self", "server", "timeout", "undecodable", "validation"}
)
"""What neither a credential nor a server variable is called as an argument of a client."""
