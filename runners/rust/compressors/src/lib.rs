//! What can be behind a codec, with what each library says to keep. A package of its own: tests build types without
//! optimising, and some of these libraries are compiled where they are used.

use std::io::{Read, Write};

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Both replace what is in `out`.
pub trait Compressor {
    fn compress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()>;
    fn decompress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()>;
}

pub const VERSIONS: [(&str, &str); 5] =
    [("gzip", "flate2"), ("zstd", "zstd"), ("zstd-dictionary", "zstd"), ("lz4", "lz4_flex"), ("brotli", "brotli")];

pub fn open(name: &str, level: i32, dictionary: &[u8]) -> Result<Box<dyn Compressor>> {
    Ok(match name {
        "gzip" => Box::new(Gzip(flate2::Compression::new(level.try_into()?))),
        "zstd" => Box::new(Zstd(zstd::bulk::Compressor::new(level)?, zstd::zstd_safe::DCtx::create())),
        "zstd-dictionary" => {
            let mut context = zstd::zstd_safe::DCtx::create();
            context.load_dictionary(dictionary).map_err(zstd::zstd_safe::get_error_name)?;
            Box::new(Zstd(zstd::bulk::Compressor::with_dictionary(level, dictionary)?, context))
        }
        "lz4" => Box::new(Lz4),
        "brotli" => Box::new(Brotli(level)),
        _ => return Err(format!("there is no compressor {name:?}").into()),
    })
}

struct Gzip(flate2::Compression);

impl Compressor for Gzip {
    fn compress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        let mut encoder = flate2::write::GzEncoder::new(out, self.0);
        encoder.write_all(data)?;
        encoder.finish()?;
        Ok(())
    }

    fn decompress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        flate2::read::GzDecoder::new(data).read_to_end(out)?;
        Ok(())
    }
}

struct Zstd(zstd::bulk::Compressor<'static>, zstd::zstd_safe::DCtx<'static>);

impl Compressor for Zstd {
    fn compress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        *out = self.0.compress(data)?;
        Ok(())
    }

    fn decompress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        zstd::stream::read::Decoder::with_context(data, &mut self.1).read_to_end(out)?;
        Ok(())
    }
}

struct Lz4;

impl Compressor for Lz4 {
    fn compress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        let mut encoder = lz4_flex::frame::FrameEncoder::new(out);
        encoder.write_all(data)?;
        encoder.finish()?;
        Ok(())
    }

    fn decompress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        lz4_flex::frame::FrameDecoder::new(data).read_to_end(out)?;
        Ok(())
    }
}

struct Brotli(i32);

impl Compressor for Brotli {
    fn compress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        let parameters = brotli::enc::BrotliEncoderParams { quality: self.0, ..Default::default() };
        brotli::BrotliCompress(&mut &data[..], out, &parameters)?;
        Ok(())
    }

    fn decompress(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        brotli::BrotliDecompress(&mut &data[..], out)?;
        Ok(())
    }
}
