// Package values has the types that Go does not have.
package values

import (
	"bytes"
	"math/big"
)

// BigInt is an integer of any size that is text in JSON, where big.Int is a number that few other readers take.
type BigInt struct{ *big.Int }

// MarshalJSON hides that of big.Int.
func (b BigInt) MarshalJSON() ([]byte, error) {
	return append(b.Append([]byte{'"'}, 10), '"'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *BigInt) UnmarshalJSON(text []byte) error {
	b.Int = new(big.Int)
	return b.UnmarshalText(bytes.Trim(text, `"`))
}

// GobDecode makes the integer that GobEncode, of big.Int, wrote.
func (b *BigInt) GobDecode(data []byte) error {
	b.Int = new(big.Int)
	return b.Int.GobDecode(data)
}
