//! Values for libraries whose format is their own. By Serde they are as their crates have them, an instant in milliseconds.
//! For others each has a plain form: the bytes of an identifier or an integer, the milliseconds of an instant, the days of
//! a date.

use chrono::Datelike;
use serde::{Deserialize, Serialize};

use super::{Octets, around};

around! {
    #[derive(Serialize, Deserialize)]
    Id(uuid::Uuid);
    #[derive(Serialize, Deserialize)]
    Instant(#[serde(with = "chrono::serde::ts_milliseconds")] chrono::DateTime<chrono::Utc>);
    #[derive(Serialize, Deserialize)]
    Date(chrono::NaiveDate);
    #[derive(Serialize, Deserialize)]
    BigInt(num_bigint::BigInt);
}

pub type Bytes = Octets;

/// A value as a type that every library knows.
pub trait Plain: Sized {
    type Form;
    fn plain(&self) -> Self::Form;
    fn of_plain(form: Self::Form) -> Result<Self, &'static str>;
}

impl Plain for Id {
    type Form = [u8; 16];
    fn plain(&self) -> [u8; 16] {
        self.0.into_bytes()
    }
    fn of_plain(form: [u8; 16]) -> Result<Self, &'static str> {
        Ok(Self(uuid::Uuid::from_bytes(form)))
    }
}

impl Plain for Instant {
    type Form = i64;
    fn plain(&self) -> i64 {
        self.0.timestamp_millis()
    }
    fn of_plain(form: i64) -> Result<Self, &'static str> {
        chrono::DateTime::from_timestamp_millis(form).map(Self).ok_or("an instant that chrono does not have")
    }
}

impl Plain for Date {
    type Form = i32;
    fn plain(&self) -> i32 {
        self.0.num_days_from_ce()
    }
    fn of_plain(form: i32) -> Result<Self, &'static str> {
        chrono::NaiveDate::from_num_days_from_ce_opt(form).map(Self).ok_or("a date that chrono does not have")
    }
}

impl Plain for BigInt {
    type Form = Vec<u8>;
    fn plain(&self) -> Vec<u8> {
        self.0.to_signed_bytes_be()
    }
    fn of_plain(form: Vec<u8>) -> Result<Self, &'static str> {
        Ok(Self(num_bigint::BigInt::from_signed_bytes_be(&form)))
    }
}

macro_rules! by_plain_form {
    ($($name:ident),*) => {$(
        #[cfg(feature = "bincode")]
        impl bincode::Encode for $name {
            fn encode<E: bincode::enc::Encoder>(&self, encoder: &mut E) -> Result<(), bincode::error::EncodeError> {
                self.plain().encode(encoder)
            }
        }

        #[cfg(feature = "bincode")]
        impl<C> bincode::Decode<C> for $name {
            fn decode<D: bincode::de::Decoder<Context = C>>(decoder: &mut D) -> Result<Self, bincode::error::DecodeError> {
                Self::of_plain(bincode::Decode::decode(decoder)?).map_err(bincode::error::DecodeError::Other)
            }
        }

        #[cfg(feature = "bincode")]
        bincode::impl_borrow_decode!($name);

        #[cfg(feature = "borsh")]
        impl borsh::BorshSerialize for $name {
            fn serialize<W: borsh::io::Write>(&self, writer: &mut W) -> borsh::io::Result<()> {
                borsh::BorshSerialize::serialize(&self.plain(), writer)
            }
        }

        #[cfg(feature = "borsh")]
        impl borsh::BorshDeserialize for $name {
            fn deserialize_reader<R: borsh::io::Read>(reader: &mut R) -> borsh::io::Result<Self> {
                let form = borsh::BorshDeserialize::deserialize_reader(reader)?;
                Self::of_plain(form).map_err(|why| borsh::io::Error::new(borsh::io::ErrorKind::InvalidData, why))
            }
        }

        #[cfg(feature = "speedy")]
        impl<C: speedy::Context> speedy::Writable<C> for $name {
            fn write_to<W: ?Sized + speedy::Writer<C>>(&self, writer: &mut W) -> Result<(), C::Error> {
                self.plain().write_to(writer)
            }
        }

        #[cfg(feature = "speedy")]
        impl<'a, C: speedy::Context> speedy::Readable<'a, C> for $name {
            fn read_from<R: speedy::Reader<'a, C>>(reader: &mut R) -> Result<Self, C::Error> {
                Self::of_plain(speedy::Readable::read_from(reader)?).map_err(|why| speedy::Error::custom(why).into())
            }
        }

        // SAFETY: the plain form does all the work.
        #[cfg(feature = "wincode")]
        unsafe impl<C: wincode::config::Config> wincode::SchemaWrite<C> for $name {
            type Src = Self;

            fn size_of(src: &Self) -> wincode::WriteResult<usize> {
                <<Self as Plain>::Form as wincode::SchemaWrite<C>>::size_of(&src.plain())
            }

            fn write(writer: impl wincode::io::Writer, src: &Self) -> wincode::WriteResult<()> {
                <<Self as Plain>::Form as wincode::SchemaWrite<C>>::write(writer, &src.plain())
            }
        }

        // SAFETY: as above.
        #[cfg(feature = "wincode")]
        unsafe impl<'de, C: wincode::config::Config> wincode::SchemaRead<'de, C> for $name {
            type Dst = Self;

            fn read(
                reader: impl wincode::io::Reader<'de>,
                out: &mut std::mem::MaybeUninit<Self>,
            ) -> wincode::ReadResult<()> {
                let form = <<Self as Plain>::Form as wincode::SchemaRead<'de, C>>::get(reader)?;
                out.write(Self::of_plain(form).map_err(wincode::ReadError::Custom)?);
                Ok(())
            }
        }
    )*};
}

/// What rkyv's errors are made of.
#[cfg(feature = "rkyv")]
#[derive(Debug)]
struct Broken(&'static str);

#[cfg(feature = "rkyv")]
impl std::error::Error for Broken {}

#[cfg(feature = "rkyv")]
impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(feature = "rkyv")]
macro_rules! rkyv_by {
    ($($name:ident: $archived:ty;)*) => {$(
        impl rkyv::Archive for $name {
            type Archived = $archived;
            type Resolver = rkyv::Resolver<<Self as Plain>::Form>;

            fn resolve(&self, resolver: Self::Resolver, out: rkyv::Place<Self::Archived>) {
                self.plain().resolve(resolver, out);
            }
        }

        impl<S: rkyv::rancor::Fallible + ?Sized> rkyv::Serialize<S> for $name
        where
            <Self as Plain>::Form: rkyv::Serialize<S>,
        {
            fn serialize(&self, serializer: &mut S) -> Result<Self::Resolver, S::Error> {
                rkyv::Serialize::serialize(&self.plain(), serializer)
            }
        }

        impl<D: rkyv::rancor::Fallible<Error: rkyv::rancor::Source> + ?Sized> rkyv::Deserialize<$name, D>
            for $archived
        {
            fn deserialize(&self, deserializer: &mut D) -> Result<$name, D::Error> {
                let form = rkyv::Deserialize::<<$name as Plain>::Form, D>::deserialize(self, deserializer)?;
                $name::of_plain(form).map_err(|why| rkyv::rancor::Source::new(Broken(why)))
            }
        }
    )*};
}

#[cfg(feature = "rkyv")]
rkyv_by! {
    Id: [u8; 16];
    Instant: rkyv::rend::i64_le;
    Date: rkyv::rend::i32_le;
    BigInt: rkyv::vec::ArchivedVec<u8>;
}

/// minicbor has no bytes but by types of its own.
#[cfg(feature = "minicbor")]
macro_rules! minicbor_by {
    ($($name:ident: $to:expr, $from:expr;)*) => {$(
        impl<C> minicbor::Encode<C> for $name {
            fn encode<W: minicbor::encode::Write>(
                &self,
                encoder: &mut minicbor::Encoder<W>,
                context: &mut C,
            ) -> Result<(), minicbor::encode::Error<W::Error>> {
                $to(self.plain()).encode(encoder, context)
            }
        }

        impl<'b, C> minicbor::Decode<'b, C> for $name {
            fn decode(
                decoder: &mut minicbor::Decoder<'b>,
                context: &mut C,
            ) -> Result<Self, minicbor::decode::Error> {
                let form = minicbor::Decode::decode(decoder, context).map($from)?;
                Self::of_plain(form).map_err(minicbor::decode::Error::message)
            }
        }
    )*};
}

#[cfg(feature = "minicbor")]
minicbor_by! {
    Id: minicbor::bytes::ByteArray::from, |bytes: minicbor::bytes::ByteArray<16>| bytes.into();
    Instant: |millis: i64| millis, |millis: i64| millis;
    Date: |days: i32| days, |days: i32| days;
    BigInt: minicbor::bytes::ByteVec::from, |bytes: minicbor::bytes::ByteVec| bytes.into();
}

by_plain_form!(Id, Instant, Date, BigInt);
