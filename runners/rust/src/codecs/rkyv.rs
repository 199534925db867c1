//! rkyv: what it reads is checked first, or trusted.

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};

use super::{Codec, Parameters, Setup};
use crate::Result;

pub struct Rkyv {
    trusted: bool,
    aligned: AlignedVec,
}

impl Setup for Rkyv {
    fn open(parameters: &Parameters) -> Result<Self> {
        Ok(Self { trusted: parameters["bytes"] == "trusted", aligned: AlignedVec::new() })
    }
}

impl<T> Codec<T> for Rkyv
where
    T: Archive + for<'a> Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
{
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        *out = rkyv::api::high::to_bytes_in::<_, Error>(object, std::mem::take(out))?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        // Its manual asks for bytes that are aligned; those within a file need not be.
        let data = if data.as_ptr().addr().is_multiple_of(AlignedVec::<16>::ALIGNMENT) {
            data
        } else {
            self.aligned.clear();
            self.aligned.extend_from_slice(data);
            &self.aligned
        };
        Ok(if self.trusted {
            // SAFETY: whoever sets this parameter says that the bytes can be trusted.
            unsafe { rkyv::from_bytes_unchecked::<T, Error>(data)? }
        } else {
            rkyv::from_bytes::<T, Error>(data)?
        })
    }
}
