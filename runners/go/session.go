package main

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"runtime"
	"syscall"

	"runner/codecs"
	"runner/types"
	"runner/wire"
)

// request has the fields of all requests that this runner reads.
type request struct {
	Type       string            `json:"type"`
	Copies     []string          `json:"copies"`
	Codec      string            `json:"codec"`
	Parameters map[string]string `json:"parameters"`
	CopyIndex  int               `json:"copy_index"`
	File       string            `json:"file"`
	Encoded    string            `json:"encoded"`
	Operation  string            `json:"operation"`
	Calls      int               `json:"calls"`
	Batches    int               `json:"batches"`
	Collect    bool              `json:"collect"`
	Files      string            `json:"files"`
}

// fault is answered as `error`.
type fault struct {
	Type    string `json:"type"`
	Whose   string `json:"whose"`
	Message string `json:"message"`
}

// coder is a codec that is ready for one type: that at a place among the payload types.
type coder struct {
	codecs.Coder
	at int
}

// session is what the runner holds between two requests.
type session struct {
	frames [][]wire.Frame
	copies [][]input
	coders []*coder
	made   bool // whether copies have bytes
	next   map[string]int
	last   string
}

func (s *session) answer(r *request) (answer any) {
	whose := "codec"
	if r.Type == "hello" || r.Type == "load" {
		whose = "runner"
	}
	defer func() {
		if problem := recover(); problem != nil {
			answer = fault{"error", whose, fmt.Sprintf("%s: panic: %v", r.Type, problem)}
		}
	}()
	answer, err := s.handle(r)
	if err == nil {
		return answer
	}
	var path *fs.PathError
	var system syscall.Errno
	if errors.As(err, &path) || errors.As(err, &system) {
		whose = "host"
	}
	return fault{"error", whose, fmt.Sprintf("%s: %v", r.Type, err)}
}

func (s *session) handle(r *request) (any, error) {
	switch r.Type {
	case "hello":
		return hello(), nil
	case "load":
		return s.load(r)
	case "open":
		s.open(r)
		return map[string]any{"type": "opened"}, nil
	case "encode":
		return s.encode(r)
	case "decode":
		return s.decode(r)
	case "time":
		return s.time(r)
	case "cold":
		return s.cold(r)
	}
	return nil, fmt.Errorf("there is no request %q", r.Type)
}

func hello() any {
	versions := map[string]string{}
	for name, codec := range codecs.All {
		versions[name] = codecs.Version(codec.Module)
	}
	return map[string]any{
		"type": "ready", "protocol": 2, "runner": "go", "runtime": "Go " + codecs.Version(""),
		"timer_resolution_ns": resolutionNs(), "versions": versions,
	}
}

func (s *session) load(r *request) (any, error) {
	*s = session{coders: s.coders, next: map[string]int{}}
	for _, path := range r.Copies {
		frames, err := wire.ReadFrames(path)
		if err != nil {
			return nil, err
		}
		copy := make([]input, len(frames))
		for at, frame := range frames {
			object := reflect.New(types.Payloads[frame.Type])
			if err := wire.Read(frame.Data, object.Elem()); err != nil {
				return nil, err
			}
			copy[at].object = object.Interface()
		}
		s.frames, s.copies = append(s.frames, frames), append(s.copies, copy)
	}
	s.assign()
	return map[string]any{"type": "loaded", "objects": len(s.copies[0])}, nil
}

func (s *session) open(r *request) {
	s.coders = make([]*coder, len(types.Payloads))
	for at, of := range types.Payloads {
		s.coders[at] = &coder{codecs.All[r.Codec].Open(of, r.Parameters), at}
	}
	s.assign()
}

// assign gives each object the coder of its type, and forgets what another made.
func (s *session) assign() {
	s.next, s.made = map[string]int{}, false
	if s.coders == nil {
		return
	}
	for at, copy := range s.copies {
		for place := range copy {
			copy[place].coder, copy[place].data = s.coders[s.frames[at][place].Type], nil
		}
	}
}

func (s *session) encode(r *request) (any, error) {
	frames := make([]wire.Frame, 0, len(s.copies[r.CopyIndex]))
	for _, one := range s.copies[r.CopyIndex] {
		data, err := one.coder.Serialize(one.object)
		if err != nil {
			return nil, err
		}
		frames = append(frames, wire.Frame{Type: one.coder.at, Data: data})
	}
	return map[string]any{"type": "encoded", "objects": len(frames)}, wire.WriteFrames(r.File, frames)
}

func (s *session) decode(r *request) (any, error) {
	frames, err := wire.ReadFrames(r.Encoded)
	if err != nil {
		return nil, err
	}
	for at, frame := range frames {
		object, err := s.coders[frame.Type].Deserialize(frame.Data)
		if err != nil {
			return nil, err
		}
		if frames[at].Data, err = wire.Append(nil, reflect.ValueOf(object).Elem()); err != nil {
			return nil, err
		}
	}
	return map[string]any{"type": "decoded", "objects": len(frames)}, wire.WriteFrames(r.File, frames)
}

func (s *session) time(r *request) (any, error) {
	if r.Operation == "canary" {
		return timeBatches(canary, make([][]input, 1), 0, r.Calls, r.Batches)
	}
	call, err := s.loopOf(r)
	if err != nil {
		return nil, err
	}
	if r.Collect {
		runtime.GC()
	}
	first := s.next[r.Operation]
	s.next[r.Operation] = (first + r.Calls*r.Batches) % len(s.copies)
	return timeBatches(call, s.copies, first, r.Calls, r.Batches)
}

func (s *session) loopOf(r *request) (loop, error) {
	if r.Operation == "nothing" {
		return nothing(s.last == "deserialize"), nil
	}
	s.last = r.Operation
	if r.Operation == "serialize" {
		if r.Files != "" {
			return intoFile(r.Files + "/serialized"), nil
		}
		return serialize, nil
	}
	if err := s.makeBytes(); err != nil {
		return nil, err
	}
	if r.Files != "" {
		return fromFile(r.Files, s.copies)
	}
	return deserialize, nil
}

func (s *session) makeBytes() error {
	if s.made {
		return nil
	}
	for _, copy := range s.copies {
		for at := range copy {
			data, err := copy[at].coder.Serialize(copy[at].object)
			if err != nil {
				return err
			}
			copy[at].data = data
		}
	}
	s.made = true
	return nil
}

func (s *session) cold(r *request) (any, error) {
	copies, call := s.copies[:min(1, len(s.copies))], serialize
	var frames []wire.Frame
	if r.Encoded != "" {
		var err error
		if frames, err = wire.ReadFrames(r.Encoded); err != nil {
			return nil, err
		}
		call = deserialize
	}
	runtime.GC()
	return timeBatches(func(_ [][]input, next, calls int) (int64, error) {
		s.open(r)
		if frames != nil {
			copy := make([]input, len(frames))
			for at, frame := range frames {
				copy[at] = input{coder: s.coders[frame.Type], data: frame.Data}
			}
			copies = [][]input{copy}
		}
		return call(copies, next, calls)
	}, make([][]input, 1), 0, 1, 1)
}
