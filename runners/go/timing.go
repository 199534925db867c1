package main

import (
	"hash/crc32"
	"runtime"
	"runtime/metrics"
	"syscall"
	"time"
	"unsafe"
)

// input is an object or its bytes, with the coder of its type.
type input struct {
	coder  *coder
	object any
	data   []byte
}

// loop makes calls on copies and gives the sink's sum; only it and the operation are between the clock's readings.
type loop func(copies [][]input, next, calls int) (int64, error)

var began = time.Now()

func nowNs() int64 { return int64(time.Since(began)) }

func resolutionNs() int64 {
	least := int64(1 << 62)
	for range 2000 {
		start := nowNs()
		step := nowNs() - start
		if step > 0 {
			least = min(least, step)
		}
	}
	return max(1, min(least, 1_000_000))
}

func sinkBytes(out []byte) int64 {
	size := len(out)
	if size == 0 {
		return 0
	}
	return int64(size) + int64(out[0]) + int64(out[size>>1]) + int64(out[size-1])
}

func serialize(copies [][]input, next, calls int) (int64, error) {
	var sum int64
	for range calls {
		for at := range copies[next] {
			one := &copies[next][at]
			out, err := one.coder.Serialize(one.object)
			if err != nil {
				return 0, err
			}
			sum += sinkBytes(out)
		}
		if next++; next == len(copies) {
			next = 0
		}
	}
	return sum, nil
}

func deserialize(copies [][]input, next, calls int) (int64, error) {
	var sum int64
	for range calls {
		for at := range copies[next] {
			one := &copies[next][at]
			out, err := one.coder.Deserialize(one.data)
			if err != nil {
				return 0, err
			}
			runtime.KeepAlive(out)
			sum++
		}
		if next++; next == len(copies) {
			next = 0
		}
	}
	return sum, nil
}

func nothing(reads bool) loop {
	return func(copies [][]input, next, calls int) (int64, error) {
		var sum int64
		for range calls {
			for at := range copies[next] {
				if reads {
					sum += sinkBytes(copies[next][at].data)
				} else {
					runtime.KeepAlive(copies[next][at].object)
					sum++
				}
			}
			if next++; next == len(copies) {
				next = 0
			}
		}
		return sum, nil
	}
}

var canaryMemory = func() []byte {
	made := make([]byte, 1<<16)
	for at := range made {
		made[at] = byte(at * 31)
	}
	return made
}()

func canary(_ [][]input, _, calls int) (int64, error) {
	for range calls {
		runtime.KeepAlive(crc32.ChecksumIEEE(canaryMemory))
	}
	return 0, nil
}

// timed is the message.
type timed struct {
	Type           string  `json:"type"`
	StartNs        []int64 `json:"start_ns"`
	Ns             []int64 `json:"ns"`
	AllocatedBytes []int64 `json:"allocated_bytes"`
	CPUNs          []int64 `json:"cpu_ns"`
	ProcessCPUNs   []int64 `json:"process_cpu_ns"`
	GCCount        []int64 `json:"gc_count"`
	Sink           int64   `json:"sink"`
}

func timeBatches(call loop, copies [][]input, next, calls, batches int) (*timed, error) {
	answer := &timed{Type: "timed"}
	for range batches {
		before := readCounters()
		start := nowNs()
		sum, err := call(copies, next, calls)
		ns := nowNs() - start
		after := readCounters()
		if err != nil {
			return nil, err
		}
		next = (next + calls) % len(copies)
		answer.Sink += sum
		answer.StartNs = append(answer.StartNs, start)
		answer.Ns = append(answer.Ns, ns)
		answer.AllocatedBytes = append(answer.AllocatedBytes, after.allocated-before.allocated)
		answer.CPUNs = append(answer.CPUNs, after.thread-before.thread)
		answer.ProcessCPUNs = append(answer.ProcessCPUNs, after.process-before.process)
		answer.GCCount = append(answer.GCCount, after.collections-before.collections)
	}
	return answer, nil
}

type counters struct{ allocated, collections, thread, process int64 }

func readCounters() counters {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(samples)
	return counters{
		int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64()), cpuNs(3), cpuNs(2),
	}
}

// cpuNs reads a clock of the system: 2 is the process's, 3 the thread's.
func cpuNs(clock uintptr) int64 {
	var time syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&time)), 0)
	return time.Nano()
}
