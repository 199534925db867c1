//go:build flatbuffers

package codecs

import flatbuffers "github.com/google/flatbuffers/go"

// Runner is the name of these codecs' manifest.
const Runner = "go-flatbuffers"

// All codecs by name.
var All = map[string]Codec{"flatbuffers-go": {"github.com/google/flatbuffers", openFlatBuffers}}

// FlatBuffers by one builder, which is used again: its bytes are copied out.
func openFlatBuffers(p Payload, _ map[string]string) (Coder, error) {
	flat, builder := p.Flat.(Flat), flatbuffers.NewBuilder(1024)
	return plain(func(object any) ([]byte, error) {
		builder.Reset()
		builder.Finish(flat.write(builder, object))
		return append([]byte(nil), builder.FinishedBytes()...), nil
	}, func(data []byte) (any, error) { return flat.read(data), nil }), nil
}

// Flat writes an object as a table, and makes one of a table's bytes.
type Flat struct {
	write func(*flatbuffers.Builder, any) flatbuffers.UOffsetT
	read  func(data []byte) any
}

// FlatBetween has what is rendered for a type, and the accessor of its table.
func FlatBetween[Object, Table any](
	into func(*flatbuffers.Builder, *Object) flatbuffers.UOffsetT, root func([]byte, flatbuffers.UOffsetT) *Table, from func(*Table, *Object),
) Flat {
	return Flat{func(b *flatbuffers.Builder, object any) flatbuffers.UOffsetT { return into(b, object.(*Object)) }, func(data []byte) any {
		object := new(Object)
		from(root(data, 0), object)
		return object
	}}
}
