package wire

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protowire"

	"runner/values"
)

// Append writes an object as a protobuf message behind `out`.
func Append(out []byte, object reflect.Value) ([]byte, error) {
	for _, one := range fieldsOf(object.Type()) {
		var err error
		if out, err = one.append(out, object.Field(one.index)); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", object.Type(), object.Type().Field(one.index).Name, err)
		}
	}
	return out, nil
}

func (f field) append(out []byte, value reflect.Value) ([]byte, error) {
	var err error
	switch {
	case f.cardinality == "repeated":
		for at := range value.Len() {
			if out, err = appendValue(out, f.number, f.kind, value.Index(at)); err != nil {
				return nil, err
			}
		}
		return out, nil
	case f.cardinality == "map":
		for each := value.MapRange(); each.Next(); {
			entry, err := appendValue(nil, 1, f.key, each.Key())
			if err == nil {
				entry, err = appendValue(entry, 2, f.kind, each.Value())
			}
			if err != nil {
				return nil, err
			}
			out = protowire.AppendTag(out, f.number, protowire.BytesType)
			out = protowire.AppendBytes(out, entry)
		}
		return out, nil
	case value.Kind() == reflect.Pointer:
		if value.IsNil() {
			return out, nil
		}
		return appendValue(out, f.number, f.kind, value.Elem())
	case value.Kind() == reflect.Slice && f.cardinality != "implicit" && value.IsNil():
		return out, nil
	}
	return appendValue(out, f.number, f.kind, value)
}

func appendValue(out []byte, number protowire.Number, kind string, value reflect.Value) ([]byte, error) {
	wire := wireTypeOf(kind)
	out = protowire.AppendTag(out, number, wire)
	switch wire {
	case protowire.Fixed64Type:
		return protowire.AppendFixed64(out, bitsOf(kind, value)), nil
	case protowire.Fixed32Type:
		return protowire.AppendFixed32(out, uint32(bitsOf(kind, value))), nil
	case protowire.VarintType:
		if kind == "closed" {
			bits, err := numberOf(value)
			return protowire.AppendVarint(out, bits), err
		}
		return protowire.AppendVarint(out, bitsOf(kind, value)), nil
	}
	var part []byte
	var err error
	switch kind {
	case "message":
		part, err = Append(nil, value)
	case "UUID":
		id := value.Interface().(uuid.UUID)
		part = id[:]
	case "BIG_INTEGER":
		part = twosComplement(value.Interface().(values.BigInt).Int)
	case "bytes":
		part = value.Bytes()
	default:
		part = []byte(value.String())
	}
	return protowire.AppendBytes(out, part), err
}

// bitsOf are those of a number, a truth or an instant.
func bitsOf(kind string, value reflect.Value) uint64 {
	switch kind {
	case "double":
		return math.Float64bits(value.Float())
	case "float":
		return uint64(math.Float32bits(value.Interface().(float32)))
	case "bool":
		return protowire.EncodeBool(value.Bool())
	case "uint32", "uint64", "fixed32", "fixed64":
		return value.Uint()
	case "sint32", "sint64":
		return protowire.EncodeZigZag(value.Int())
	case "INSTANT_MILLIS":
		return uint64(value.Interface().(time.Time).UnixMilli())
	}
	return uint64(value.Int())
}

func numberOf(value reflect.Value) (uint64, error) {
	for number, name := range value.Interface().(named).Names() {
		if name == value.String() {
			return uint64(int64(number)), nil
		}
	}
	return 0, fmt.Errorf("%s has no value %q", value.Type(), cmp.Or(value.String(), "the empty name"))
}

// twosComplement is minimal and big-endian.
func twosComplement(value *big.Int) []byte {
	magnitude := value
	if value.Sign() < 0 {
		magnitude = new(big.Int).Not(value)
	}
	out := magnitude.FillBytes(make([]byte, magnitude.BitLen()/8+1))
	if value.Sign() < 0 {
		for at := range out {
			out[at] = ^out[at]
		}
	}
	return out
}
