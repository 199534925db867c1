// Package session answers the requests of protocol/v2/README.md.
package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"

	"google.golang.org/protobuf/proto"

	"runner/codecs"
)

// Request has the fields of all requests that this runner reads.
type Request struct {
	Type       string            `json:"type"`
	Copies     []string          `json:"copies"`
	Codec      string            `json:"codec"`
	Parameters map[string]string `json:"parameters"`
	Compressor string            `json:"compressor"`
	Level      int               `json:"level"`
	Dictionary string            `json:"dictionary"`
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

// loaded is an object and the place of its type among the payload types.
type loaded struct {
	at     int
	object any
}

// Session is what the runner holds between two requests.
type Session struct {
	payloads []codecs.Payload
	copies   [][]loaded
	coders   []codecs.Coder  // for each payload type
	works    map[string]work // by operation
	next     map[string]int  // likewise: the copy that is its turn
	last     string
}

// New has nothing loaded and nothing open; a workload's `payloads` are rendered.
func New(payloads []codecs.Payload) *Session { return &Session{payloads: payloads} }

// Answer is what a request gets, whatever happens.
func (s *Session) Answer(r *Request) (answer any) {
	whose := "codec"
	if r.Type == "hello" || r.Type == "load" {
		whose = "runner"
	}
	defer func() {
		if problem := recover(); problem != nil {
			answer = fault{"error", whose, said(r.Type, fmt.Sprint("panic: ", problem))}
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
	return fault{"error", whose, said(r.Type, err.Error())}
}

// Libraries quote what they refuse, which may be megabytes.
const longestMessage = 4000

func said(request, what string) string {
	message := request + ": " + what
	if len(message) > longestMessage {
		message = strings.ToValidUTF8(message[:longestMessage], "") + "…"
	}
	return message
}

func (s *Session) handle(r *Request) (any, error) {
	switch r.Type {
	case "hello":
		return map[string]any{
			"type": "ready", "protocol": 2, "runner": codecs.Runner, "runtime": "Go " + codecs.Version(""),
			"timer_resolution_ns": resolutionNs(), "versions": codecs.Versions(),
		}, nil
	case "load":
		return s.load(r)
	case "open":
		return map[string]any{"type": "opened"}, s.open(r)
	case "encode":
		return s.encode(r)
	case "decode":
		return s.decode(r)
	case "relay":
		return s.relay(r)
	case "time":
		return s.time(r)
	case "cold":
		return s.cold(r)
	}
	return nil, fmt.Errorf("there is no request %q", r.Type)
}

func (s *Session) load(r *Request) (any, error) {
	s.copies = nil
	s.forget()
	for _, path := range r.Copies {
		frames, err := readFrames(path)
		if err != nil {
			return nil, err
		}
		copy := make([]loaded, len(frames))
		for at, frame := range frames {
			messages := s.payloads[frame.at].Messages["protobuf"]
			message := messages.New()
			if err := proto.Unmarshal(frame.data, message.(proto.Message)); err != nil {
				return nil, err
			}
			copy[at] = loaded{frame.at, messages.Unbuild(message)}
		}
		s.copies = append(s.copies, copy)
	}
	return map[string]any{"type": "loaded", "objects": len(s.copies[0])}, nil
}

func (s *Session) open(r *Request) error {
	s.forget()
	var dictionary []byte
	if r.Dictionary != "" {
		var err error
		if dictionary, err = os.ReadFile(r.Dictionary); err != nil {
			return err
		}
	}
	s.coders = make([]codecs.Coder, len(s.payloads))
	for at, payload := range s.payloads {
		coder, err := codecs.All[r.Codec].Open(payload, r.Parameters)
		if err == nil && r.Compressor != "" {
			coder, err = coder.Compressed(r.Compressor, r.Level, dictionary)
		}
		if err != nil {
			return err
		}
		s.coders[at] = coder
	}
	return nil
}

// forget drops what was made of other objects, or with another codec.
func (s *Session) forget() { s.works, s.next = map[string]work{}, map[string]int{} }

func (s *Session) encode(r *Request) (any, error) {
	frames := make([]frame, 0, len(s.copies[r.CopyIndex]))
	for _, one := range s.copies[r.CopyIndex] {
		data, err := s.coders[one.at].Serialize(one.object)
		if err != nil {
			return nil, err
		}
		frames = append(frames, frame{one.at, data})
	}
	return map[string]any{"type": "encoded", "objects": len(frames)}, writeFrames(r.File, frames)
}

func (s *Session) decode(r *Request) (any, error) {
	frames, err := readFrames(r.Encoded)
	if err != nil {
		return nil, err
	}
	for at, frame := range frames {
		object, err := s.coders[frame.at].Deserialize(frame.data)
		if err != nil {
			return nil, err
		}
		message := s.payloads[frame.at].Messages["protobuf"].Build(object)
		if frames[at].data, err = proto.Marshal(message.(proto.Message)); err != nil {
			return nil, err
		}
	}
	return map[string]any{"type": "decoded", "objects": len(frames)}, writeFrames(r.File, frames)
}

func (s *Session) relay(r *Request) (any, error) {
	frames, err := readFrames(r.Encoded)
	if err != nil {
		return nil, err
	}
	for at, frame := range frames {
		if frames[at].data, err = s.coders[frame.at].Relay(frame.data); err != nil {
			return nil, err
		}
	}
	return map[string]any{"type": "relayed", "objects": len(frames)}, writeFrames(r.File, frames)
}

func (s *Session) time(r *Request) (any, error) {
	if r.Operation == "canary" {
		return timeBatches(canary, 1, 0, r.Calls, r.Batches)
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
	return timeBatches(call, len(s.copies), first, r.Calls, r.Batches)
}

func (s *Session) loopOf(r *Request) (loop, error) {
	if r.Operation == "nothing" {
		return s.works[s.last].nothing, nil
	}
	s.last = r.Operation
	made, err := s.work(r.Operation)
	if err != nil || r.Files == "" {
		return made.call, err
	}
	return made.inFiles(r.Files)
}

// work makes an operation's inputs when it is first asked for.
func (s *Session) work(operation string) (work, error) {
	made, ok := s.works[operation]
	if ok {
		return made, nil
	}
	made, err := s.workOf(operation)
	if err == nil {
		s.works[operation] = made
	}
	return made, err
}

// Call is what is timed of an operation, for other harnesses, and the number of copies that it goes over.
func (s *Session) Call(operation string) (call func(next, calls int) (int64, error), copies int, err error) {
	made, err := s.work(operation)
	return made.call, len(s.copies), err
}

func (s *Session) cold(r *Request) (any, error) {
	var frames []frame
	if r.Operation == "deserialize" {
		var err error
		if frames, err = readFrames(r.Encoded); err != nil {
			return nil, err
		}
	}
	runtime.GC()
	return timeBatches(func(_, _ int) (sum int64, err error) {
		if err := s.open(r); err != nil {
			return 0, err
		}
		for _, frame := range frames {
			out, err := s.coders[frame.at].Deserialize(frame.data)
			if err != nil {
				return 0, err
			}
			runtime.KeepAlive(out)
			sum++
		}
		if r.Operation == "deserialize" {
			return sum, nil
		}
		for _, one := range s.copies[0] {
			out, err := s.coders[one.at].Serialize(one.object)
			if err != nil {
				return 0, err
			}
			sum += sinkBytes(out)
		}
		return sum, nil
	}, 1, 0, 1, 1)
}
