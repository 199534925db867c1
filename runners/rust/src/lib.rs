//! The Rust runner: protocol/v2/README.md says what it answers. `main.rs` brings a workload's types.

#![allow(clippy::question_mark)] // what the derive of requests writes

pub mod bench;
pub mod carried;
pub mod codecs;
mod memory;
mod payload;
mod session;
mod timing;
pub mod values;
mod wire;

use std::collections::HashMap;

pub use session::{Session, run};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T> = std::result::Result<T, Error>;

/// The fields of all requests that this runner reads.
#[derive(nanoserde::DeJson, Default)]
#[nserde(default)]
pub struct Request {
    #[nserde(rename = "type")]
    kind: String,
    copies: Vec<String>,
    codec: String,
    parameters: HashMap<String, String>,
    compressor: Option<String>,
    level: Option<i32>,
    dictionary: Option<String>,
    copy_index: usize,
    file: String,
    encoded: Option<String>,
    operation: String,
    calls: usize,
    batches: usize,
    files: Option<String>,
}
