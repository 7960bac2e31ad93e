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

/// What they are. Those that give the same as a codec here are read; see `numcodecs/imagecodecs.rs`.
const OF_IMAGECODECS: &[(&str, &str)] = &[
    ("aec", "the adaptive entropy coding of CCSDS 121.0"),
    ("apng", "an animation of PNG images"),
    ("avif", "AVIF images (AV1)"),
    ("b2nd", "arrays of Blosc2"),
    ("bfloat16", "float32 in 16 bits, cut off or rounded"),
    ("bitorder", "the bits of each byte in the other order"),
    ("bitshuffle", "the bits of elements, shuffled in blocks that depend on its version"),
    ("blosc2", "a chunk of Blosc2, which differs from Blosc"),
    ("bmp", "BMP images"),
    ("brotli", "Brotli"),
    ("byteshuffle", "the bytes of elements along one axis"),
    ("ccittfax3", "fax images, group 3"),
    ("ccittfax4", "fax images, group 4"),
    ("ccittrle", "fax images, run lengths"),
    ("chunked", "parts, each compressed on its own"),
    ("cms", "colours in another profile"),
    ("dds", "DDS textures"),
    ("delta", "differences along one axis; numcodecs takes them along all elements"),
    ("dicomrle", "the run lengths of DICOM images"),
    ("eer", "frames of electron microscopes"),
    ("exr", "OpenEXR images"),
    ("float24", "floats of 24 bits"),
    ("floatpred", "the floating-point predictor of TIFF files"),
    ("gif", "GIF images"),
    ("hcomp", "the lossy compression Hcompress of FITS files"),
    ("heif", "HEIF images (HEVC)"),
    ("htj2k", "JPEG 2000 images with its fast block coder"),
    ("jetraw", "Jetraw images"),
    ("jpegls", "JPEG-LS images"),
    ("jpegxr", "JPEG XR images"),
    ("jpegxs", "JPEG XS images"),
    ("lerc", "LERC, rasters with a bounded error"),
    ("ljpeg", "lossless JPEG images, as raw photographs have them"),
    ("lz4f", "frames of LZ4"),
    ("lz4h5", "LZ4 as a filter of HDF5 writes it"),
    ("lzf", "LZF"),
    ("lzfse", "LZFSE"),
    ("lzham", "LZHAM"),
    ("lzo", "LZO"),
    ("lzw", "LZW, as TIFF files have it"),
    ("meshopt", "meshoptimizer's codec for vertices"),
    ("openzl", "OpenZL"),
    ("packints", "integers of few bits"),
    ("pcx", "PCX images"),
    ("pglz", "the compression of PostgreSQL"),
    ("pixarlog", "logarithms of Pixar, as TIFF files have them"),
    ("plio", "the masks PLIO of FITS files"),
    ("qoi", "QOI images"),
    ("quantize", "rounds when it writes; what is stored is read as it is"),
    ("rcomp", "the Rice compression of FITS files"),
    ("rgbe", "Radiance images"),
    ("sperr", "SPERR, lossy compression of numbers"),
    ("spng", "PNG images by another library, which takes fewer of them"),
    ("sz3", "SZ3, lossy compression of numbers"),
    ("szip", "szip, as HDF5 files have it"),
    ("tga", "TGA images"),
    ("tiff", "a TIFF file"),
    ("ultrahdr", "JPEG images with a gain map"),
    ("wavpack", "WavPack, audio"),
    ("wic", "images by Windows"),
    ("xor", "exclusive or along one axis"),
    ("zstd1", "Zstandard with samples of two halves"),
];

pub fn about(name: &str) -> Option<String> {
    let plain = |name: &str| name.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(name);
    let is_meant = |known: &str| known != name && plain(known) == wanted;
    let names = |row: &CodecRow| std::iter::once(&row.name).chain(row.v2).any(|known| is_meant(known));
    if let Some(row) = CODECS.iter().find(|row| names(row)) {
        return Some(format!("the codec is called \"{}\"", row.name));
    }
    if let Some(left_out) = super::images::left_out(name) {
        return Some(left_out);
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
            ("lzw", "a proposal that is not decoded: LZW, as TIFF files have it"),
            (
                "imagecodecs_lerc",
                "a codec of Python's imagecodecs that is not decoded: LERC, rasters with a bounded error",
            ),
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
        for (name, _) in OF_IMAGECODECS {
            assert!(CodecRow::meant_by(&format!("{IMAGECODECS}{name}")).is_none(), "{name}");
        }
    }
}
