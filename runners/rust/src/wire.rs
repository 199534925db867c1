//! Files of objects: protocol/v2/README.md, Data.

use std::fs;

use quick_protobuf::{BytesReader, Writer};

use crate::{Error, Result};

/// An object's type and its bytes.
pub struct Frame {
    pub kind: usize,
    pub data: Vec<u8>,
}

/// A file that cannot be read or written: the host's fault.
#[derive(Debug)]
pub struct HostError(String);

impl std::error::Error for HostError {}

impl std::fmt::Display for HostError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn host(path: &str, error: &std::io::Error) -> Error {
    HostError(format!("{path}: {error}")).into()
}

pub fn read_file(path: &str) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| host(path, &error))
}

pub fn write_file(path: &str, data: &[u8]) -> Result<()> {
    fs::write(path, data).map_err(|error| host(path, &error))
}

/// Reads a file of objects or of encoded ones.
pub fn read_frames(path: &str) -> Result<Vec<Frame>> {
    let data = read_file(path)?;
    let mut reader = BytesReader::from_bytes(&data);
    let mut frames = Vec::new();
    while !reader.is_eof() {
        let kind = reader.read_varint64(&data)?.try_into()?;
        frames.push(Frame { kind, data: reader.read_bytes(&data)?.to_vec() });
    }
    Ok(frames)
}

/// Writes such a file.
pub fn write_frames(path: &str, frames: &[Frame]) -> Result<()> {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out);
    for frame in frames {
        writer.write_varint(frame.kind as u64)?;
        writer.write_bytes(&frame.data)?;
    }
    write_file(path, &out)
}
