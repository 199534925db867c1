//! Lines in, lines out.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

use nanoserde::{DeJson, SerJson};

use crate::bench::{Bench, Opening};
use crate::timing::{canaries, resolution_ns};
use crate::wire::{Frame, HostError, read_frames};
use crate::{Error, Request, Result};

const LOCK: &str = include_str!("../Cargo.lock");

#[derive(SerJson)]
struct Ready {
    #[nserde(rename = "type")]
    kind: &'static str,
    protocol: u32,
    runner: &'static str,
    runtime: &'static str,
    timer_resolution_ns: u64,
    versions: HashMap<String, String>,
}

#[derive(SerJson)]
struct Fault {
    #[nserde(rename = "type")]
    kind: &'static str,
    whose: &'static str,
    message: String,
}

/// What the runner holds between two requests.
pub struct Session {
    runner: &'static str,
    codecs: &'static [Opening],
    files: Vec<Vec<Frame>>,
    open: Option<(String, Box<dyn Bench>)>,
}

/// Answers requests until they end.
pub fn run(runner: &'static str, codecs: &'static [Opening]) -> Result<()> {
    // SAFETY: nothing else has these descriptors yet; whatever a library prints goes to stderr from here on.
    let mut out = unsafe {
        let real = libc::dup(1);
        libc::dup2(2, 1);
        File::from_raw_fd(real)
    };
    let mut session = Session::new(runner, codecs);
    for line in std::io::stdin().lock().lines() {
        let Some(mut answer) = session.answer(&line?)? else { break };
        answer.push('\n');
        out.write_all(answer.as_bytes())?;
    }
    Ok(())
}

impl Session {
    pub fn new(runner: &'static str, codecs: &'static [Opening]) -> Self {
        Self { runner, codecs, files: Vec::new(), open: None }
    }

    /// The answer to a line, whatever happens; none, if it asks to end.
    pub fn answer(&mut self, line: &str) -> Result<Option<String>> {
        let request = &Request::deserialize_json(line)?;
        if request.kind == "bye" {
            return Ok(None);
        }
        let answer = match catch_unwind(AssertUnwindSafe(|| self.handle(request))) {
            Ok(answer) => answer,
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                Err(format!("panic: {}", said.or(panic.downcast_ref().copied()).unwrap_or("without a message")).into())
            }
        };
        Ok(Some(answer.unwrap_or_else(|error| fault(request, &error))))
    }

    /// The bench of what is open, with the inputs of an operation, and the number of copies: for other harnesses.
    pub fn call(&mut self, operation: &str) -> Result<(&mut dyn Bench, usize)> {
        let (_, bench) = self.open.as_mut().ok_or("no codec is open")?;
        bench.make_inputs(operation)?;
        Ok((bench.as_mut(), self.files.len()))
    }

    fn handle(&mut self, request: &Request) -> Result<String> {
        match request.kind.as_str() {
            "hello" => return Ok(self.ready()),
            "load" => {
                self.files = request.copies.iter().map(|path| read_frames(path)).collect::<Result<_>>()?;
                if let Some((_, bench)) = &mut self.open {
                    bench.load(&self.files)?;
                }
                return Ok(done("loaded", self.files.first().map_or(0, Vec::len)));
            }
            "time" if request.operation == "canary" => return Ok(canaries(request)?.serialize_json()),
            "open" | "cold" => self.make_bench(&request.codec)?,
            _ => (),
        }
        self.open.as_mut().ok_or("no codec is open")?.1.answer(request)
    }

    /// Makes the bench of a codec, with the copies that were loaded.
    fn make_bench(&mut self, codec: &str) -> Result<()> {
        if self.open.as_ref().is_none_or(|(name, _)| name != codec) {
            let found = self.codecs.iter().find(|(name, ..)| *name == codec);
            let (_, _, make) = found.ok_or_else(|| format!("there is no codec {codec:?}"))?;
            self.open = None;
            let mut bench = make();
            bench.load(&self.files)?;
            self.open = Some((codec.into(), bench));
        }
        Ok(())
    }

    fn ready(&self) -> String {
        let codecs = self.codecs.iter().map(|&(name, library, _)| (name, library));
        let versions = codecs.chain(compressors::VERSIONS).map(|(name, library)| (name.into(), version(library)));
        Ready {
            kind: "ready",
            protocol: 2,
            runner: self.runner,
            runtime: concat!("Rust ", env!("RUST_VERSION")),
            timer_resolution_ns: resolution_ns(),
            versions: versions.collect(),
        }
        .serialize_json()
    }
}

/// The answer that objects were loaded or written.
pub fn done(kind: &str, objects: usize) -> String {
    format!(r#"{{"type": "{kind}", "objects": {objects}}}"#)
}

/// The version of a crate that was built in.
fn version(library: &str) -> String {
    let (_, behind) = LOCK.split_once(&format!("name = \"{library}\"\nversion = \"")).unwrap_or(("", "?\""));
    behind.split('"').next().unwrap_or_default().into()
}

/// Characters; libraries quote what they refuse, which may be megabytes.
const LONGEST_MESSAGE: usize = 4000;

fn fault(request: &Request, error: &Error) -> String {
    let whose = match request.kind.as_str() {
        _ if error.is::<HostError>() => "host",
        "hello" | "load" => "runner",
        _ => "codec",
    };
    let message = format!("{}: {error}", request.kind).replace('\n', " ");
    Fault { kind: "error", whose, message: message.chars().take(LONGEST_MESSAGE).collect() }.serialize_json()
}
