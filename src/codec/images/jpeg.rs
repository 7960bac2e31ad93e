//! `imagecodecs_jpeg`: one JPEG image of at most 8 bits per sample, or a lossless one of at most 16.
//!
//! Specification: [ITU-T T.81](https://www.w3.org/Graphics/JPEG/itu-t81.pdf); the colours are those of
//! [JFIF](https://www.w3.org/Graphics/JPEG/jfif3.pdf) and of Adobe's marker APP14, as libjpeg-turbo reads them. Decoders may
//! differ by a little in the cosine transform and in how they enlarge chroma: only JPEG's lossless process is exact.
//! Configuration, as far as decoding takes it: `{"tables": "base64", "header": "base64", "colorspace_jpeg": "YCBCR",
//! "colorspace_data": "RGB", "fancyupsampling": null}`. TIFF files keep tables, or all of the header, apart from each image.

use std::borrow::Cow;

use super::super::signature::MOST_FIELDS;
#[cfg(not(feature = "images"))]
use super::build;
use super::{CodecRow, FieldReading, StoredField, big_at, field, row};
#[cfg(feature = "images")]
use decode::build;

pub(in super::super) const ROW: CodecRow = CodecRow {
    amounts: &["level"],
    inside,
    ..row(
        "imagecodecs_jpeg",
        "writes a chunk as a JPEG image, with a loss",
        &["imagecodecs_jpeg", "imagecodecs_jpeg8"],
        &["imagecodecs_jpeg8", "jpeg"],
        build,
    )
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colours {
    Gray,
    Rgb,
    YCbCr,
    Cmyk,
    Ycck,
}

impl Colours {
    const fn name(self) -> &'static str {
        match self {
            Self::Gray => "gray",
            Self::Rgb => "RGB",
            Self::YCbCr => "YCbCr",
            Self::Cmyk => "CMYK",
            Self::Ycck => "YCCK",
        }
    }
}

/// One marker with its parameters.
struct JpegMarker<'a> {
    start: usize,
    marker: u8,
    body: &'a [u8],
}

const SOI: u8 = 0xd8;
const EOI: u8 = 0xd9;
const SOS: u8 = 0xda;
const APP0: u8 = 0xe0;
const APP14: u8 = 0xee;

/// Up to the first scan.
fn segments(input: &[u8]) -> Vec<JpegMarker<'_>> {
    let mut segments = Vec::new();
    let mut start = 0;
    while let Some([0xff, marker]) = input.get(start..).and_then(<[u8]>::first_chunk)
        && segments.len() < MOST_FIELDS
    {
        let has_body = !matches!(*marker, 0xff | 0x01 | 0xd0..=EOI);
        let nbytes = if has_body { big_at(input, start + 2, 2).unwrap_or(0) } else { 0 };
        let body = input.get(start + 4..start + 2 + nbytes).unwrap_or_default();
        if *marker != 0xff {
            segments.push(JpegMarker { start, marker: *marker, body });
        }
        if matches!(*marker, SOS | EOI) || has_body && nbytes < 2 {
            break;
        }
        // Any number of bytes 0xff may be in front of a marker.
        start += if *marker == 0xff { 1 } else { 2 + nbytes };
    }
    segments
}

#[derive(Debug)]
struct JpegFrame {
    /// The marker: which process.
    marker: u8,
    precision: u8,
    height: usize,
    width: usize,
    /// Of each component: its name, and how often it is sampled in a row and in a column, as two halves of a byte.
    components: Vec<[u8; 2]>,
    is_jfif: bool,
    adobe: Option<u8>,
}

impl JpegFrame {
    fn of(segments: &[JpegMarker]) -> Option<Self> {
        let is_frame = |marker: u8| matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        let JpegMarker { marker, body, .. } = segments.iter().find(|segment| is_frame(segment.marker))?;
        let (components, _) = body.get(6..)?.as_chunks::<3>();
        let adobe = segments.iter().find(|one| one.marker == APP14 && one.body.starts_with(b"Adobe"));
        Some(Self {
            marker: *marker,
            precision: *body.first()?,
            height: big_at(body, 1, 2)?,
            width: big_at(body, 3, 2)?,
            components: components.iter().map(|[name, sampling, _]| [*name, *sampling]).collect(),
            is_jfif: segments.iter().any(|one| one.marker == APP0 && one.body.starts_with(b"JFIF\0")),
            adobe: adobe.and_then(|adobe| adobe.body.get(11).copied()),
        })
    }

    const fn is_lossless(&self) -> bool {
        matches!(self.marker, 0xc3 | 0xc7 | 0xcb | 0xcf)
    }

    /// What libjpeg-turbo takes the components for.
    fn colours(&self) -> Option<Colours> {
        let names: Vec<u8> = self.components.iter().map(|[name, _]| *name).collect();
        Some(match (names.as_slice(), self.adobe) {
            ([_], _) => Colours::Gray,
            ([_, _, _], _) => {
                let is_rgb = match (names.as_slice(), self.adobe) {
                    (_, Some(transform)) => transform == 0,
                    ([1, 2, 3], None) => self.is_lossless(),
                    (names, None) => names == b"RGB",
                };
                if is_rgb && !self.is_jfif { Colours::Rgb } else { Colours::YCbCr }
            }
            ([_, _, _, _], Some(2)) => Colours::Ycck,
            ([_, _, _, _], _) => Colours::Cmyk,
            _ => return None,
        })
    }

    fn is_subsampled(&self) -> bool {
        self.components.windows(2).any(|pair| matches!(pair, [[_, one], [_, other]] if one != other))
    }

    fn describe(&self) -> String {
        let process = match self.marker {
            0xc0 => "baseline",
            0xc1 => "extended sequential",
            0xc2 => "progressive",
            _ if self.is_lossless() => "lossless",
            _ => "another process",
        };
        let sampling = match self.components.as_slice() {
            [[_, first], ..] if self.is_subsampled() => {
                format!(", chroma sampled {}×{} times less", first >> 4, first & 15)
            }
            _ => String::new(),
        };
        let colours = self.colours().map_or("unknown colours", Colours::name);
        format!(
            "{process}, {} rows of {}, {} × {} bits, {colours}{sampling}",
            self.height,
            self.width,
            self.components.len(),
            self.precision
        )
    }
}

fn inside(input: &[u8]) -> Vec<StoredField> {
    let all = segments(input);
    let frame = JpegFrame::of(&all);
    let mut fields = Vec::new();
    for JpegMarker { start, marker, body } in &all {
        let (name, meaning): (&'static str, Cow<'static, str>) = match marker {
            &SOI => ("SOI", "an image starts".into()),
            &EOI => ("EOI", "the image ends".into()),
            &APP0 if body.starts_with(b"JFIF\0") => ("JFIF", "colours are gray or YCbCr".into()),
            &APP14 if body.starts_with(b"Adobe") => ("Adobe", "says how the colours were transformed".into()),
            0xe0..=0xef => ("application", "data of a program: a colour profile, Exif".into()),
            0xc4 => ("DHT", "Huffman tables".into()),
            0xdb => ("DQT", "quantization tables: what is divided out, and lost".into()),
            0xdd => ("DRI", "how many blocks are between two restart markers".into()),
            0xfe => ("comment", "a text".into()),
            &SOS => ("SOS", "a scan follows".into()),
            0xc0..=0xcf => {
                let meaning = frame.as_ref().map_or_else(String::new, JpegFrame::describe);
                ("frame", meaning.into())
            }
            _ => ("marker", "another marker".into()),
        };
        let nbytes = if matches!(*marker, SOI | EOI) { 2 } else { 4 + body.len() };
        fields.push(field(*start, nbytes, FieldReading::Plain, name, meaning));
    }
    fields
}

#[cfg(feature = "images")]
mod decode {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use jpeg_decoder::{ColorTransform, Decoder, Error};

    use super::super::super::ArrayOrBytes;
    use super::super::super::numcodecs::given;
    use super::super::super::reader::{corrupt_at, ended_at};
    use super::super::super::{CodecError, StageWork};
    use super::super::{ExpectedImage, ReadImage, UINT8, UINT16, bind};
    use super::{Colours, Cow, EOI, JpegFrame, SOI, SOS, segments};
    use crate::metadata::{ArrayRepresentation, CodecMetadata, Field, Json};

    #[derive(Debug)]
    struct Jpeg {
        tables: Vec<u8>,
        header: Option<Vec<u8>>,
        stored: Option<Colours>,
        decoded: Option<Colours>,
        is_smooth: bool,
    }

    pub(super) fn build(
        codec: &CodecMetadata,
        decoded: Option<&ArrayRepresentation>,
    ) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
        bind(codec, decoded, &[UINT8, UINT16], read)
    }

    fn read(codec: &CodecMetadata) -> Field<Box<dyn ReadImage>> {
        let configuration = codec.configuration();
        let bytes = |member| given(&configuration, member).map(|field| base64(&field)).transpose();
        let colours = |member| given(&configuration, member).map(|field| Colours::read(&field)).transpose();
        let is_smooth = given(&configuration, "fancyupsampling").map(|field| field.boolean()).transpose()?;
        Ok(Box::new(Jpeg {
            tables: bytes("tables")?.unwrap_or_default(),
            header: bytes("header")?,
            stored: colours("colorspace_jpeg")?.flatten(),
            decoded: colours("colorspace_data")?.flatten(),
            is_smooth: is_smooth.unwrap_or(true),
        }))
    }

    fn base64(field: &Json) -> Field<Vec<u8>> {
        /// Every chunk is decoded with all of them. Four tables of each kind take 2 kB.
        const MOST: usize = 1 << 16;
        let expected = "at most 65536 bytes in base64";
        let bytes = STANDARD.decode(field.string(expected)?).ok().filter(|bytes| bytes.len() <= MOST);
        bytes.ok_or_else(|| field.unexpected(expected))
    }

    impl Colours {
        /// `None` where it is left to the image.
        fn read(field: &Json) -> Field<Option<Self>> {
            let expected = "one of GRAYSCALE, RGB, YCBCR, CMYK, YCCK";
            Ok(Some(match field.string(expected)?.to_ascii_uppercase().as_str() {
                "UNKNOWN" => return Ok(None),
                "GRAYSCALE" | "GRAY" | "MINISBLACK" | "MINISWHITE" => Self::Gray,
                "RGB" => Self::Rgb,
                "YCBCR" => Self::YCbCr,
                "CMYK" | "SEPARATED" => Self::Cmyk,
                "YCCK" => Self::Ycck,
                _ => return Err(field.unexpected(expected)),
            }))
        }
    }

    /// Each scan of a progressive image takes as long as the image is large; usual are about ten.
    const SCANS: usize = 100;

    impl ReadImage for Jpeg {
        fn read(
            &self,
            input: &[u8],
            wanted: &ExpectedImage,
            work: &mut StageWork,
        ) -> Result<Vec<u8>, CodecError> {
            let stream = self.stream(input);
            let header = segments(&stream);
            let frame = JpegFrame::of(&header).ok_or_else(|| {
                corrupt_at(0, "a JPEG image with a frame", format!("{} markers without one", header.len()))
            })?;
            work.note("image", frame.describe());
            work.note("loss", if frame.is_lossless() { "none" } else { "values are near what was written" });
            let corrupt = |expected: &str, found: String| Err(corrupt_at(0, expected, found));
            let (Some(own), false) = (frame.colours(), frame.width == 0 || frame.height == 0) else {
                return corrupt("an image of 1, 3 or 4 components, with a size", frame.describe());
            };
            let stored = self.stored.unwrap_or(own);
            // Where only the colours in the image are given, imagecodecs leaves them.
            let decoded = self.decoded.or(self.stored).unwrap_or(match stored {
                Colours::YCbCr => Colours::Rgb,
                Colours::Ycck => Colours::Cmyk,
                other => other,
            });
            if !self.is_smooth && frame.is_subsampled() {
                return corrupt("chroma that is enlarged smoothly", "\"fancyupsampling\": false".to_owned());
            }
            let components = frame.components.len();
            let samples = match decoded {
                Colours::Gray => 1,
                Colours::Rgb | Colours::YCbCr => 3,
                Colours::Cmyk | Colours::Ycck => 4,
            };
            let data_type = if frame.precision <= 8 { UINT8 } else { UINT16 };
            let nbytes = wanted.nbytes(&[frame.height, frame.width, samples], &data_type)?;
            let scans = stream.windows(2).filter(|two| *two == [0xff, SOS]).count();
            if scans > SCANS {
                return corrupt(&format!("at most {SCANS} scans"), scans.to_string());
            }
            let stored_nbytes = nbytes / samples * components;
            let mut reader = Decoder::new(stream.as_ref());
            // These two take components as they are, but for CMYK, which is inverted.
            reader.set_color_transform(match components {
                4 => ColorTransform::CMYK,
                _ => ColorTransform::RGB,
            });
            reader.set_max_decoding_buffer_size(stored_nbytes);
            let mut bytes = reader.decode().map_err(|error| match error {
                Error::Io(_) => ended_at(input.len(), "the rest of a JPEG image", "the end"),
                other => corrupt_at(0, "a JPEG image that can be decoded", other.to_string()),
            })?;
            if bytes.len() != stored_nbytes {
                return corrupt(&format!("{stored_nbytes} bytes of samples"), bytes.len().to_string());
            }
            if components == 4 {
                for sample in &mut bytes {
                    *sample = 255 - *sample;
                }
            }
            let is_one_byte = frame.precision <= 8;
            convert(bytes, stored, decoded).filter(|_| is_one_byte || stored == decoded).ok_or_else(|| {
                let (from, to) = (stored.name(), decoded.name());
                corrupt_at(0, format!("colours that {to} is made of"), format!("{from} of {components}"))
            })
        }
    }

    impl Jpeg {
        /// The image with the tables or the header that the document has for all of them.
        fn stream<'a>(&self, input: &'a [u8]) -> Cow<'a, [u8]> {
            let whole = match &self.header {
                Some(header) => Cow::Owned([header, input, &[0xff, EOI]].concat()),
                None => Cow::Borrowed(input),
            };
            let tables = self.tables.strip_suffix(&[0xff, EOI]).unwrap_or(&self.tables);
            if tables.is_empty() {
                return whole;
            }
            let image = whole.strip_prefix(&[0xff, SOI]).unwrap_or(&whole);
            Cow::Owned([tables, image].concat())
        }
    }

    /// `None` for a conversion that there is not.
    fn convert(mut bytes: Vec<u8>, from: Colours, to: Colours) -> Option<Vec<u8>> {
        match (from, to) {
            _ if from == to => {}
            (Colours::YCbCr, Colours::Rgb) => {
                for pixel in bytes.as_chunks_mut::<3>().0 {
                    *pixel = rgb(*pixel);
                }
            }
            (Colours::Ycck, Colours::Cmyk) => {
                for [y, cb, cr, _] in bytes.as_chunks_mut::<4>().0 {
                    [*y, *cb, *cr] = rgb([*y, *cb, *cr]).map(|sample| 255 - sample);
                }
            }
            (Colours::YCbCr, Colours::Gray) => {
                bytes = bytes.as_chunks::<3>().0.iter().map(|[y, ..]| *y).collect();
            }
            (Colours::Gray, Colours::Rgb) => bytes = bytes.into_iter().flat_map(|gray| [gray; 3]).collect(),
            _ => return None,
        }
        Some(bytes)
    }

    /// The conversion of JFIF in integers, rounded as libjpeg does it.
    fn rgb([y, cb, cr]: [u8; 3]) -> [u8; 3] {
        const HALF: i32 = 1 << 15;
        let (y, cb, cr) = (i32::from(y), i32::from(cb) - 128, i32::from(cr) - 128);
        let red = y + ((91_881 * cr + HALF) >> 16);
        let green = y + ((-22_554 * cb - 46_802 * cr + HALF) >> 16);
        let blue = y + ((116_130 * cb + HALF) >> 16);
        [red, green, blue].map(|sample| u8::try_from(sample.clamp(0, 255)).unwrap_or(0))
    }
}
