//! Values as MessagePack has them: instants are its timestamps, bytes its bin, what it has no type for is text.

use chrono::{DateTime, Utc};
use rmp_serde::MSGPACK_EXT_STRUCT_NAME;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Octets, around, as_text};

pub type Bytes = Octets;
pub type Date = chrono::NaiveDate;

around! {
    Id(uuid::Uuid);
    BigInt(num_bigint::BigInt);
    Instant(DateTime<Utc>);
}

as_text! {
    Id: "an identifier";
    BigInt: "an integer";
}

const TIMESTAMP: i8 = -1;

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (seconds, nanos) = (self.0.timestamp(), self.0.timestamp_subsec_nanos());
        let bytes = match (u32::try_from(seconds), nanos) {
            (Ok(seconds), 0) => seconds.to_be_bytes().to_vec(),
            _ if seconds >> 34 == 0 => (u64::from(nanos) << 34 | seconds.cast_unsigned()).to_be_bytes().to_vec(),
            _ => [&nanos.to_be_bytes()[..], &seconds.to_be_bytes()].concat(),
        };
        serializer.serialize_newtype_struct(MSGPACK_EXT_STRUCT_NAME, &(TIMESTAMP, Octets(bytes)))
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visited;

        impl<'de> Visitor<'de> for Visited {
            type Value = (i8, Octets);

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a timestamp")
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(i8, Octets), D::Error> {
                Deserialize::deserialize(deserializer)
            }
        }
        let (tag, Octets(bytes)) = deserializer.deserialize_newtype_struct(MSGPACK_EXT_STRUCT_NAME, Visited)?;
        let read = if tag == TIMESTAMP { instant(&bytes) } else { None };
        read.map(Self).ok_or_else(|| D::Error::custom("this is not a timestamp"))
    }
}

fn instant(bytes: &[u8]) -> Option<DateTime<Utc>> {
    let (seconds, nanos) = match bytes.len() {
        4 => (u32::from_be_bytes(bytes.try_into().ok()?).into(), 0),
        8 => {
            let both = u64::from_be_bytes(bytes.try_into().ok()?);
            ((both & ((1 << 34) - 1)).cast_signed(), (both >> 34) as u32)
        }
        _ => {
            let (nanos, seconds) = bytes.split_first_chunk()?;
            (i64::from_be_bytes(seconds.try_into().ok()?), u32::from_be_bytes(*nanos))
        }
    };
    DateTime::from_timestamp(seconds, nanos)
}
