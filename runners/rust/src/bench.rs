//! A codec with the objects that it works on. Each codec has loops of its own, which the compiler sees through.

use std::collections::HashMap;
use std::hint::black_box;

use compressors::Compressor;
use nanoserde::SerJson;
use quick_protobuf::Writer;

use crate::carried::Out;
use crate::codecs::{Parameters, Setup};
use crate::session::done;
use crate::timing::{Timed, rotate, sink, timed};
use crate::wire::{Frame, read_file, read_frames, write_file, write_frames};
use crate::{Request, Result};

/// What a workload's codecs encode, one of its payload types in each object; `Built` is the same as the library's
/// messages, where it has such.
pub trait Payload: Sized {
    fn kind(&self) -> usize;
    fn read(kind: usize, data: &[u8]) -> Result<Self>;
    fn write(&self, out: &mut Out) -> Result<()>;

    type Built: Clone;
    /// Whether there are such messages: what is relayed is then read into them.
    const BUILDS: bool = false;
    fn build(&self) -> Result<Self::Built> {
        Err(WITHOUT.into())
    }
    fn unbuild(_: Self::Built) -> Result<Self> {
        Err(WITHOUT.into())
    }
    fn parse(_: usize, _: &[u8]) -> Result<Self::Built> {
        Err(WITHOUT.into())
    }
    fn encode(_: &Self::Built, _: &mut Vec<u8>) -> Result<()> {
        Err(WITHOUT.into())
    }
}

const WITHOUT: &str = "the library has no messages of its own";

/// That a codec encodes all of them. `take` decodes an object and hands it to `black_box`.
pub trait Coded<C>: Payload {
    fn serialize(&self, codec: &mut C, out: &mut Vec<u8>) -> Result<()>;
    fn deserialize(codec: &mut C, kind: usize, data: &[u8]) -> Result<Self>;
    fn take(codec: &mut C, kind: usize, data: &[u8]) -> Result<()>;
}

/// An open codec, whichever it is: calls that are timed are loops of its own, which the compiler sees through.
trait Calls<P> {
    fn serialize(&mut self, object: &P) -> Result<&[u8]>;
    fn deserialize(&mut self, kind: usize, data: &[u8]) -> Result<P>;
    fn take(&mut self, kind: usize, data: &[u8]) -> Result<()>;
    fn serialize_all(&mut self, copies: &[Vec<P>], next: usize, calls: usize, behind: &mut Behind) -> Result<u64>;
    fn take_all(&mut self, copies: &[Vec<Frame>], next: usize, calls: usize, behind: &mut Behind) -> Result<u64>;
}

struct Called<C> {
    codec: C,
    out: Vec<u8>,
}

impl<C, P: Coded<C>> Calls<P> for Called<C> {
    #[inline(never)] // what was verified is what is timed
    fn serialize(&mut self, object: &P) -> Result<&[u8]> {
        object.serialize(&mut self.codec, &mut self.out)?;
        Ok(&self.out)
    }

    fn deserialize(&mut self, kind: usize, data: &[u8]) -> Result<P> {
        P::deserialize(&mut self.codec, kind, data)
    }

    #[inline(never)]
    fn take(&mut self, kind: usize, data: &[u8]) -> Result<()> {
        P::take(&mut self.codec, kind, data)
    }

    fn serialize_all(&mut self, copies: &[Vec<P>], next: usize, calls: usize, behind: &mut Behind) -> Result<u64> {
        rotate(copies, next, calls, |object| Ok(sink(behind.packed(Calls::serialize(self, object)?)?)))
    }

    fn take_all(&mut self, copies: &[Vec<Frame>], next: usize, calls: usize, behind: &mut Behind) -> Result<u64> {
        rotate(copies, next, calls, |frame| {
            Calls::<P>::take(self, frame.kind, behind.unpacked(&frame.data)?)?;
            Ok(1)
        })
    }
}

/// What is behind a codec: a compressor or none, and the buffer that it writes to.
struct Behind {
    compressor: Option<Box<dyn Compressor>>,
    out: Vec<u8>,
}

impl Behind {
    fn packed<'a>(&'a mut self, data: &'a [u8]) -> Result<&'a [u8]> {
        let Some(compressor) = &mut self.compressor else { return Ok(data) };
        compressor.compress(data, &mut self.out)?;
        Ok(&self.out)
    }

    fn unpacked<'a>(&'a mut self, data: &'a [u8]) -> Result<&'a [u8]> {
        let Some(compressor) = &mut self.compressor else { return Ok(data) };
        compressor.decompress(data, &mut self.out)?;
        Ok(&self.out)
    }
}

/// A bench, whatever its objects.
pub trait Bench {
    fn load(&mut self, files: &[Vec<Frame>]) -> Result<()>;
    fn answer(&mut self, request: &Request) -> Result<String>;
    fn make_inputs(&mut self, operation: &str) -> Result<()>;
    /// A batch of an operation in memory, from a copy on.
    fn batch(&mut self, operation: &str, next: usize, calls: usize) -> Result<u64>;
}

/// A codec's name in the manifest, that of its crate, and what makes its bench.
pub type Opening = (&'static str, &'static str, fn() -> Box<dyn Bench>);

/// The bench of a codec, on objects of a rendering.
pub fn bench<C: Setup, P: Coded<C> + 'static>() -> Box<dyn Bench> {
    Box::new(PayloadBench::<P> {
        make: |parameters| Ok(Box::new(Called { codec: C::open(parameters)?, out: Vec::new() })),
        opened: None,
        copies: Vec::new(),
        inputs: Inputs::default(),
        written: Vec::new(),
        next: HashMap::new(),
        last: "serialize".into(),
    })
}

struct PayloadBench<P: Payload> {
    make: fn(&Parameters) -> Result<Box<dyn Calls<P>>>,
    opened: Option<Opened<P>>,
    copies: Vec<Vec<P>>,
    inputs: Inputs<P::Built>,
    written: Vec<u8>,
    next: HashMap<String, usize>,
    last: String,
}

struct Opened<P> {
    codec: Box<dyn Calls<P>>,
    behind: Behind,
}

impl<P: Payload> Opened<P> {
    fn serialize(&mut self, object: &P) -> Result<&[u8]> {
        self.behind.packed(self.codec.serialize(object)?)
    }

    fn frame(&mut self, object: &P) -> Result<Frame> {
        Ok(Frame { kind: object.kind(), data: self.serialize(object)?.to_vec() })
    }
}

/// Inputs of operations, by copy: made when they are first needed.
struct Inputs<B> {
    encoded: Vec<Vec<Frame>>,
    plain: Vec<Vec<Frame>>,
    built: Vec<Vec<B>>,
}

impl<B> Default for Inputs<B> {
    fn default() -> Self {
        Self { encoded: Vec::new(), plain: Vec::new(), built: Vec::new() }
    }
}

impl<P: Payload> PayloadBench<P> {
    fn forget(&mut self) {
        self.inputs = Inputs::default();
        self.next.clear();
    }

    fn open(&mut self, request: &Request) -> Result<()> {
        let level = request.level.unwrap_or_default();
        let dictionary = request.dictionary.as_deref().map(read_file).transpose()?.unwrap_or_default();
        let open = |name| compressors::open(name, level, &dictionary);
        let compressor = request.compressor.as_deref().map(open).transpose()?;
        let behind = Behind { compressor, out: Vec::new() };
        self.opened = Some(Opened { codec: (self.make)(&request.parameters)?, behind });
        Ok(())
    }

    fn nothing(&self, next: usize, calls: usize) -> Result<u64> {
        fn kept<T>(copies: &[Vec<T>], next: usize, calls: usize) -> Result<u64> {
            rotate(copies, next, calls, |input| {
                black_box(input);
                Ok(1)
            })
        }
        let bytes = match self.last.as_str() {
            "serialize" | "build" => return kept(&self.copies, next, calls),
            "write" | "unbuild" => return kept(&self.inputs.built, next, calls),
            "parse" | "compress" => &self.inputs.plain,
            _ => &self.inputs.encoded,
        };
        rotate(bytes, next, calls, |frame| Ok(sink(&frame.data)))
    }

    /// As `batch`, with a file for each call.
    fn batch_of_files(&mut self, folder: &str, request: &Request, next: usize) -> Result<u64> {
        let (opened, mut sum) = (self.opened.as_mut().ok_or(CLOSED)?, 0);
        for call in 0..request.calls {
            let copy = (next + call) % self.copies.len();
            if request.operation == "serialize" {
                let mut all = Vec::new();
                for object in &self.copies[copy] {
                    let bytes = opened.serialize(object)?;
                    sum += sink(bytes);
                    all.extend_from_slice(bytes);
                }
                write_file(&format!("{folder}/serialized"), &all)?;
            } else {
                let all = read_file(&format!("{folder}/copy-{copy}"))?;
                let mut rest = &all[..];
                for frame in &self.inputs.encoded[copy] {
                    let (data, behind) = rest.split_at(frame.data.len());
                    opened.codec.take(frame.kind, opened.behind.unpacked(data)?)?;
                    (rest, sum) = (behind, sum + 1);
                }
            }
        }
        Ok(sum)
    }

    fn decode(&mut self, frame: &Frame) -> Result<Frame> {
        let Opened { codec, behind } = self.opened.as_mut().ok_or(CLOSED)?;
        let object = codec.deserialize(frame.kind, behind.unpacked(&frame.data)?)?;
        let mut data = Vec::new();
        object.write(&mut Writer::new(&mut data))?;
        Ok(Frame { kind: frame.kind, data })
    }

    fn relay(&mut self, frame: &Frame) -> Result<Frame> {
        let Opened { codec, behind } = self.opened.as_mut().ok_or(CLOSED)?;
        let data = behind.unpacked(&frame.data)?;
        let relayed = if P::BUILDS {
            let message = P::parse(frame.kind, data)?;
            self.written.clear();
            P::encode(&message, &mut self.written)?;
            &self.written
        } else {
            let object = codec.deserialize(frame.kind, data)?;
            codec.serialize(&object)?
        };
        Ok(Frame { kind: frame.kind, data: behind.packed(relayed)?.to_vec() })
    }

    fn time(&mut self, request: &Request) -> Result<Timed> {
        let operation = request.operation.as_str();
        if operation != "nothing" {
            self.make_inputs(operation)?;
            self.last = operation.into();
        }
        if let (Some(folder), "deserialize") = (&request.files, operation) {
            for (at, copy) in self.inputs.encoded.iter().enumerate() {
                let all = copy.iter().flat_map(|frame| frame.data.iter().copied()).collect::<Vec<_>>();
                write_file(&format!("{folder}/copy-{at}"), &all)?;
            }
        }
        let copies = self.copies.len();
        let first = self.next.get(operation).copied().unwrap_or(0);
        self.next.insert(operation.into(), (first + request.calls * request.batches) % copies);
        let next = |batch: usize| (first + batch * request.calls) % copies;
        match (operation, &request.files) {
            ("nothing", _) => timed(request.batches, || (), |at, ()| self.nothing(next(at), request.calls)),
            ("unbuild", _) => self.time_unbuild(request, first),
            (_, Some(folder)) => timed(request.batches, || (), |at, ()| self.batch_of_files(folder, request, next(at))),
            _ => timed(request.batches, || (), |at, ()| self.batch(operation, next(at), request.calls)),
        }
    }

    /// Messages become objects, and are gone: a batch has copies of its own, made before it.
    fn time_unbuild(&mut self, request: &Request, first: usize) -> Result<Timed> {
        let built = &self.inputs.built;
        let mut from = first;
        let prepare = || {
            let calls = (from..from + request.calls).flat_map(|call| built[call % built.len()].clone());
            from += request.calls;
            calls.collect::<Vec<_>>()
        };
        timed(request.batches, prepare, |_, messages| {
            let mut sum = 0;
            for message in messages.drain(..) {
                black_box(P::unbuild(message)?);
                sum += 1;
            }
            Ok(sum)
        })
    }

    fn cold(&mut self, request: &Request) -> Result<Timed> {
        self.forget();
        self.inputs.encoded = request.encoded.as_deref().map(read_frames).transpose()?.into_iter().collect();
        let first = timed(
            1,
            || (),
            |_, ()| {
                self.open(request)?;
                self.batch(&request.operation, 0, 1)
            },
        );
        self.forget();
        first
    }
}

const CLOSED: &str = "no codec is open";

impl<P: Payload> Bench for PayloadBench<P> {
    fn load(&mut self, files: &[Vec<Frame>]) -> Result<()> {
        self.forget();
        self.copies = mapped(files, |frame| P::read(frame.kind, &frame.data))?;
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> Result<String> {
        let encoded = || read_frames(request.encoded.as_deref().unwrap_or_default());
        let (kind, frames): (_, Result<Vec<_>>) = match request.kind.as_str() {
            "open" => {
                self.forget();
                self.open(request)?;
                return Ok(r#"{"type": "opened"}"#.into());
            }
            "time" => return Ok(self.time(request)?.serialize_json()),
            "cold" => return Ok(self.cold(request)?.serialize_json()),
            "encode" => {
                let opened = self.opened.as_mut().ok_or(CLOSED)?;
                ("encoded", self.copies[request.copy_index].iter().map(|object| opened.frame(object)).collect())
            }
            "decode" => ("decoded", encoded()?.iter().map(|frame| self.decode(frame)).collect()),
            "relay" => ("relayed", encoded()?.iter().map(|frame| self.relay(frame)).collect()),
            other => return Err(format!("there is no request {other:?}").into()),
        };
        let frames = frames?;
        write_frames(&request.file, &frames)?;
        Ok(done(kind, frames.len()))
    }

    fn make_inputs(&mut self, operation: &str) -> Result<()> {
        let opened = self.opened.as_mut().ok_or(CLOSED)?;
        let Inputs { encoded, plain, built } = &mut self.inputs;
        match operation {
            "write" | "unbuild" if built.is_empty() => *built = mapped(&self.copies, P::build)?,
            "deserialize" | "decompress" if encoded.is_empty() => {
                *encoded = mapped(&self.copies, |object| opened.frame(object))?;
            }
            "parse" | "compress" if plain.is_empty() => {
                let frame =
                    |object: &P| Ok(Frame { kind: object.kind(), data: opened.codec.serialize(object)?.to_vec() });
                *plain = mapped(&self.copies, frame)?;
            }
            _ => (),
        }
        Ok(())
    }

    fn batch(&mut self, operation: &str, next: usize, calls: usize) -> Result<u64> {
        let Opened { codec, behind } = self.opened.as_mut().ok_or(CLOSED)?;
        let Inputs { encoded, plain, built } = &self.inputs;
        match operation {
            "serialize" => codec.serialize_all(&self.copies, next, calls, behind),
            "deserialize" => codec.take_all(encoded, next, calls, behind),
            "build" => rotate(&self.copies, next, calls, |object| {
                black_box(object.build()?);
                Ok(1)
            }),
            "write" => rotate(built, next, calls, |message| {
                self.written.clear();
                P::encode(message, &mut self.written)?;
                Ok(sink(&self.written))
            }),
            "parse" => rotate(plain, next, calls, |frame| {
                black_box(P::parse(frame.kind, &frame.data)?);
                Ok(1)
            }),
            "compress" | "decompress" if behind.compressor.is_none() => Err("no compressor is open".into()),
            "compress" => rotate(plain, next, calls, |frame| Ok(sink(behind.packed(&frame.data)?))),
            "decompress" => rotate(encoded, next, calls, |frame| Ok(sink(behind.unpacked(&frame.data)?))),
            _ => Err(format!("there is no operation {operation:?}").into()),
        }
    }
}

/// The same for each input of each copy.
fn mapped<T, U>(copies: &[Vec<T>], mut make: impl FnMut(&T) -> Result<U>) -> Result<Vec<Vec<U>>> {
    copies.iter().map(|copy| copy.iter().map(&mut make).collect()).collect()
}
