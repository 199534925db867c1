"""The codecs. Adding one: a file here with its `CODEC`, a line below, and a line in `runner.toml`."""

from wirelab_runner.codecs import cbor, lxml_tree, msgspec_structs, orjson_classes, protobuf, python_json, python_pickle

CODECS = {
    codec.name: codec
    for codec in (
        python_json.CODEC,
        orjson_classes.CODEC,
        msgspec_structs.JSON,
        msgspec_structs.MESSAGE_PACK,
        python_pickle.CODEC,
        protobuf.CODEC,
        cbor.CODEC,
        lxml_tree.CODEC,
    )
}
