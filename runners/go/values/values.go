// Package values has the types that Go does not have, and logical types as protobuf and other schemas have them.
package values

import (
	"bytes"
	"encoding/xml"
	"math/big"
	"time"

	"github.com/fxamacker/cbor/v2"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// BigInt is an integer of any size that is text in JSON, where big.Int is a number that few other readers take.
type BigInt struct{ *big.Int }

// MarshalJSON hides that of big.Int.
func (b BigInt) MarshalJSON() ([]byte, error) {
	return append(b.Append([]byte{'"'}, 10), '"'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *BigInt) UnmarshalJSON(text []byte) error {
	return b.UnmarshalText(bytes.Trim(text, `"`))
}

// UnmarshalText makes the integer that MarshalText, of big.Int, wrote.
func (b *BigInt) UnmarshalText(text []byte) error {
	b.Int = new(big.Int)
	return b.Int.UnmarshalText(text)
}

// MarshalCBOR writes CBOR's own tags for integers of any size, as the library does for big.Int.
func (b BigInt) MarshalCBOR() ([]byte, error) { return cbor.Marshal(b.Int) }

// UnmarshalCBOR reads what MarshalCBOR writes.
func (b *BigInt) UnmarshalCBOR(data []byte) error {
	b.Int = new(big.Int)
	return cbor.Unmarshal(data, b.Int)
}

// MarshalBSONValue writes text: BSON has no integers of any size.
func (b BigInt) MarshalBSONValue() (byte, []byte, error) {
	kind, data, err := bson.MarshalValue(b.String())
	return byte(kind), data, err
}

// UnmarshalBSONValue reads what MarshalBSONValue writes.
func (b *BigInt) UnmarshalBSONValue(kind byte, data []byte) error {
	var text string
	if err := bson.UnmarshalValue(bson.Type(kind), data, &text); err != nil {
		return err
	}
	return b.UnmarshalText([]byte(text))
}

// GobDecode makes the integer that GobEncode, of big.Int, wrote.
func (b *BigInt) GobDecode(data []byte) error {
	b.Int = new(big.Int)
	return b.Int.GobDecode(data)
}

// Bytes are two's complement, minimal and big-endian.
func (b BigInt) Bytes() []byte {
	magnitude := b.Int
	if b.Sign() < 0 {
		magnitude = new(big.Int).Not(b.Int)
	}
	out := magnitude.FillBytes(make([]byte, magnitude.BitLen()/8+1))
	if b.Sign() < 0 {
		for at := range out {
			out[at] = ^out[at]
		}
	}
	return out
}

// BigIntOf is the integer of such bytes.
func BigIntOf(data []byte) BigInt {
	made := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0] > 127 {
		made.Sub(made, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return BigInt{made}
}

// Instant is the one that is so many milliseconds after 1970 began.
func Instant[T int64 | uint64](millis T) time.Time { return time.UnixMilli(int64(millis)).UTC() }

// Present is the list, which is not nil even if it is empty.
func Present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

type list[T any] struct {
	Items []T `xml:"item"`
}

// WriteList writes an element that holds those of a list: encoding/xml has none for a list in a list.
func WriteList[T any](encoder *xml.Encoder, start xml.StartElement, items []T) error {
	return encoder.EncodeElement(list[T]{items}, start)
}

// ReadList reads what WriteList writes.
func ReadList[T any](decoder *xml.Decoder, start xml.StartElement, items *[]T) error {
	var held list[T]
	err := decoder.DecodeElement(&held, &start)
	*items = Present(held.Items)
	return err
}

// At is a pointer to a value.
func At[T any](value T) *T { return &value }
