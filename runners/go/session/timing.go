package session

import (
	"hash/crc32"
	"runtime"
	"runtime/metrics"
	"syscall"
	"time"
	"unsafe"
)

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

var canaryMemory = func() []byte {
	made := make([]byte, 1<<16)
	for at := range made {
		made[at] = byte(at * 31)
	}
	return made
}()

func canary(_, calls int) (int64, error) {
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

func timeBatches(call loop, copies, next, calls, batches int) (*timed, error) {
	answer := &timed{Type: "timed"}
	for range batches {
		before := readCounters()
		start := nowNs()
		sum, err := call(next, calls)
		ns := nowNs() - start
		after := readCounters()
		if err != nil {
			return nil, err
		}
		next = (next + calls) % copies
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
