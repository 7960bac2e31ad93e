use super::compressor::Compressor;
use super::header::BlockShuffle;
use crate::codec::CodecError;
use crate::metadata::{CodecMetadata, Field, Json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BloscSettings {
    pub compressor: Compressor,
    pub is_hc: bool,
    /// From 0 to 9. At 0 the bytes are stored as they are.
    pub level: u8,
    pub shuffle: Option<BlockShuffle>,
    pub typesize: Option<u8>,
    pub blocksize: usize,
}

pub const COMPRESSORS: &[&str] = &["lz4", "lz4hc", "blosclz", "zstd", "snappy", "zlib"];
pub const SHUFFLES: &[&str] = &["noshuffle", "shuffle", "bitshuffle"];
const LEVEL: u8 = 5;

pub fn read(codec: &CodecMetadata) -> Field<BloscSettings> {
    let given = |member| codec.optional(member).filter(|field| !field.value().is_null());
    let name = given("cname").map_or(Ok("lz4"), |field| read_name(&field, COMPRESSORS))?;
    let is_hc = name == "lz4hc";
    let compressor = Compressor::from_name(name).unwrap_or(Compressor::Lz4);
    let shuffle = given("shuffle").map_or(Ok(Some(BlockShuffle::Byte)), |field| read_shuffle(&field))?;
    let level = match given("clevel") {
        None => LEVEL,
        Some(field) => match u8::try_from(field.size("a level from 0 to 9")?) {
            Ok(level @ 0..=9) => level,
            _ => return Err(field.unexpected("a level from 0 to 9")),
        },
    };
    let blocksize = given("blocksize").map_or(Ok(0), |field| field.size("a number of bytes"))?;
    let blocksize = usize::try_from(blocksize).unwrap_or(usize::MAX);
    // A header can hold a byte. Elements of more bytes are taken for single bytes, as by c-blosc.
    let typesize = given("typesize").map(|field| {
        field.size("a positive integer").ok().and_then(|size| u8::try_from(size).ok()).unwrap_or(1).max(1)
    });
    Ok(BloscSettings { compressor, is_hc, level, shuffle, typesize, blocksize })
}

pub fn read_name<'a>(field: &Json<'a>, names: &[&str]) -> Field<&'a str> {
    let expected = format!("one of {}", names.join(", "));
    let name = field.string(&expected)?;
    if names.contains(&name) { Ok(name) } else { Err(field.unexpected(expected)) }
}

pub fn read_shuffle(field: &Json) -> Field<Option<BlockShuffle>> {
    let place = match field.integer("") {
        Ok(-1) => return Ok(None),
        Ok(number) => usize::try_from(number).ok(),
        Err(_) => {
            let name = read_name(field, SHUFFLES)?;
            SHUFFLES.iter().position(|known| *known == name)
        }
    };
    match place {
        Some(0) => Ok(Some(BlockShuffle::None)),
        Some(1) => Ok(Some(BlockShuffle::Byte)),
        Some(2) => Ok(Some(BlockShuffle::Bit)),
        _ => Err(field.unexpected("a number from -1 to 2")),
    }
}

impl BloscSettings {
    pub fn for_elements(self, nbytes: usize) -> Result<Self, CodecError> {
        if self.is_hc {
            return Err(CodecError::NotEncoded {
                expected: "blosclz, lz4, snappy, zlib or zstd".into(),
                found: "lz4hc, whose encoder lz4_flex does not have".into(),
            });
        }
        let typesize = self.typesize.or_else(|| u8::try_from(nbytes).ok()).unwrap_or(1).max(1);
        let automatic = if typesize == 1 { BlockShuffle::Bit } else { BlockShuffle::Byte };
        Ok(Self { typesize: Some(typesize), shuffle: Some(self.shuffle.unwrap_or(automatic)), ..self })
    }

    pub fn typesize(&self) -> usize {
        self.typesize.unwrap_or(1).into()
    }
}
