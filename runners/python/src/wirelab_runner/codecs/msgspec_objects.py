"""JSON and MessagePack by msgspec, to and from its Structs or dataclasses."""

from collections.abc import Callable, Mapping
from typing import Any

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import CLASSES, Kind, Types


def _kind(parameters: Mapping[str, str]) -> Kind:
    if parameters["objects"] == "dataclasses":
        return CLASSES
    options = {
        "omit_defaults": parameters["nulls"] == "omitted",
        "array_like": parameters["layout"] == "arrays",
        "gc": parameters["gc"] == "on",
    }
    return Kind("structs", tuple(options.items()))


def _coders(encoder: Callable[..., Any], decoder: Callable[..., Any], types: Types, kind: Kind) -> Coders:
    from wirelab_runner.values import dec_hook, enc_hook

    encode, family = encoder(enc_hook=enc_hook).encode, types.family(kind)
    return lambda payload: Calls(encode, decoder(family[payload].domain, dec_hook=dec_hook).decode)


def _open_json(types: Types, parameters: Mapping[str, str]) -> Coders:
    from msgspec.json import Decoder, Encoder

    return _coders(Encoder, Decoder, types, _kind(parameters))


def _open_message_pack(types: Types, parameters: Mapping[str, str]) -> Coders:
    from msgspec.msgpack import Decoder, Encoder

    return _coders(Encoder, Decoder, types, _kind(parameters))


_PACKAGE = "msgspec==0.22.0"
JSON = Codec(name="msgspec-json", package=_PACKAGE, open=_open_json, kind_of=_kind)
MESSAGE_PACK = Codec(name="msgspec-msgpack", package=_PACKAGE, open=_open_message_pack, kind_of=_kind)
