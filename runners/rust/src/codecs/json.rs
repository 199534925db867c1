//! JSON.

#![allow(unused_imports)] // a runner has some of these

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, Parameters, Setup, without_settings};
use crate::Result;

/// serde_json, to a new vector for each object or to one that is kept.
pub struct SerdeJson {
    kept: bool,
}

impl Setup for SerdeJson {
    fn open(parameters: &Parameters) -> Result<Self> {
        Ok(Self { kept: parameters["buffer"] == "kept" })
    }
}

#[cfg(feature = "serde_json")]
impl<T: Serialize + DeserializeOwned> Codec<T> for SerdeJson {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        if self.kept {
            out.clear();
            serde_json::to_writer(out, object)?;
        } else {
            *out = serde_json::to_vec(object)?;
        }
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(serde_json::from_slice(data)?)
    }
}

without_settings!(SonicRs);

#[cfg(feature = "sonic-rs")]
impl<T: Serialize + DeserializeOwned> Codec<T> for SonicRs {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = sonic_rs::to_vec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(sonic_rs::from_slice(data)?)
    }
}

#[cfg(feature = "simd-json")]
/// simd-json, which writes into what it reads: each object is copied for it.
pub struct SimdJson {
    copy: Vec<u8>,
    buffers: Option<simd_json::Buffers>,
}

#[cfg(feature = "simd-json")]
impl Setup for SimdJson {
    fn open(parameters: &Parameters) -> Result<Self> {
        let kept = parameters["buffers"] == "kept";
        Ok(Self { copy: Vec::new(), buffers: kept.then(simd_json::Buffers::default) })
    }
}

#[cfg(feature = "simd-json")]
impl<T: Serialize + DeserializeOwned> Codec<T> for SimdJson {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = simd_json::to_vec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        self.copy.clear();
        self.copy.extend_from_slice(data);
        Ok(match &mut self.buffers {
            Some(buffers) => simd_json::serde::from_slice_with_buffers(&mut self.copy, buffers)?,
            None => simd_json::from_slice(&mut self.copy)?,
        })
    }
}
