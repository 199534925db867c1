//! Lines in, lines out.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

use nanoserde::{DeJson, SerJson};

use crate::bench::{Bench, Opening};
use crate::timing::resolution_ns;
use crate::wire::{Frame, HostError, read_frames, write_frames};
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
struct Done {
    #[nserde(rename = "type")]
    kind: &'static str,
    objects: usize,
}

#[derive(SerJson)]
struct Fault {
    #[nserde(rename = "type")]
    kind: &'static str,
    whose: &'static str,
    message: String,
}

/// What the runner holds between two requests.
struct Session {
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
    let mut session = Session { runner, codecs, files: Vec::new(), open: None };
    for line in std::io::stdin().lock().lines() {
        let request = Request::deserialize_json(&line?)?;
        if request.kind == "bye" {
            break;
        }
        let mut answer = session.answer(&request);
        answer.push('\n');
        out.write_all(answer.as_bytes())?;
    }
    Ok(())
}

impl Session {
    fn answer(&mut self, request: &Request) -> String {
        let answer = match catch_unwind(AssertUnwindSafe(|| self.handle(request))) {
            Ok(answer) => answer,
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                Err(format!("panic: {}", said.or(panic.downcast_ref().copied()).unwrap_or("without a message")).into())
            }
        };
        answer.unwrap_or_else(|error| fault(request, &error))
    }

    fn handle(&mut self, request: &Request) -> Result<String> {
        let done = |kind, objects| Done { kind, objects }.serialize_json();
        match request.kind.as_str() {
            "hello" => Ok(self.ready()),
            "load" => {
                self.files = request.copies.iter().map(|path| read_frames(path)).collect::<Result<_>>()?;
                if let Some((_, bench)) = &mut self.open {
                    bench.load(&self.files)?;
                }
                Ok(done("loaded", self.files.first().map_or(0, Vec::len)))
            }
            "open" => {
                self.bench(&request.codec)?.open(request)?;
                Ok(r#"{"type": "opened"}"#.into())
            }
            "encode" => {
                let frames = self.opened()?.encode(request.copy_index)?;
                write_frames(&request.file, &frames)?;
                Ok(done("encoded", frames.len()))
            }
            "decode" => self.made_of(request, "decoded", |bench, encoded| bench.decode(encoded)),
            "relay" => self.made_of(request, "relayed", |bench, encoded| bench.relay(encoded)),
            "time" if request.operation == "canary" => Ok(crate::timing::canaries(request)?.serialize_json()),
            "time" => Ok(self.opened()?.time(request)?.serialize_json()),
            "cold" => {
                let encoded = request.encoded.as_deref().map(read_frames).transpose()?;
                Ok(self.bench(&request.codec)?.cold(request, encoded)?.serialize_json())
            }
            other => Err(format!("there is no request {other:?}").into()),
        }
    }

    /// Writes what a bench makes of a file of encoded objects.
    fn made_of(
        &mut self,
        request: &Request,
        kind: &'static str,
        make: fn(&mut dyn Bench, &[Frame]) -> Result<Vec<Frame>>,
    ) -> Result<String> {
        let encoded = read_frames(request.encoded.as_deref().unwrap_or_default())?;
        let frames = make(self.opened()?.as_mut(), &encoded)?;
        write_frames(&request.file, &frames)?;
        Ok(Done { kind, objects: frames.len() }.serialize_json())
    }

    /// The bench of a codec, with the copies that were loaded.
    fn bench(&mut self, codec: &str) -> Result<&mut Box<dyn Bench>> {
        if self.open.as_ref().is_none_or(|(name, _)| name != codec) {
            let found = self.codecs.iter().find(|(name, ..)| *name == codec);
            let (_, _, make) = found.ok_or_else(|| format!("there is no codec {codec:?}"))?;
            self.open = None;
            let mut bench = make();
            bench.load(&self.files)?;
            self.open = Some((codec.into(), bench));
        }
        self.opened()
    }

    fn opened(&mut self) -> Result<&mut Box<dyn Bench>> {
        Ok(&mut self.open.as_mut().ok_or("no codec is open")?.1)
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
