package codecs

import (
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
)

const tagOfUUID = 37 // https://www.iana.org/assignments/cbor-tags

// CBOR with tags for instants and UUIDs; without options instants would lose their milliseconds.
func openCBOR(p Payload, _ map[string]string) (Coder, error) {
	tags := cbor.NewTagSet()
	tag := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}
	if err := tags.Add(tag, reflect.TypeFor[uuid.UUID](), tagOfUUID); err != nil {
		return Coder{}, err
	}
	encoder, err := cbor.EncOptions{Time: cbor.TimeRFC3339NanoUTC, TimeTag: cbor.EncTagRequired}.EncModeWithTags(tags)
	if err != nil {
		return Coder{}, err
	}
	decoder, err := cbor.DecOptions{MaxNestedLevels: 1000}.DecModeWithTags(tags)
	if err != nil {
		return Coder{}, err
	}
	return marshalling(p, encoder.Marshal, decoder.Unmarshal), nil
}
