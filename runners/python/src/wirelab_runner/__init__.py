"""The Python runner of Wirelab: protocol loop, measuring loop, codecs. `protocol/v1/README.md` says what it must do."""
