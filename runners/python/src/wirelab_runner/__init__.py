"""The Python runner of Wirelab: protocol loop, timed loop, codecs. `protocol/v2/README.md` says what it must do."""
