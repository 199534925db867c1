"""JSON and MessagePack by msgspec, to and from its Structs."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract
from wirelab_runner.rendered import Types

_NOTES = (
    "Encoder and typed Decoder (one a payload type) are made once. The decoder checks each field's type. A BIG_INTEGER "
    "is an int of its own class, and goes as text through enc_hook and dec_hook."
)


def _open_json(types: Types, _: Mapping[str, str]) -> Coders:
    from msgspec.json import Decoder, Encoder

    from wirelab_runner.values import dec_hook, enc_hook

    structs, encoder = types.module("structs"), Encoder(enc_hook=enc_hook)
    return lambda payload: Calls(encoder.encode, Decoder(structs.PAYLOADS[payload], dec_hook=dec_hook).decode)


def _open_message_pack(types: Types, _: Mapping[str, str]) -> Coders:
    from msgspec.msgpack import Decoder, Encoder

    from wirelab_runner.values import dec_hook, enc_hook

    structs, encoder = types.module("structs"), Encoder(enc_hook=enc_hook)
    return lambda payload: Calls(encoder.encode, Decoder(structs.PAYLOADS[payload], dec_hook=dec_hook).decode)


JSON = Codec(
    name="msgspec-json",
    format="JSON",
    library="msgspec",
    package="msgspec",
    contract=Contract(
        input="msgspec.Struct",
        output="bytes",
        conversion=False,
        evolution="names",
        validates=True,
        human_readable=True,
        notes=_NOTES + " NaN and infinity become null.",
    ),
    open=_open_json,
    family="structs",
)

MESSAGE_PACK = Codec(
    name="msgspec-msgpack",
    format="MessagePack",
    library="msgspec",
    package="msgspec",
    contract=Contract(
        input="msgspec.Struct",
        output="bytes",
        conversion=False,
        evolution="names",
        validates=True,
        notes=_NOTES,
    ),
    open=_open_message_pack,
    family="structs",
)
