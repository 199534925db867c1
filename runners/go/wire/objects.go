package wire

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protowire"

	"runner/values"
)

// named is an enum: its values are names.
type named interface{ Names() map[int32]string }

// field is what the tag `wire` says of a field.
type field struct {
	index             int
	number            protowire.Number
	cardinality, kind string
	key               string
}

var known sync.Map // of a struct's type: its fields by number

func fieldsOf(of reflect.Type) map[protowire.Number]field {
	if found, ok := known.Load(of); ok {
		return found.(map[protowire.Number]field)
	}
	fields := make(map[protowire.Number]field, of.NumField())
	for index := range of.NumField() {
		parts := strings.Split(of.Field(index).Tag.Get("wire"), ",")
		number, _ := strconv.Atoi(parts[0])
		one := field{index: index, number: protowire.Number(number), cardinality: parts[1], kind: parts[2]}
		if len(parts) > 3 {
			one.key = parts[3]
		}
		fields[one.number] = one
	}
	known.Store(of, fields)
	return fields
}

// Read makes an object of a protobuf message; `into` is a struct that can be set.
func Read(data []byte, into reflect.Value) error {
	fields := fieldsOf(into.Type())
	for _, one := range fields { // lists and maps are empty, never nil
		switch place := into.Field(one.index); one.cardinality {
		case "repeated":
			place.Set(reflect.MakeSlice(place.Type(), 0, 0))
		case "map":
			place.Set(reflect.MakeMap(place.Type()))
		default:
			if one.kind == "bytes" && place.Kind() == reflect.Slice {
				place.SetBytes([]byte{})
			}
			if _, ok := place.Interface().(named); ok && place.Kind() == reflect.String {
				if err := readEnum(place, 0); err != nil {
					return err
				}
			}
			if one.kind == "INSTANT_MILLIS" && place.Kind() == reflect.Struct {
				place.Set(reflect.ValueOf(time.UnixMilli(0).UTC()))
			}
		}
	}
	for len(data) > 0 {
		number, wire, size := protowire.ConsumeTag(data)
		if size < 0 {
			return protowire.ParseError(size)
		}
		data = data[size:]
		size = protowire.ConsumeFieldValue(number, wire, data)
		if size < 0 {
			return protowire.ParseError(size)
		}
		value := data[:size]
		data = data[size:]
		one, ok := fields[number]
		if !ok {
			return fmt.Errorf("%s has no field %d", into.Type(), number)
		}
		if err := one.read(value, wire, into.Field(one.index)); err != nil {
			return err
		}
	}
	return nil
}

func (f field) read(data []byte, wire protowire.Type, place reflect.Value) error {
	switch f.cardinality {
	case "map":
		entry, _ := protowire.ConsumeBytes(data)
		return f.readEntry(entry, place)
	case "repeated":
		if wire == protowire.BytesType && f.wireType() != protowire.BytesType {
			data, _ = protowire.ConsumeBytes(data)
		}
		for len(data) > 0 || wire == protowire.BytesType && f.wireType() == wire {
			element := reflect.New(place.Type().Elem()).Elem()
			size, err := readValue(data, f.kind, element)
			if err != nil {
				return err
			}
			place.Set(reflect.Append(place, element))
			if data = data[size:]; len(data) == 0 {
				break
			}
		}
		return nil
	}
	if place.Kind() == reflect.Pointer {
		if f.cardinality == "implicit" && len(data) == 1 { // empty bytes or text: absent
			return nil
		}
		place.Set(reflect.New(place.Type().Elem()))
		place = place.Elem()
	}
	_, err := readValue(data, f.kind, place)
	return err
}

func (f field) readEntry(data []byte, place reflect.Value) error {
	key, value := reflect.New(place.Type().Key()).Elem(), reflect.New(place.Type().Elem()).Elem()
	if f.kind != "UUID" && f.kind != "BIG_INTEGER" { // what is left out is zero; of these, nothing is
		if _, err := readValue(make([]byte, 8), f.kind, value); err != nil {
			return err
		}
	}
	for len(data) > 0 {
		number, wire, size := protowire.ConsumeTag(data)
		data = data[size:]
		size = protowire.ConsumeFieldValue(number, wire, data)
		kind, into := f.key, key
		if number == 2 {
			kind, into = f.kind, value
		}
		if _, err := readValue(data[:size], kind, into); err != nil {
			return err
		}
		data = data[size:]
	}
	place.SetMapIndex(key, value)
	return nil
}

func (f field) wireType() protowire.Type { return wireTypeOf(f.kind) }

func wireTypeOf(kind string) protowire.Type {
	switch kind {
	case "double", "fixed64", "sfixed64":
		return protowire.Fixed64Type
	case "float", "fixed32", "sfixed32":
		return protowire.Fixed32Type
	case "string", "bytes", "message", "UUID", "DATE", "BIG_INTEGER":
		return protowire.BytesType
	}
	return protowire.VarintType
}

func readEnum(place reflect.Value, number int32) error {
	name, ok := place.Interface().(named).Names()[number]
	if !ok {
		return fmt.Errorf("%s has no value %d", place.Type(), number)
	}
	place.SetString(name)
	return nil
}

// readValue reads a value of a kind, and gives the number of bytes that it takes.
func readValue(data []byte, kind string, place reflect.Value) (int, error) {
	switch wireTypeOf(kind) {
	case protowire.Fixed64Type:
		bits, size := protowire.ConsumeFixed64(data)
		switch kind {
		case "double":
			place.SetFloat(math.Float64frombits(bits))
		case "fixed64":
			place.SetUint(bits)
		default:
			place.SetInt(int64(bits))
		}
		return size, nil
	case protowire.Fixed32Type:
		bits, size := protowire.ConsumeFixed32(data)
		switch kind {
		case "float":
			place.Set(reflect.ValueOf(math.Float32frombits(bits)))
		case "fixed32":
			place.SetUint(uint64(bits))
		default:
			place.SetInt(int64(int32(bits)))
		}
		return size, nil
	case protowire.VarintType:
		bits, size := protowire.ConsumeVarint(data)
		switch kind {
		case "bool":
			place.SetBool(bits != 0)
		case "uint32", "uint64":
			place.SetUint(bits)
		case "sint32", "sint64":
			place.SetInt(protowire.DecodeZigZag(bits))
		case "closed":
			return size, readEnum(place, int32(bits))
		case "INSTANT_MILLIS":
			place.Set(reflect.ValueOf(time.UnixMilli(int64(bits)).UTC()))
		case "int64":
			place.SetInt(int64(bits))
		default:
			place.SetInt(int64(int32(bits)))
		}
		return size, nil
	}
	part, size := protowire.ConsumeBytes(data)
	switch kind {
	case "message":
		return size, Read(part, place)
	case "UUID":
		id, err := uuid.FromBytes(part)
		place.Set(reflect.ValueOf(id))
		return size, err
	case "BIG_INTEGER":
		place.Set(reflect.ValueOf(bigInteger(part)))
	case "bytes":
		place.SetBytes(append([]byte{}, part...))
	default:
		place.SetString(string(part))
	}
	return size, nil
}

func bigInteger(data []byte) values.BigInt {
	made := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0] > 127 {
		made.Sub(made, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return values.BigInt{Int: made}
}
