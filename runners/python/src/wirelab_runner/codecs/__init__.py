"""The codecs. Adding one: a file here with its `CODEC`, a line below, and a line in `runner.toml`."""

from wirelab_runner.codecs import cbor, lxml_tree, msgspec_objects, orjson_objects, protobuf, python_json, python_pickle

CODECS = {
    codec.name: codec
    for codec in (
        python_json.CODEC,
        orjson_objects.CODEC,
        msgspec_objects.JSON,
        msgspec_objects.MESSAGE_PACK,
        python_pickle.CODEC,
        protobuf.CODEC,
        cbor.CODEC,
        lxml_tree.CODEC,
    )
}
