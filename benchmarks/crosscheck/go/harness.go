// testing.B's side of a cross-check: a benchmark of the runner's own operation, run again for each turn. The argument is the question;
// benchmarks/crosscheck/turns.py describes it, and the lines on stdin and stdout.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"syscall"
	"testing"

	"runner/codecs"
	"runner/session"
	_ "runner/types"
)

const warmUps = 20

type question struct {
	Requests  []string `json:"requests"`
	Operation string   `json:"operation"`
	ValueMs   int      `json:"value_ms"`
	LeadIn    int      `json:"lead_in"`
}

func main() {
	testing.Init()
	real, err := syscall.Dup(1)
	if err == nil {
		err = syscall.Dup3(2, 1, 0) // the output of a library is no value
	}
	if err == nil {
		err = measure(os.NewFile(uintptr(real), "stdout"))
	}
	if err != nil {
		log.Fatal(err)
	}
}

// measure writes a value at once, and another for each line.
func measure(out *os.File) error {
	var asked question
	if err := json.Unmarshal([]byte(os.Args[1]), &asked); err != nil {
		return err
	}
	if err := flag.Set("test.benchtime", fmt.Sprintf("%dms", asked.ValueMs)); err != nil {
		return err
	}
	call, err := callOf(&asked)
	if err != nil {
		return err
	}
	value := func() float64 {
		result := testing.Benchmark(call)
		return float64(result.T.Nanoseconds()) / float64(result.N)
	}
	leadIn := warmUps
	for turns := bufio.NewScanner(os.Stdin); ; leadIn = asked.LeadIn {
		for range leadIn {
			value()
		}
		if _, err := fmt.Fprintln(out, value()); err != nil {
			return err
		}
		if !turns.Scan() {
			return turns.Err()
		}
	}
}

// callOf lets the runner set itself up as in the lab: the operation goes over a copy at each call.
func callOf(asked *question) (func(*testing.B), error) {
	held := session.New(codecs.Payloads)
	for _, line := range asked.Requests {
		var request session.Request
		if err := json.Unmarshal([]byte(line), &request); err != nil {
			return nil, err
		}
		log.Printf("%+v", held.Answer(&request))
	}
	call, copies, err := held.Call(asked.Operation)
	next := 0
	return func(b *testing.B) {
		for b.Loop() {
			if _, err := call(next, 1); err != nil {
				b.Fatal(err)
			}
			next = (next + 1) % copies
		}
	}, err
}
