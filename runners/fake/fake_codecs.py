"""Codecs by their behaviour. What all of them do to bytes is nothing: an encoded object is the corpus's own message."""

import gzip

_WHEN = {
    "name": "when",
    "values": ["verify", "measure", "encode", "decode"],
    "default": "measure",
    "says": "at which request",
}


def _parameter(name, values, says):
    return {"name": name, "values": values, "default": values[0], "says": says}


_SPEED = {
    **_parameter("speed", ["usual", "high"], "high takes half the time"),
    "tuned": "high",
    "changes": {"high": {"input": "tuned bytes", "reuses_buffer": True}},
}
CODECS = {
    "steady": [],
    "slower-2": [],
    "slower-5": [],
    "tunable": [_SPEED],
    "drifting": [],
    "warming-up": [],
    "bimodal": [],
    "collecting": [],
    "chatty": [],
    "drops-output": [],
    "remembers": [],
    "does-nothing": [],
    "unlike-itself": [],
    "crashes": [_WHEN, _parameter("how", ["exit", "signal"], "exits with status 3, or is killed")],
    "hangs": [_WHEN],
    "garbage": [_WHEN, _parameter("what", ["text", "bytes", "long", "truncated", "type"], "what it writes")],
    "wrong-digest": [],
    "mismatch": [],
    "lies": [_parameter("about", ["times", "count", "order", "phases"], "what is false in its answer to `measure`")],
    "dies-half-way": [],
    "refuses": [_WHEN, _parameter("fault", ["codec", "runner", "workload", "host"], "whose fault it says it is")],
}
COMPRESSORS = [
    {"name": "gzip", "library": "zlib", "version": "1", "min_level": 0, "max_level": 9, "default_level": 6},
]
_CONTRACT = {"input": "bytes", "output": "bytes", "conversion": False, "evolution": "none", "notes": "scripted"}
_FORMATS = {"slower-2": "two", "slower-5": "five", "tunable": "five"}
_DOCUMENTED = {"tunable": {"documentation": "https://example.org/tunable"}}


def announced():
    """All codecs as `ready` tells them."""
    return [
        {
            "name": name,
            "format": _FORMATS.get(name, "one"),
            "library": "none",
            "version": "1",
            "contract": _CONTRACT,
            "operations": ["serialize", "deserialize"],
            "parameters": parameters,
            **_DOCUMENTED.get(name, {}),
        }
        for name, parameters in CODECS.items()
    ]


def compress(data, subject):
    """`data` behind the subject's compressor, if it has one."""
    if subject["compressor"] is None:
        return data
    return gzip.compress(data, 6 if subject["level"] is None else subject["level"], mtime=0)


def decompress(data, subject):
    """The reverse of `compress`."""
    return data if subject["compressor"] is None else gzip.decompress(data)


def split_delimited(data):
    """The messages of a file, each of which is preceded by its length as a varint."""
    messages, at = [], 0
    while at < len(data):
        length, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if at + length > len(data):
            raise ValueError("the file ends within a message")
        messages.append(data[at : at + length])
        at += length
    return messages


def join_delimited(messages):
    """The reverse of `split_delimited`."""
    parts = []
    for message in messages:
        length, prefix = len(message), bytearray()
        while length >= 0x80:
            prefix.append(length & 0x7F | 0x80)
            length >>= 7
        parts += [bytes([*prefix, length]), message]
    return b"".join(parts)
