//! Values as CBOR has them, with its registered tags: <https://www.iana.org/assignments/cbor-tags>.

use ciborium::tag::Required;
use ciborium::value::Value;
use num_bigint::Sign;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Octets, around};

pub type Bytes = Octets;
pub type Date = chrono::NaiveDate;

around! {
    Id(uuid::Uuid);
    Instant(chrono::DateTime<chrono::Utc>);
    BigInt(num_bigint::BigInt);
}

macro_rules! tagged {
    ($($name:ident: $tag:literal;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Required::<_, $tag>(&self.0).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Required::<_, $tag>::deserialize(deserializer).map(|tagged| Self(tagged.0))
            }
        }
    )*};
}

tagged! {
    Instant: 0;
    Id: 37;
}

const BIGNUM: u64 = 2;
const NEGATIVE_BIGNUM: u64 = 3;

impl Serialize for BigInt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(small) = i128::try_from(&self.0) {
            return serializer.serialize_i128(small); // an integer, or a bignum, as it needs
        }
        let (tag, magnitude) = match self.0.sign() {
            Sign::Minus => (NEGATIVE_BIGNUM, -&self.0 - 1),
            _ => (BIGNUM, self.0.clone()),
        };
        let bytes = Value::Bytes(magnitude.to_bytes_be().1);
        Value::Tag(tag, Box::new(bytes)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BigInt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let magnitude = |bytes: &[u8]| num_bigint::BigInt::from_bytes_be(Sign::Plus, bytes);
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::Integer(integer) => i128::from(integer).into(),
            Value::Tag(BIGNUM, bytes) => {
                magnitude(bytes.as_bytes().ok_or_else(|| D::Error::custom("this is no bignum"))?)
            }
            Value::Tag(NEGATIVE_BIGNUM, bytes) => {
                -magnitude(bytes.as_bytes().ok_or_else(|| D::Error::custom("this is no bignum"))?) - 1
            }
            _ => return Err(D::Error::custom("this is no integer")),
        }))
    }
}

/// Reads a union as the first of its cases that the value is of; of tags, Serde's own way for such enums knows nothing.
#[macro_export]
macro_rules! one_of {
    ($type:ident: $($case:ident)*) => {
        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let value: ::ciborium::Value = ::serde::Deserialize::deserialize(deserializer)?;
                if value.is_null() {
                    return Ok(Self::NotSet);
                }
                $(if let Ok(held) = value.deserialized() {
                    return Ok(Self::$case(held));
                })*
                Err(::serde::de::Error::custom(concat!("this is no ", stringify!($type))))
            }
        }
    };
}
