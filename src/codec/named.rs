//! Names of codecs that are known and not decoded, with what they are.
//!
//! Proposals have no text that everybody agrees on, and other libraries' own codecs have none at all: reading them would
//! be guessing. A name that differs from a known one only in how it is spelt is no other codec; it is pointed out.

use super::{CODECS, CodecRow};

const IMAGECODECS: &str = "imagecodecs_";

pub const NAMED_ONLY: &[(&str, &str)] = &[
    ("pickle", "not decoded: it can run any program when it is read"),
    // Proposals for the registry.
    ("lzw", "a proposal that is not decoded: LZW, as TIFF files have it"),
    ("pad", "a proposal that is not decoded: elements around a chunk"),
    ("arrow-ipc", "a proposal that is not decoded: an Arrow IPC stream"),
    ("n5_varlen", "a proposal that is not decoded: chunks of variable length of N5"),
    ("jpeg", "a proposal that is not decoded: JPEG images"),
    ("jpegxl", "a proposal that is not decoded: JPEG XL images"),
    ("optional", "a proposal that is not decoded: elements that may be absent, with a mask"),
    ("label_multiset", "a proposal that is not decoded: Paintera's lists of labels"),
    // Codecs of single libraries.
    ("zarrs.squeeze", "an experiment of zarrs that is not decoded: dimensions of length one left out"),
    ("zarrs.vlen", "an experiment of zarrs that is not decoded: elements of any length, with coded offsets"),
    (
        "zarrs.vlen_v2",
        "an experiment of zarrs that is not decoded: elements of any length, one after the other",
    ),
    ("zarrs.gdeflate", "an experiment of zarrs that is not decoded: GDeflate, DEFLATE for graphics cards"),
    (
        "zarrs.optional",
        "an experiment of zarrs that is not decoded: elements that may be absent, with a mask",
    ),
    ("grib", "a codec of kerchunk that is not decoded: one GRIB2 message"),
    ("fill_hdf_strings", "a codec of kerchunk that is not decoded: HDF5 strings from a table"),
    ("record_member", "a codec of kerchunk that is not decoded: one field of records"),
    ("FITSAscii", "a codec of kerchunk that is not decoded: an ASCII table of a FITS file"),
    ("FITSVarBintable", "a codec of kerchunk that is not decoded: a binary table of a FITS file"),
    ("szip", "not decoded: szip (libaec), as HDF5 files have it"),
    ("aec", "not decoded: the adaptive entropy coding of CCSDS 121.0 (libaec)"),
    ("wavpack", "not decoded: WavPack, lossless or lossy audio"),
    ("flac", "not decoded: FLAC, lossless audio"),
    ("blosc2", "not decoded: a chunk or frame of Blosc2, which differs from Blosc"),
    ("ocf_blosc2", "not decoded: a frame of Blosc2, as the Open Climate Fix writes it"),
    ("volcomp", "not decoded: lossy compression of volumes"),
];

const OF_IMAGECODECS: &[(&str, &str)] = &[
    ("jpegxl", "JPEG XL images"),
    ("jpeg", "JPEG images"),
    ("jpeg2k", "JPEG 2000 images"),
    ("jpegxr", "JPEG XR images"),
    ("jetraw", "Jetraw images"),
    ("png", "PNG images"),
    ("webp", "WebP images"),
    ("lerc", "LERC, rasters with a bounded error"),
    ("lzw", "LZW, as TIFF files have it"),
    ("deflate", "DEFLATE, perhaps in zlib"),
    ("zstd", "Zstandard"),
    ("delta", "differences along one axis"),
    ("floatpred", "the floating-point predictor of TIFF files"),
    ("packbits", "PackBits, run lengths of bytes"),
];

pub fn about(name: &str) -> Option<String> {
    let plain = |name: &str| name.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(name);
    let is_meant = |known: &str| known != name && plain(known) == wanted;
    let names = |row: &CodecRow| std::iter::once(&row.name).chain(row.v2).any(|known| is_meant(known));
    if let Some(row) = CODECS.iter().find(|row| names(row)) {
        return Some(format!("the codec is called \"{}\"", row.name));
    }
    if let Some((_, what)) = NAMED_ONLY.iter().find(|(known, _)| *known == name) {
        return Some((*what).to_owned());
    }
    let own = name.strip_prefix(IMAGECODECS)?;
    let known = OF_IMAGECODECS.iter().find(|(known, _)| *known == own);
    let what = known.map_or_else(String::new, |(_, what)| format!(": {what}"));
    Some(format!("a codec of Python's imagecodecs that is not decoded{what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_not_decoded_is_said_to_be_what_it_is() {
        let rows = [
            ("scale-offset", "the codec is called \"scale_offset\""),
            ("vlen_utf8", "the codec is called \"vlen-utf8\""),
            ("Zstd", "the codec is called \"zstd\""),
            ("pickle", "not decoded: it can run any program when it is read"),
            ("jpegxl", "a proposal that is not decoded: JPEG XL images"),
            ("imagecodecs_zstd", "a codec of Python's imagecodecs that is not decoded: Zstandard"),
            ("imagecodecs_new", "a codec of Python's imagecodecs that is not decoded"),
        ];
        for (name, about) in rows {
            assert_eq!(super::about(name).as_deref(), Some(about), "{name}");
        }
        assert_eq!(super::about("example.secret"), None);
    }

    #[test]
    fn no_codec_that_is_decoded_is_in_the_tables() {
        for (name, _) in NAMED_ONLY {
            assert!(CodecRow::meant_by(name).is_none(), "{name}");
        }
    }
}
