//! Files of objects: protocol/v2/README.md, Data.

use std::fs;

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
    let mut rest = &data[..];
    let mut frames = Vec::new();
    while !rest.is_empty() {
        let kind = prost::decode_length_delimiter(&mut rest)?;
        let size = prost::decode_length_delimiter(&mut rest)?;
        let (data, behind) = rest.split_at_checked(size).ok_or("the file ends within an object")?;
        frames.push(Frame { kind, data: data.to_vec() });
        rest = behind;
    }
    Ok(frames)
}

/// Writes such a file.
pub fn write_frames(path: &str, frames: &[Frame]) -> Result<()> {
    let mut out = Vec::new();
    for frame in frames {
        prost::encode_length_delimiter(frame.kind, &mut out)?;
        prost::encode_length_delimiter(frame.data.len(), &mut out)?;
        out.extend_from_slice(&frame.data);
    }
    write_file(path, &out)
}
