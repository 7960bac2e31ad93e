//! Pictures as terminals take them: the graphics protocol of Kitty, and Sixel of DEC.

use std::collections::HashMap;
use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use color_quant::NeuQuant;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::picture::Pixels;
use crate::tell::colors::Rgb;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphicsProtocol {
    /// <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
    Kitty,
    /// VT330/VT340 Programmer Reference Manual, chapter 14.
    Sixel { colors: u16 },
}

/// Any number that no other program is likely to take.
const KITTY_ID: u32 = 31_346;
/// Of base64, in one sequence.
const KITTY_PIECE: usize = 4096;
/// Rows of pixels in one character of Sixel.
const SIX: usize = 6;

impl GraphicsProtocol {
    /// What takes the picture away; Sixel is overwritten.
    pub fn removal(self) -> String {
        match self {
            Self::Kitty => format!("\x1b_Ga=d,d=I,i={KITTY_ID},q=2\x1b\\"),
            Self::Sixel { .. } => String::new(),
        }
    }
}

impl Pixels {
    /// With the nearest pixel for each.
    #[must_use]
    pub fn resized(&self, [width, height]: [usize; 2]) -> Self {
        let mut rgb = Vec::with_capacity(width.saturating_mul(height).saturating_mul(3));
        for y in 0..height {
            let row = y * self.height / height;
            for x in 0..width {
                rgb.extend(self.color([x * self.width / width, row]).unwrap_or_default());
            }
        }
        Self { width, height, rgb }
    }

    /// What is outside is left out.
    #[must_use]
    pub fn part(&self, [x, y]: [usize; 2], [width, height]: [usize; 2]) -> Self {
        let (right, below) = ((x + width).min(self.width), (y + height).min(self.height));
        let mut rgb = Vec::new();
        for row in y..below {
            for column in x..right {
                rgb.extend(self.color([column, row]).unwrap_or_default());
            }
        }
        Self { width: right.saturating_sub(x), height: below.saturating_sub(y), rgb }
    }

    /// Draws them from the cursor on, without moving it, as far as the protocol lets that be chosen.
    pub fn encode(&self, protocol: GraphicsProtocol) -> Vec<u8> {
        match protocol {
            GraphicsProtocol::Kitty => self.kitty(),
            GraphicsProtocol::Sixel { colors } => self.sixel(colors.into()),
        }
    }

    /// Below the text, so that a cursor is seen on it.
    fn kitty(&self) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        // A vector takes all that is written.
        let _ = packed.write_all(&self.rgb);
        let text = BASE64_STANDARD.encode(packed.finish().unwrap_or_default());
        let (width, height) = (self.width, self.height);
        let mut head = format!("a=T,f=24,o=z,s={width},v={height},i={KITTY_ID},p=1,z=-1,C=1,q=2,");
        let mut sent = Vec::with_capacity(text.len() + text.len() / 100);
        let mut pieces = text.as_bytes().chunks(KITTY_PIECE).peekable();
        while let Some(piece) = pieces.next() {
            let more = u8::from(pieces.peek().is_some());
            sent.extend(format!("\x1b_G{head}m={more};").as_bytes());
            sent.extend(piece);
            sent.extend(b"\x1b\\");
            head.clear();
        }
        sent
    }

    fn sixel(&self, most: usize) -> Vec<u8> {
        let (palette, indexes) = self.indexed(most);
        // Pixels that are not drawn stay as they are.
        let mut sent = format!("\x1bP0;1;0q\"1;1;{};{}", self.width, self.height).into_bytes();
        for (index, [red, green, blue]) in palette.iter().enumerate() {
            sent.extend(format!("#{index};2;{red};{green};{blue}").as_bytes());
        }
        for band in indexes.chunks(SIX * self.width.max(1)) {
            let mut columns: Vec<Vec<u8>> = vec![Vec::new(); palette.len()];
            for (row, indexes) in band.chunks(self.width.max(1)).enumerate() {
                for (x, index) in indexes.iter().enumerate() {
                    let Some(columns) = columns.get_mut(*index) else { continue };
                    columns.resize(columns.len().max(x + 1), 0);
                    if let Some(column) = columns.get_mut(x) {
                        *column |= 1 << row;
                    }
                }
            }
            for (index, columns) in columns.iter().enumerate().filter(|(_, columns)| !columns.is_empty()) {
                sent.extend(format!("#{index}").as_bytes());
                for run in columns.chunk_by(|one, next| one == next) {
                    let sign = b'?' + run.first().copied().unwrap_or_default();
                    if run.len() > 3 {
                        sent.extend(format!("!{}", run.len()).as_bytes());
                        sent.push(sign);
                    } else {
                        sent.extend(run.iter().map(|_| sign));
                    }
                }
                sent.push(b'$');
            }
            sent.push(b'-');
        }
        sent.extend(b"\x1b\\");
        sent
    }

    /// Colours in percent, as Sixel has them, and the index of each pixel. More colours than `most` are brought down to those
    /// that are nearest to all.
    fn indexed(&self, most: usize) -> (Vec<Rgb>, Vec<usize>) {
        let (pixels, _) = self.rgb.as_chunks::<3>();
        let (mut palette, mut places) = (Vec::new(), HashMap::new());
        let mut indexes = Vec::with_capacity(pixels.len());
        for pixel in pixels {
            let color = pixel.map(percent);
            let index = *places.entry(color).or_insert_with(|| {
                palette.push(color);
                palette.len() - 1
            });
            indexes.push(index);
        }
        if palette.len() <= most {
            return (palette, indexes);
        }
        let opaque: Vec<u8> =
            pixels.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
        let quantizer = NeuQuant::new(10, most, &opaque);
        let mut nearest = HashMap::new();
        let index = |pixel: &Rgb| {
            let [red, green, blue] = *pixel;
            *nearest.entry(*pixel).or_insert_with(|| quantizer.index_of(&[red, green, blue, 255]))
        };
        let indexes = pixels.iter().map(index).collect();
        let colors = quantizer.color_map_rgb();
        (colors.as_chunks::<3>().0.iter().map(|color| color.map(percent)).collect(), indexes)
    }
}

fn percent(part: u8) -> u8 {
    u8::try_from((u16::from(part) * 100 + 127) / 255).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    fn picture(width: usize, height: usize, color: impl Fn(usize, usize) -> Rgb) -> Pixels {
        let mut pixels = Pixels::filled([width, height], [0; 3]).unwrap();
        for y in 0..height {
            for x in 0..width {
                pixels.fill([x, y], [1, 1], color(x, y));
            }
        }
        pixels
    }

    /// What a terminal would show of Sixel, as the reference of the VT340 says: colours in percent, `None` where nothing is drawn.
    fn drawn(sent: &[u8]) -> (usize, usize, Vec<Option<[u32; 3]>>) {
        let text = std::str::from_utf8(sent).unwrap();
        let text = text.strip_prefix("\x1bP0;1;0q\"1;1;").unwrap().strip_suffix("\x1b\\").unwrap();
        let end = text.find('#').unwrap();
        let (width, height) = text[..end].split_once(';').unwrap();
        let (width, height): (usize, usize) = (width.parse().unwrap(), height.parse().unwrap());
        let (mut palette, mut shown) = (HashMap::new(), vec![None; width * height]);
        let (mut x, mut top, mut color, mut rest) = (0, 0, 0, &text[end..]);
        let number = |rest: &mut &str| {
            let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            *rest = after;
            digits.parse::<usize>().unwrap()
        };
        while let Some(sign) = rest.chars().next() {
            rest = &rest[1..];
            let mut repeated = 1;
            let mut sign = sign;
            match sign {
                '#' => {
                    color = number(&mut rest);
                    if let Some(defined) = rest.strip_prefix(";2;") {
                        rest = defined;
                        let mut parts = [0; 3];
                        for (place, part) in parts.iter_mut().enumerate() {
                            *part = u32::try_from(number(&mut rest)).unwrap();
                            assert!(*part <= 100);
                            if place < 2 {
                                rest = rest.strip_prefix(';').unwrap();
                            }
                        }
                        palette.insert(color, parts);
                    }
                    continue;
                }
                '$' => {
                    x = 0;
                    continue;
                }
                '-' => {
                    (x, top) = (0, top + 6);
                    continue;
                }
                '!' => {
                    repeated = number(&mut rest);
                    sign = rest.chars().next().unwrap();
                    rest = &rest[1..];
                }
                _ => {}
            }
            let bits = u32::from(sign) - 63;
            for _ in 0..repeated {
                for row in (0..6).filter(|row| bits & (1 << row) != 0) {
                    shown[(top + row) * width + x] = Some(palette[&color]);
                }
                x += 1;
            }
        }
        (width, height, shown)
    }

    #[test]
    fn sixel_draws_every_pixel_in_its_colour() {
        // Neither a multiple of six rows nor of the longest run without a count.
        let own = picture(
            11,
            8,
            |x, y| if x == y { [255, 0, 51] } else { [0, u8::try_from(y * 30).unwrap(), 255] },
        );
        let sent = own.encode(GraphicsProtocol::Sixel { colors: 256 });
        let (width, height, shown) = drawn(&sent);
        assert_eq!((width, height), (11, 8));
        for y in 0..8 {
            for x in 0..11 {
                let [red, green, blue] = own.color([x, y]).unwrap();
                let expected = [red, green, blue].map(|part| (f64::from(part) / 2.55).round());
                let found = shown[y * 11 + x].unwrap().map(f64::from);
                assert!(
                    found.iter().zip(expected).all(|(own, other)| own.total_cmp(&other).is_eq()),
                    "{x} {y}"
                );
            }
        }
    }

    #[test]
    fn more_colours_than_a_terminal_has_become_those_nearest() {
        let own = picture(64, 64, |x, y| [x, y, x + y].map(|part| u8::try_from(part * 2).unwrap()));
        for colors in [16, 256] {
            let (_, _, shown) = drawn(&own.encode(GraphicsProtocol::Sixel { colors }));
            let different: std::collections::BTreeSet<_> = shown.iter().collect();
            assert!(different.len() <= colors.into(), "{}", different.len());
            let (mut sum, mut worst) = (0.0, 0.0_f64);
            for (index, found) in shown.iter().enumerate() {
                let own = own.color([index % 64, index / 64]).unwrap();
                for (own, found) in own.into_iter().zip(found.unwrap()) {
                    let off = (f64::from(own) - f64::from(found) * 2.55).abs();
                    (sum, worst) = (sum + off, worst.max(off));
                }
            }
            let mean = sum / (64.0 * 64.0 * 3.0);
            assert!(mean < if colors == 16 { 20.0 } else { 6.0 }, "{colors}: {mean}, {worst}");
        }
    }

    #[test]
    fn kitty_gets_all_bytes_in_pieces() {
        let own = picture(97, 83, |x, y| {
            [x * 3 % 251, y * 7 % 253, x * y % 255].map(|part| u8::try_from(part).unwrap())
        });
        let sent = String::from_utf8(own.encode(GraphicsProtocol::Kitty)).unwrap();
        let mut text = String::new();
        let pieces: Vec<&str> = sent.split_terminator("\x1b\\").collect();
        assert!(pieces.len() > 2);
        for (place, piece) in pieces.iter().enumerate() {
            let (head, data) = piece.strip_prefix("\x1b_G").unwrap().split_once(';').unwrap();
            assert!(data.len() <= 4096);
            assert_eq!(head.starts_with("a=T,f=24,o=z,s=97,v=83,"), place == 0, "{head}");
            assert_eq!(head.ends_with("m=0"), place + 1 == pieces.len(), "{head}");
            text += data;
        }
        let mut bytes = Vec::new();
        ZlibDecoder::new(BASE64_STANDARD.decode(text).unwrap().as_slice()).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, own.rgb);
    }

    #[test]
    fn a_part_and_another_size_take_the_pixels_that_lie_there() {
        let own = picture(4, 3, |x, y| [u8::try_from(x).unwrap(), u8::try_from(y).unwrap(), 7]);
        let part = own.part([3, 1], [5, 5]);
        assert_eq!((part.width, part.height, part.color([0, 1])), (1, 2, Some([3, 2, 7])));
        let large = own.resized([8, 9]);
        assert_eq!((large.color([7, 8]), large.color([2, 3])), (Some([3, 2, 7]), Some([1, 1, 7])));
    }
}
