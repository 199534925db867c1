package codecs

import (
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
)

const tagOfUUID = 37 // https://www.iana.org/assignments/cbor-tags

// CBOR with tags for instants and UUIDs; without options instants would lose their milliseconds.
func openCBOR(of reflect.Type, _ map[string]string) Coder {
	tags := cbor.NewTagSet()
	tag := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}
	must(0, tags.Add(tag, reflect.TypeFor[uuid.UUID](), tagOfUUID))
	encoder := must(cbor.EncOptions{Time: cbor.TimeRFC3339NanoUTC, TimeTag: cbor.EncTagRequired}.EncModeWithTags(tags))
	decoder := must(cbor.DecOptions{MaxNestedLevels: 1000}.DecModeWithTags(tags))
	return marshalling(of, encoder.Marshal, decoder.Unmarshal)
}

// must is for options that are written down here: that they are valid does not depend on anything.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
