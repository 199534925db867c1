// Package values has the types that Go does not have.
package values

import "math/big"

// BigInt is an integer of any size that is text wherever a format has no such integers: big.Int is a number in JSON.
type BigInt struct{ big.Int }

// MarshalJSON hides that of big.Int, which writes a number.
func (b BigInt) MarshalJSON() ([]byte, error) {
	return b.Append([]byte{'"'}, '"'), nil
}

// Append writes the decimal digits and a last byte behind them.
func (b *BigInt) Append(buffer []byte, last byte) []byte {
	return append(b.Int.Append(buffer, 10), last)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *BigInt) UnmarshalJSON(text []byte) error {
	if len(text) > 1 && text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	return b.UnmarshalText(text)
}
