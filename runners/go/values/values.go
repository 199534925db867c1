// Package values has the types that Go does not have.
package values

import (
	"bytes"
	"math/big"

	"github.com/fxamacker/cbor/v2"
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

// GobDecode makes the integer that GobEncode, of big.Int, wrote.
func (b *BigInt) GobDecode(data []byte) error {
	b.Int = new(big.Int)
	return b.Int.GobDecode(data)
}
