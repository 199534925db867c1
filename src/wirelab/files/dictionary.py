"""Dictionaries of Zstandard, trained on samples of the data to compress."""

from collections.abc import Sequence

from zstandard import ZstdCompressionDict, ZstdError, get_frame_parameters, train_dictionary

_MOST_BYTES, _SHARE = 110 * 1024, 10  # the bound of zstd's own tool, and a tenth of the samples' bytes
_SAMPLES = 100  # times the dictionary: more teach it nothing (zstd's own advice)


def trained(samples: Sequence[bytes]) -> ZstdCompressionDict | None:
    """A dictionary of at most a tenth of the bytes of `samples`, and at most 110 KiB; None: they are too few.

    Equal samples give an equal dictionary.
    """
    size_bytes = min(_MOST_BYTES, sum(map(len, samples)) // _SHARE)
    taken: list[bytes | bytearray | memoryview] = []
    taken_bytes = 0
    for each in samples:
        if taken_bytes >= _SAMPLES * size_bytes:
            break
        taken.append(each)
        taken_bytes += len(each)
    try:
        return train_dictionary(size_bytes, taken)
    except ZstdError:
        return None


def number_in(frame: bytes) -> int:
    """The number of the dictionary that a frame of Zstandard was made with; 0: none, or it is no such frame."""
    try:
        return get_frame_parameters(frame).dict_id
    except ZstdError:
        return 0
