//! How files of objects hold domain types: as protobuf's messages, field by field, without messages of a library between.

use std::collections::HashMap;
use std::hash::Hash;

use quick_protobuf::{BytesReader, Writer};

use crate::Result;

pub type Out<'a> = Writer<&'a mut Vec<u8>>;
const LENGTH_DELIMITED: u32 = 2;

/// What is left of a message, or of a list of numbers.
pub struct Input<'a> {
    pub reader: BytesReader,
    pub bytes: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { reader: BytesReader::from_bytes(bytes), bytes }
    }

    /// What a length and that many bytes hold.
    pub fn within(&mut self) -> Result<Self> {
        Ok(Self::of(self.reader.read_bytes(self.bytes)?))
    }
}

/// A type that is a message.
pub trait Carried: Default {
    /// Reads the value of a field with this tag, if the message has it.
    fn merge(&mut self, tag: u32, input: &mut Input) -> Result<()>;
    fn put(&self, out: &mut Out) -> Result<()>;

    fn read(mut input: Input) -> Result<Self> {
        let mut message = Self::default();
        while !input.reader.is_eof() {
            let tag = input.reader.next_tag(input.bytes)?;
            message.merge(tag, &mut input)?;
        }
        Ok(message)
    }
}

/// A type that is an enum.
pub trait Numbered: Sized {
    fn of(number: i32) -> Result<Self>;
    fn number(&self) -> i32;
}

/// A kind of field, by the name that protobuf has for it.
pub trait Kind {
    const WIRE: u32;
}

/// What a field of a kind holds.
pub trait Value<K: Kind>: Sized {
    fn read(input: &mut Input) -> Result<Self>;
    fn write(&self, out: &mut Out) -> Result<()>;
}

/// The kinds of messages and enums, and those of scalars with the types that hold them.
#[allow(non_camel_case_types)]
pub mod kinds {
    use super::{Input, Kind, Out, Value};
    use crate::Result;

    macro_rules! kinds {
        ($($kind:ident: $wire:literal $($held:ty, $read:ident, $write:ident [$($copied:tt)?])?;)*) => {$(
            pub struct $kind;
            impl Kind for $kind {
                const WIRE: u32 = $wire;
            }
            $(impl Value<$kind> for $held {
                fn read(input: &mut Input) -> Result<Self> {
                    Ok(input.reader.$read(input.bytes)?.into())
                }
                fn write(&self, out: &mut Out) -> Result<()> {
                    Ok(out.$write($($copied)? self)?)
                }
            })?
        )*};
    }
    kinds! {
        double: 1 f64, read_double, write_double [*];
        float: 5 f32, read_float, write_float [*];
        int32: 0 i32, read_int32, write_int32 [*];
        int64: 0 i64, read_int64, write_int64 [*];
        uint32: 0 u32, read_uint32, write_uint32 [*];
        uint64: 0 u64, read_uint64, write_uint64 [*];
        sint32: 0 i32, read_sint32, write_sint32 [*];
        sint64: 0 i64, read_sint64, write_sint64 [*];
        fixed32: 5 u32, read_fixed32, write_fixed32 [*];
        fixed64: 1 u64, read_fixed64, write_fixed64 [*];
        sfixed32: 5 i32, read_sfixed32, write_sfixed32 [*];
        sfixed64: 1 i64, read_sfixed64, write_sfixed64 [*];
        bool: 0 core::primitive::bool, read_bool, write_bool [*];
        string: 2 String, read_string, write_string [];
        bytes: 2 Vec<u8>, read_bytes, write_bytes [];
        enumeration: 0;
        message: 2;
    }
}

impl<T: Numbered> Value<kinds::enumeration> for T {
    fn read(input: &mut Input) -> Result<Self> {
        T::of(input.reader.read_int32(input.bytes)?)
    }
    fn write(&self, out: &mut Out) -> Result<()> {
        Ok(out.write_int32(self.number())?)
    }
}

impl<T: Carried> Value<kinds::message> for T {
    fn read(input: &mut Input) -> Result<Self> {
        T::read(input.within()?)
    }
    fn write(&self, out: &mut Out) -> Result<()> {
        let mut bytes = Vec::new();
        self.put(&mut Writer::new(&mut bytes))?;
        Ok(out.write_bytes(&bytes)?)
    }
}

/// A field's key and value.
pub fn put<K: Kind, T: Value<K>>(number: u32, value: &T, out: &mut Out) -> Result<()> {
    out.write_tag(number << 3 | K::WIRE)?;
    value.write(out)
}

/// Adds what a field of a list holds: one element, or many without keys.
pub fn merge_list<K: Kind, T: Value<K>>(list: &mut Vec<T>, tag: u32, input: &mut Input) -> Result<()> {
    if tag & 7 != LENGTH_DELIMITED || K::WIRE == LENGTH_DELIMITED {
        list.push(T::read(input)?);
        return Ok(());
    }
    let mut packed = input.within()?;
    while !packed.reader.is_eof() {
        list.push(T::read(&mut packed)?);
    }
    Ok(())
}

/// Adds an entry of a map.
pub fn merge_map<KK, KV, K, V>(map: &mut HashMap<K, V>, input: &mut Input) -> Result<()>
where
    KK: Kind,
    KV: Kind,
    K: Value<KK> + Eq + Hash + Default,
    V: Value<KV> + Default,
{
    let (mut entry, mut key, mut value) = (input.within()?, K::default(), V::default());
    while !entry.reader.is_eof() {
        match entry.reader.next_tag(entry.bytes)? >> 3 {
            1 => key = K::read(&mut entry)?,
            _ => value = V::read(&mut entry)?,
        }
    }
    map.insert(key, value);
    Ok(())
}

pub fn put_map<KK, KV, K, V>(number: u32, map: &HashMap<K, V>, out: &mut Out) -> Result<()>
where
    KK: Kind,
    KV: Kind,
    K: Value<KK>,
    V: Value<KV>,
{
    for (key, value) in map {
        let mut entry = Vec::new();
        let mut writer = Writer::new(&mut entry);
        put(1, key, &mut writer)?;
        put(2, value, &mut writer)?;
        put::<kinds::bytes, _>(number, &entry, out)?;
    }
    Ok(())
}

/// An enum whose values have names.
#[macro_export]
macro_rules! numbered {
    ($says:literal $type:ident { $($value:ident = $number:literal,)* }) => {
        impl $crate::carried::Numbered for $type {
            fn of(number: i32) -> $crate::Result<Self> {
                Ok(match number {
                    $($number => Self::$value,)*
                    _ => return Err(format!(concat!($says, " has no value {}"), number).into()),
                })
            }

            fn number(&self) -> i32 {
                match self {
                    $(Self::$value => $number,)*
                }
            }
        }
    };
}

/// A message by its fields, and by its unions, whose cases are an enum each.
#[macro_export]
macro_rules! carried {
    ($type:ident {
        $($how:ident $field:tt: $kinds:tt = $number:literal;)*
    } {
        $($union:ident: $cases:ident { $($case:ident $held:ident $member:ident: $kind:tt = $tag:literal;)* })*
    }) => {
        impl $crate::carried::Carried for $type {
            fn merge(&mut self, tag: u32, input: &mut $crate::carried::Input) -> $crate::Result<()> {
                match tag >> 3 {
                    $($number => $crate::merged!($how $kinds self.$field, tag, input),)*
                    $($($tag => self.$union = Some($cases::$case($crate::merged!($held $kind input))),)*)*
                    _ => input.reader.read_unknown(input.bytes, tag)?,
                }
                Ok(())
            }

            fn put(&self, out: &mut $crate::carried::Out) -> $crate::Result<()> {
                $($crate::put!($how $kinds $number, &self.$field, out);)*
                $(match &self.$union {
                    $(Some($cases::$case(value)) => $crate::put!($held $kind $tag, value, out),)*
                    None => (),
                })*
                Ok(())
            }
        }
    };
    (union $type:ident { $($case:ident $held:ident $member:ident: $kind:tt = $tag:literal;)* }) => {
        impl $crate::carried::Carried for $type {
            fn merge(&mut self, tag: u32, input: &mut $crate::carried::Input) -> $crate::Result<()> {
                match tag >> 3 {
                    $($tag => *self = Self::$case($crate::merged!($held $kind input)),)*
                    _ => input.reader.read_unknown(input.bytes, tag)?,
                }
                Ok(())
            }

            fn put(&self, out: &mut $crate::carried::Out) -> $crate::Result<()> {
                match self {
                    $(Self::$case(value) => $crate::put!($held $kind $tag, value, out),)*
                    Self::NotSet => (),
                }
                Ok(())
            }
        }
    };
}

/// What a value of a kind becomes, or what it does to a field; `how` the field holds it is the word before.
#[macro_export]
macro_rules! merged {
    (plain ($kind:ident) $input:ident) => { $crate::carried::Value::<$crate::carried::kinds::$kind>::read($input)? };
    (within_box ($kind:ident) $input:ident) => { Box::new($crate::merged!(plain ($kind) $input)) };
    (plain ($kind:ident) $field:expr, $tag:ident, $input:ident) => { $field = $crate::merged!(plain ($kind) $input) };
    (list ($kind:ident) $field:expr, $tag:ident, $input:ident) => {
        $crate::carried::merge_list::<$crate::carried::kinds::$kind, _>(&mut $field, $tag, $input)?
    };
    (map ($key:ident $kind:ident) $field:expr, $tag:ident, $input:ident) => {
        $crate::carried::merge_map::<$crate::carried::kinds::$key, $crate::carried::kinds::$kind, _, _>(&mut $field, $input)?
    };
    (nullable_list $kinds:tt $field:expr, $tag:ident, $input:ident) => {
        $crate::merged!(list $kinds *$field.get_or_insert_default(), $tag, $input)
    };
    (nullable_map $kinds:tt $field:expr, $tag:ident, $input:ident) => {
        $crate::merged!(map $kinds *$field.get_or_insert_default(), $tag, $input)
    };
    (boxed ($kind:ident) $field:expr, $tag:ident, $input:ident) => { $field = Some($crate::merged!(within_box ($kind) $input)) };
    ($nullable:ident ($kind:ident) $field:expr, $tag:ident, $input:ident) => { $field = Some($crate::merged!(plain ($kind) $input)) };
}

/// Writes a field.
#[macro_export]
macro_rules! put {
    (plain ($kind:ident) $number:literal, $value:expr, $out:ident) => {
        $crate::carried::put::<$crate::carried::kinds::$kind, _>($number, $value, $out)?
    };
    (list ($kind:ident) $number:literal, $value:expr, $out:ident) => {
        for value in $value {
            $crate::put!(plain ($kind) $number, value, $out);
        }
    };
    (map ($key:ident $kind:ident) $number:literal, $value:expr, $out:ident) => {
        $crate::carried::put_map::<$crate::carried::kinds::$key, $crate::carried::kinds::$kind, _, _>($number, $value, $out)?
    };
    (nullable_list $kinds:tt $number:literal, $value:expr, $out:ident) => { $crate::put!(list $kinds $number, $value.iter().flatten(), $out) };
    (nullable_map $kinds:tt $number:literal, $value:expr, $out:ident) => {
        if let Some(value) = $value {
            $crate::put!(map $kinds $number, value, $out);
        }
    };
    (within_box ($kind:ident) $number:literal, $value:expr, $out:ident) => { $crate::put!(plain ($kind) $number, &**$value, $out) };
    (boxed ($kind:ident) $number:literal, $value:expr, $out:ident) => {
        if let Some(value) = $value {
            $crate::put!(within_box ($kind) $number, value, $out);
        }
    };
    ($nullable:ident ($kind:ident) $number:literal, $value:expr, $out:ident) => {
        if let Some(value) = $value {
            $crate::put!(plain ($kind) $number, value, $out);
        }
    };
}
