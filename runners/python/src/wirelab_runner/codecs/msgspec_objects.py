"""JSON and MessagePack by msgspec, to and from its Structs or dataclasses."""

from collections.abc import Callable, Mapping
from typing import Any

from wirelab_runner.codec import Calls, Codec, Coders, Contract, Parameter, nulls
from wirelab_runner.rendered import CLASSES, Kind, Types

_NOTES = (
    "Encoder and typed Decoder (one a payload type) are made once. The decoder checks each field's type. Its manual "
    "recommends Structs; dataclasses are what the other codecs take. It cannot leave out absent fields of dataclasses: "
    "they are written as null."
)
_BIG_INTEGERS = (
    " A BIG_INTEGER is an int of its own class in Structs, and goes as text through enc_hook and dec_hook; in "
    "dataclasses it is the int that it is."
)
_PARAMETERS = (
    Parameter(
        "objects",
        ("structs", "dataclasses"),
        "structs",
        "what it takes and gives: msgspec's Structs, or dataclasses; the other parameters are of Structs alone",
        changes={"dataclasses": {"input": "dataclass"}},
    ),
    nulls(),
    Parameter(
        "layout",
        ("maps", "arrays"),
        "maps",
        "an object is a map with the names of its fields, or an array of their values (array_like)",
        tuned="arrays",
        changes={"arrays": {"evolution": "numbers"}},
    ),
    Parameter(
        "gc",
        ("on", "off"),
        "on",
        "whether the garbage collector looks after Structs; off, cycles of them are never freed (gc=False)",
        tuned="off",
    ),
)


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

    encode, payloads = encoder(enc_hook=enc_hook).encode, types.family(kind).payloads
    return lambda payload: Calls(encode, decoder(payloads[payload].domain, dec_hook=dec_hook).decode)


def _open_json(types: Types, parameters: Mapping[str, str]) -> Coders:
    from msgspec.json import Decoder, Encoder

    return _coders(Encoder, Decoder, types, _kind(parameters))


def _open_message_pack(types: Types, parameters: Mapping[str, str]) -> Coders:
    from msgspec.msgpack import Decoder, Encoder

    return _coders(Encoder, Decoder, types, _kind(parameters))


def _codec(
    name: str,
    format_name: str,
    make: Callable[[Types, Mapping[str, str]], Coders],
    notes: str,
    *,
    human_readable: bool = False,
) -> Codec:
    return Codec(
        name=name,
        format=format_name,
        library="msgspec",
        package="msgspec==0.22.0",
        documentation="https://jcristharif.com/msgspec/perf-tips.html",
        contract=Contract(
            input="msgspec.Struct",
            output="bytes",
            conversion=False,
            evolution="names",
            validates=True,
            human_readable=human_readable,
            notes=_NOTES + _BIG_INTEGERS + notes,
        ),
        open=make,
        kind_of=_kind,
        parameters=_PARAMETERS,
    )


JSON = _codec(
    "msgspec-json",
    "JSON",
    _open_json,
    " Instants have six digits behind the second unless they are whole, as msgspec writes them. NaN and infinity become"
    " null.",
    human_readable=True,
)
MESSAGE_PACK = _codec("msgspec-msgpack", "MessagePack", _open_message_pack, " Instants are MessagePack's timestamps.")
