package session

import (
	"fmt"
	"runtime"

	"runner/codecs"
)

// piece is a call for one object: of an operation, on the object or on what was made of it.
type piece[In, Out any] struct {
	do func(In) (Out, error)
	in In
}

// loop makes calls on copies, from the copy `next` on, and gives the sink's sum. Only it and the operation are between the clock's readings.
type loop func(next, calls int) (int64, error)

// work is an operation on the copies that are loaded.
type work struct {
	call    loop
	nothing loop                              // the same loop over the same input
	inFiles func(folder string) (loop, error) // the same operation on files
}

// workOf makes an operation's inputs.
func (s *Session) workOf(operation string) (work, error) {
	switch operation {
	case "serialize":
		pieces, err := cut(s, object, func(c codecs.Coder) func(any) ([]byte, error) { return c.Serialize })
		into := func(folder string) (loop, error) { return intoFile(pieces, folder), nil }
		return work{toBytes(pieces), toObjects(idle(pieces)), into}, err
	case "deserialize":
		pieces, err := cut(s, encoded, func(c codecs.Coder) func([]byte) (any, error) { return c.Deserialize })
		from := func(folder string) (loop, error) { return fromFile(pieces, folder) }
		return work{toObjects(pieces), toBytes(idle(pieces)), from}, err
	case "build":
		pieces, err := cut(s, object, func(c codecs.Coder) func(any) (any, error) { return c.Build })
		return work{call: toObjects(pieces), nothing: toObjects(idle(pieces))}, err
	case "write":
		pieces, err := cut(s, built, func(c codecs.Coder) func(any) ([]byte, error) { return c.Write })
		return work{call: toBytes(pieces), nothing: toObjects(idle(pieces))}, err
	case "parse":
		pieces, err := cut(s, plain, func(c codecs.Coder) func([]byte) (any, error) { return c.Parse })
		return work{call: toObjects(pieces), nothing: toBytes(idle(pieces))}, err
	case "unbuild":
		pieces, err := cut(s, parsed, func(c codecs.Coder) func(any) (any, error) { return c.Unbuild })
		return work{call: toObjects(pieces), nothing: toObjects(idle(pieces))}, err
	case "compress":
		pieces, err := cut(s, plain, func(c codecs.Coder) func([]byte) ([]byte, error) { return c.Compress })
		return work{call: toBytes(pieces), nothing: toBytes(idle(pieces))}, err
	case "decompress":
		pieces, err := cut(s, encoded, func(c codecs.Coder) func([]byte) ([]byte, error) { return c.Decompress })
		return work{call: toBytes(pieces), nothing: toBytes(idle(pieces))}, err
	}
	return work{}, fmt.Errorf("there is no operation %q", operation)
}

// What operations take of an object.
func object(_ codecs.Coder, object any) (any, error)     { return object, nil }
func built(c codecs.Coder, object any) (any, error)      { return c.Build(object) }
func plain(c codecs.Coder, object any) ([]byte, error)   { return c.Plain(object) }
func encoded(c codecs.Coder, object any) ([]byte, error) { return c.Serialize(object) }
func parsed(c codecs.Coder, object any) (any, error) {
	data, err := c.Plain(object)
	if err != nil {
		return nil, err
	}
	return c.Parse(data)
}

func cut[In, Out any](
	s *Session, input func(codecs.Coder, any) (In, error), operation func(codecs.Coder) func(In) (Out, error),
) ([][]piece[In, Out], error) {
	made := make([][]piece[In, Out], len(s.copies))
	for at, copy := range s.copies {
		made[at] = make([]piece[In, Out], len(copy))
		for place, one := range copy {
			in, err := input(s.coders[one.at], one.object)
			if err != nil {
				return nil, err
			}
			made[at][place] = piece[In, Out]{operation(s.coders[one.at]), in}
		}
	}
	return made, nil
}

// idle has calls that give what they take.
func idle[In, Out any](pieces [][]piece[In, Out]) [][]piece[In, In] {
	made := make([][]piece[In, In], len(pieces))
	for at, copy := range pieces {
		for _, one := range copy {
			made[at] = append(made[at], piece[In, In]{func(in In) (In, error) { return in, nil }, one.in})
		}
	}
	return made
}

func toBytes[In any](pieces [][]piece[In, []byte]) loop {
	return func(next, calls int) (int64, error) {
		var sum int64
		for range calls {
			for at := range pieces[next] {
				one := &pieces[next][at]
				out, err := one.do(one.in)
				if err != nil {
					return 0, err
				}
				sum += sinkBytes(out)
			}
			if next++; next == len(pieces) {
				next = 0
			}
		}
		return sum, nil
	}
}

func toObjects[In any](pieces [][]piece[In, any]) loop {
	return func(next, calls int) (int64, error) {
		var sum int64
		for range calls {
			for at := range pieces[next] {
				one := &pieces[next][at]
				out, err := one.do(one.in)
				if err != nil {
					return 0, err
				}
				runtime.KeepAlive(out)
				sum++
			}
			if next++; next == len(pieces) {
				next = 0
			}
		}
		return sum, nil
	}
}

func sinkBytes(out []byte) int64 {
	size := len(out)
	if size == 0 {
		return 0
	}
	return int64(size) + int64(out[0]) + int64(out[size>>1]) + int64(out[size-1])
}
