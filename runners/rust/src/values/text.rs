//! Values as JSON has them. Identifiers, instants and dates are text by their own crates.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Octets, Text, around, as_text};

pub type Id = uuid::Uuid;
pub type Instant = chrono::DateTime<chrono::Utc>;
pub type Date = chrono::NaiveDate;

around! {
    BigInt(num_bigint::BigInt);
    Bytes(Octets);
}

as_text! {
    BigInt: "an integer";
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let decoded = |text: &str| BASE64_STANDARD.decode(text).map(|bytes| Self(Octets(bytes)));
        deserializer.deserialize_str(Text(|text: &str| decoded(text).map_err(|_| "bytes in base64")))
    }
}
