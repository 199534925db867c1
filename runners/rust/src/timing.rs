//! The timed loop: protocol/v2/README.md, Timing. It knows no codec.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use nanoserde::SerJson;

use crate::memory::allocated;
use crate::{Request, Result};

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn now_ns() -> u64 {
    BEGAN.elapsed().as_nanos() as u64
}

/// The smallest step of the clock.
pub fn resolution_ns() -> u64 {
    let step = |_| {
        let start = now_ns();
        now_ns() - start
    };
    (0..2000).map(step).filter(|&step| step > 0).min().unwrap_or(1)
}

/// What the sink adds for an output of bytes.
pub fn sink(out: &[u8]) -> u64 {
    let Some((&first, &last)) = out.first().zip(out.last()) else { return 0 };
    out.len() as u64 + u64::from(first) + u64::from(out[out.len() / 2]) + u64::from(last)
}

/// Makes `calls` calls of `operate` for each input of a copy, from copy `next` on, and gives the sink's sum.
pub fn rotate<T>(
    copies: &[Vec<T>],
    mut next: usize,
    calls: usize,
    mut operate: impl FnMut(&T) -> Result<u64>,
) -> Result<u64> {
    let mut sum = 0;
    for _ in 0..calls {
        for input in &copies[next] {
            sum += operate(input)?;
        }
        next += 1;
        if next == copies.len() {
            next = 0;
        }
    }
    Ok(sum)
}

fn canary(calls: usize) -> u64 {
    static MEMORY: LazyLock<Vec<u8>> = LazyLock::new(|| (0..1usize << 16).map(|at| (at * 31) as u8).collect());
    for _ in 0..calls {
        black_box(crc32fast::hash(black_box(&MEMORY)));
    }
    0
}

/// The message `timed`.
#[derive(SerJson, Default)]
pub struct Timed {
    #[nserde(rename = "type")]
    kind: &'static str,
    start_ns: Vec<u64>,
    ns: Vec<u64>,
    allocated_bytes: Vec<u64>,
    cpu_ns: Vec<u64>,
    process_cpu_ns: Vec<u64>,
    sink: u64,
}

/// Times a batch for each of what `prepare` gives, which is made before and dropped after it.
pub fn timed<T>(
    batches: usize,
    mut prepare: impl FnMut() -> T,
    mut batch: impl FnMut(usize, &mut T) -> Result<u64>,
) -> Result<Timed> {
    let mut answer = Timed { kind: "timed", ..Timed::default() };
    for at in 0..batches {
        let mut prepared = prepare();
        let (allocated_before, cpu, process) = (allocated(), cpu_ns(libc::CLOCK_THREAD_CPUTIME_ID), process_ns());
        let start = now_ns();
        let sum = batch(at, &mut prepared);
        let ns = now_ns() - start;
        answer.process_cpu_ns.push(process_ns() - process);
        answer.cpu_ns.push(cpu_ns(libc::CLOCK_THREAD_CPUTIME_ID) - cpu);
        answer.allocated_bytes.push(allocated() - allocated_before);
        answer.start_ns.push(start);
        answer.ns.push(ns);
        answer.sink += sum?;
    }
    Ok(answer)
}

fn process_ns() -> u64 {
    cpu_ns(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn cpu_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the system writes to `time`, and to nothing else.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The answer to `time` of a canary.
pub fn canaries(request: &Request) -> Result<Timed> {
    timed(request.batches, || (), |_, ()| Ok(canary(request.calls)))
}
