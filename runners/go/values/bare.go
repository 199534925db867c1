package values

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// Told is what a value is, whatever the format: by that a union knows which of its members it is of.
type Told byte

// All that documents have. Text is also what formats have further types for: instants, bytes.
const (
	Null Told = iota
	Text
	Boolean
	Integer
	Number // one with a fraction, or an exponent
	List
	Object
)

// Keys are those of an object.
type Keys map[string]bool

// Are says whether an object with these keys has all those that are always there, and no others than all.
func (k Keys) Are(always, all []string) bool {
	for _, key := range always {
		if !k[key] {
			return false
		}
	}
	known := 0
	for _, key := range all {
		if k[key] {
			known++
		}
	}
	return known == len(k)
}

// Source is a value that has not been read yet.
type Source interface {
	Told() Told
	Keys() (Keys, error)
	Into(target any) error
}

// NoMember says that a value is of no member of a union.
func NoMember(union string, in Source) error { return fmt.Errorf("%s has no member for %v", union, in) }

// JSON is a value in JSON, without space before it.
type JSON []byte

// Told is known by the first character.
func (s JSON) Told() Told {
	switch s[0] {
	case 'n':
		return Null
	case '"':
		return Text
	case 't', 'f':
		return Boolean
	case '[':
		return List
	case '{':
		return Object
	}
	if bytes.ContainsAny(s, ".eE") {
		return Number
	}
	return Integer
}

// Keys are those of the object.
func (s JSON) Keys() (Keys, error) { return keysOf[json.RawMessage](s, json.Unmarshal) }

// Into reads the value.
func (s JSON) Into(target any) error { return json.Unmarshal(s, target) }

// WriteJSON writes a value, which whoever asks escapes for HTML if that is its way.
func WriteJSON(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// CBOR is a value in CBOR.
type CBOR []byte

// Told is known by the first byte: of tags, there are those of instants, identifiers and big integers.
func (s CBOR) Told() Told {
	switch s[0] >> 5 {
	case 0, 1:
		return Integer
	case 4:
		return List
	case 5:
		return Object
	case 7:
		switch s[0] {
		case 0xf4, 0xf5:
			return Boolean
		case 0xf6, 0xf7:
			return Null
		}
		return Number
	}
	return Text
}

// Keys are those of the object.
func (s CBOR) Keys() (Keys, error) { return keysOf[cbor.RawMessage](s, CBORReader.Unmarshal) }

// Into reads the value.
func (s CBOR) Into(target any) error { return CBORReader.Unmarshal(s, target) }

const tagOfUUID = 37 // https://www.iana.org/assignments/cbor-tags

// CBORWriter and CBORReader have tags for instants and UUIDs; without options instants would lose their milliseconds.
var CBORWriter, CBORReader = cborModes()

func cborModes() (cbor.EncMode, cbor.DecMode) {
	tags := cbor.NewTagSet()
	tag := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}
	added := tags.Add(tag, reflect.TypeFor[uuid.UUID](), tagOfUUID)
	writer, writes := cbor.EncOptions{Time: cbor.TimeRFC3339NanoUTC, TimeTag: cbor.EncTagRequired}.EncModeWithTags(tags)
	reader, reads := cbor.DecOptions{MaxNestedLevels: 1000}.DecModeWithTags(tags)
	for _, err := range []error{added, writes, reads} {
		if err != nil {
			panic(err)
		}
	}
	return writer, reader
}

// BSON is a value in BSON.
type BSON struct {
	Kind byte
	Data []byte
}

// Told is known by the type.
func (s BSON) Told() Told {
	switch bson.Type(s.Kind) {
	case bson.TypeNull:
		return Null
	case bson.TypeBoolean:
		return Boolean
	case bson.TypeInt32, bson.TypeInt64:
		return Integer
	case bson.TypeDouble:
		return Number
	case bson.TypeArray:
		return List
	case bson.TypeEmbeddedDocument:
		return Object
	}
	return Text
}

// Keys are those of the object.
func (s BSON) Keys() (Keys, error) {
	elements, err := bson.Raw(s.Data).Elements()
	keys := Keys{}
	for _, each := range elements {
		keys[each.Key()] = true
	}
	return keys, err
}

// Into reads the value.
func (s BSON) Into(target any) error { return bson.UnmarshalValue(bson.Type(s.Kind), s.Data, target) }

// WriteBSON writes a value.
func WriteBSON(value any) (byte, []byte, error) {
	if value == nil {
		return byte(bson.TypeNull), nil, nil
	}
	kind, data, err := bson.MarshalValue(value)
	return byte(kind), data, err
}

// Msgpack is a value in MessagePack that a decoder is at.
type Msgpack struct{ *msgpack.Decoder }

// Told is known by the first byte.
func (s *Msgpack) Told() Told {
	code, err := s.PeekCode()
	switch {
	case err != nil:
		return Text // which is what reading it then says
	case code == msgpcode.Nil:
		_ = s.DecodeNil() // nobody reads it after this
		return Null
	case code == msgpcode.False || code == msgpcode.True:
		return Boolean
	case code == msgpcode.Float || code == msgpcode.Double:
		return Number
	case msgpcode.IsFixedNum(code) || code >= msgpcode.Uint8 && code <= msgpcode.Int64:
		return Integer
	case msgpcode.IsFixedArray(code) || code == msgpcode.Array16 || code == msgpcode.Array32:
		return List
	case msgpcode.IsFixedMap(code) || code == msgpcode.Map16 || code == msgpcode.Map32:
		return Object
	}
	return Text
}

// Keys are those of the object, which is read as it is before.
func (s *Msgpack) Keys() (Keys, error) {
	raw, err := s.DecodeRaw()
	if err != nil {
		return nil, err
	}
	s.Decoder = msgpack.NewDecoder(bytes.NewReader(raw))
	return keysOf[msgpack.RawMessage](raw, msgpack.Unmarshal)
}

// Into reads the value.
func (s *Msgpack) Into(target any) error { return s.Decode(target) }

func keysOf[Raw any](data []byte, read func([]byte, any) error) (Keys, error) {
	var held map[string]Raw
	err := read(data, &held)
	keys := make(Keys, len(held))
	for key := range held {
		keys[key] = true
	}
	return keys, err
}
