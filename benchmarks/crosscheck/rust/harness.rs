//! Both sides of a cross-check. With an argument, criterion's: a benchmark of the runner's own operation, run again for each
//! turn. The argument is the question; benchmarks/crosscheck/turns.py describes it, and the lines on stdin and stdout.
//! Without, the runner's: both are one program, since a compiler makes other code of the same operation in another one.
#![recursion_limit = "1024"] // as the program of the runner, which is a module here

#[allow(unused_attributes)]
#[path = "main.rs"]
mod program;
#[allow(unused_imports)] // rendered types name each other from the top
use program::*;

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::os::fd::FromRawFd;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use nanoserde::DeJson;
use runner::Session;

const FIRST_WARM_UP: Duration = Duration::from_millis(600);

#[derive(DeJson)]
struct Question {
    requests: Vec<String>,
    operation: String,
    value_ms: u64,
    lead_in: u32,
}

/// The estimates that criterion keeps of a benchmark.
#[derive(DeJson)]
struct Estimates {
    mean: Estimate,
}

#[derive(DeJson)]
struct Estimate {
    point_estimate: f64,
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let Some(question) = std::env::args().nth(1) else { return runner::run(env!("WIRELAB_RUNNER"), program::CODECS) };
    // SAFETY: nothing else has these descriptors yet; the output of criterion or a library is no value.
    let mut out = unsafe {
        let real = libc::dup(1);
        libc::dup2(2, 1);
        File::from_raw_fd(real)
    };
    let asked = Question::deserialize_json(&question)?;
    let mut session = Session::new(env!("WIRELAB_RUNNER"), program::CODECS);
    for request in &asked.requests {
        let answer = session.answer(request)?.unwrap_or_default();
        eprintln!("{answer}");
    }
    let folder = std::env::temp_dir().join(format!("criterion-{}", std::process::id()));
    let batch = Duration::from_millis(asked.value_ms);
    let mut warm_up = FIRST_WARM_UP;
    let mut next = 0;
    loop {
        writeln!(out, "{:.3}", value_ns(&mut session, &asked.operation, &mut next, warm_up, batch, &folder)?)?;
        warm_up = batch * asked.lead_in;
        if std::io::stdin().read_line(&mut String::new())? == 0 {
            return Ok(fs::remove_dir_all(folder)?);
        }
    }
}

/// The mean time of a call by ten samples, which take `batch` together.
fn value_ns(
    session: &mut Session,
    operation: &str,
    next: &mut usize,
    warm_up: Duration,
    batch: Duration,
    folder: &Path,
) -> Result<f64, Box<dyn Error + Send + Sync>> {
    let (bench, copies) = session.call(operation)?;
    Criterion::default()
        .without_plots()
        .sample_size(10)
        .nresamples(1001)
        .warm_up_time(warm_up)
        .measurement_time(batch)
        .output_directory(folder)
        .bench_function("call", |bencher| {
            bencher.iter(|| {
                let sum = bench.batch(operation, *next, 1).expect("a verified operation does not fail");
                *next = (*next + 1) % copies;
                sum
            });
        });
    let kept = fs::read_to_string(folder.join("call/new/estimates.json"))?;
    Ok(Estimates::deserialize_json(&kept)?.mean.point_estimate)
}
