//! What is rendered of payload types beside the types: their places and names.

/// The messages of payload types as one type.
#[macro_export]
macro_rules! built {
    ($($kind:literal: $name:ident,)*) => {
        #[derive(Clone)]
        pub enum Built {
            $($name($name),)*
        }

        impl Built {
            pub fn parse(kind: usize, data: &[u8]) -> $crate::Result<Self> {
                Ok(match kind {
                    $($kind => Self::$name(::prost::Message::decode(data)?),)*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                })
            }

            pub fn write(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$name(message) => ::prost::Message::encode_raw(message, out),)*
                }
            }
        }
    };
}

/// Objects of payload types as one type, beside `messages`, which has what `built` makes.
#[macro_export]
macro_rules! payload {
    ($($kind:literal: $name:ident,)*) => {
        pub enum Payload {
            $($name($name),)*
        }

        impl $crate::bench::Payload for Payload {
            type Built = messages::Built;

            fn build(&self) -> messages::Built {
                match self {
                    $(Self::$name(object) => messages::Built::$name(Wire::form(object)),)*
                }
            }

            fn unbuild(built: messages::Built) -> $crate::Result<Self> {
                Ok(match built {
                    $(messages::Built::$name(message) => Self::$name(Wire::of(message)?),)*
                })
            }

            fn parse(kind: usize, data: &[u8]) -> $crate::Result<messages::Built> {
                messages::Built::parse(kind, data)
            }

            fn write(built: &messages::Built, out: &mut Vec<u8>) {
                built.write(out);
            }

            fn kind(&self) -> usize {
                match self {
                    $(Self::$name(_) => $kind,)*
                }
            }
        }

        impl<C: $($crate::codecs::Codec<$name> +)*> $crate::bench::Coded<C> for Payload {
            fn serialize(&self, codec: &mut C, out: &mut Vec<u8>) -> $crate::Result<()> {
                match self {
                    $(Self::$name(object) => codec.serialize(object, out),)*
                }
            }

            fn deserialize(codec: &mut C, kind: usize, data: &[u8]) -> $crate::Result<Self> {
                Ok(match kind {
                    $($kind => Self::$name(codec.deserialize(data)?),)*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                })
            }

            fn take(codec: &mut C, kind: usize, data: &[u8]) -> $crate::Result<()> {
                match kind {
                    $($kind => {
                        let object: $name = codec.deserialize(data)?;
                        ::std::hint::black_box(&object);
                    })*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                }
                Ok(())
            }
        }
    };
}
