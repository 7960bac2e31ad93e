use crate::pipeline::{LabelPalette, PictureCell, Spread};

pub type Rgb = [u8; 3];

pub const MISSING: char = '░';
pub const FAULT: char = '✗';
pub const NAN: char = '~';
pub const INFINITE: char = '▲';
pub const MINUS_INFINITE: char = '▼';
/// The fill value, where it is far from all other numbers.
pub const FILL: char = '·';
pub const NOT_READ: char = '?';
const BACKGROUND: Rgb = [40, 40, 48];
const RAMP: &[u8; 10] = b" .:-=+*#%@";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorDepth {
    None,
    Sixteen,
    Palette,
    Full,
}

impl ColorDepth {
    pub fn has_colors(term: &str) -> bool {
        !["dumb", "vt100", "vt102"].contains(&term) && !term.ends_with("-mono") && !term.ends_with("-m")
    }

    pub fn of(colorterm: &str, term: &str) -> Self {
        if ["truecolor", "24bit"].contains(&colorterm) || term.contains("direct") {
            Self::Full
        } else if term.contains("256") {
            Self::Palette
        } else {
            Self::Sixteen
        }
    }
}

pub fn of_brightness([red, green, blue]: Rgb) -> char {
    let bright = (usize::from(red) * 3 + usize::from(green) * 6 + usize::from(blue)) / 10;
    ramp_sign(bright * 10 / 256)
}

fn ramp_sign(step: usize) -> char {
    char::from(*RAMP.get(step).unwrap_or(&b'?'))
}

/// Colours of channels that have none of their own and are drawn at once.
const CHANNELS: [Rgb; 6] =
    [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [0, 255, 255]];

pub fn of_channel(place: usize) -> Rgb {
    CHANNELS.get(place % CHANNELS.len()).copied().unwrap_or([255; 3])
}

/// As light adds up; what would be brighter than white is white.
pub fn added(one: Rgb, other: Rgb) -> Rgb {
    let [red, green, blue] = one;
    [red.saturating_add(other[0]), green.saturating_add(other[1]), blue.saturating_add(other[2])]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorMap {
    #[default]
    Viridis,
    Greys,
    RedBlue,
    Tint(Rgb),
    Inverted(Rgb),
}

impl ColorMap {
    pub const ALL: [Self; 3] = [Self::Viridis, Self::Greys, Self::RedBlue];

    pub fn name(self) -> &'static str {
        match self {
            Self::Viridis => "viridis",
            Self::Greys => "greys",
            Self::RedBlue => "red-blue",
            Self::Tint(_) => "black to the channel's colour",
            Self::Inverted(_) => "the channel's colour to black",
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Viridis => Self::Greys,
            Self::Greys => Self::RedBlue,
            Self::RedBlue | Self::Tint(_) | Self::Inverted(_) => Self::Viridis,
        }
    }

    /// The colour that a channel is known by.
    pub fn light(self) -> Rgb {
        self.at(if matches!(self, Self::Inverted(_)) { 0.0 } else { 1.0 })
    }

    pub fn at(self, part: f64) -> Rgb {
        let color = match self {
            Self::Viridis => colorous::VIRIDIS.eval_continuous(part),
            // As channels are drawn: twice as much is twice as bright.
            Self::Greys => return [between(255, part); 3],
            Self::RedBlue => colorous::RED_BLUE.eval_continuous(1.0 - part),
            Self::Tint(color) => return color.map(|own| between(own, part)),
            Self::Inverted(color) => return color.map(|own| between(own, 1.0 - part)),
        };
        [color.r, color.g, color.b]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum ColorRange {
    /// From 2 % to 98 %: a few numbers far off take no colours from the others.
    #[default]
    Percentiles,
    Extremes,
    Between(f64, f64),
}

impl ColorRange {
    /// `260:300`, `260,300` or `260 300`.
    pub fn of_numbers(text: &str) -> Option<Self> {
        let text = text.trim();
        let (low, high) = text.split_once([':', ',']).or_else(|| text.split_once(char::is_whitespace))?;
        let (low, high) = (low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?);
        (low.is_finite() && high.is_finite() && low <= high).then_some(Self::Between(low, high))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coloring {
    pub map: ColorMap,
    pub range: ColorRange,
    pub labels: bool,
}

impl Default for Coloring {
    fn default() -> Self {
        Self { map: ColorMap::default(), range: ColorRange::default(), labels: true }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Painter {
    pub map: ColorMap,
    pub range: ColorRange,
    pub ends: (f64, f64),
    pub labels: Option<Vec<f64>>,
    pub palette: LabelPalette,
    pub fill: Option<f64>,
}

impl Painter {
    pub fn new(spread: Option<&Spread>, coloring: Coloring) -> Self {
        let Coloring { map, range, labels } = coloring;
        let (low, high) = match (range, spread) {
            (ColorRange::Between(low, high), _) => (low, high),
            (_, None) => (0.0, 1.0),
            (ColorRange::Percentiles, Some(spread)) => spread.percentiles,
            (ColorRange::Extremes, Some(spread)) => spread.extremes,
        };
        // Zero is in the middle of a map that goes both ways.
        let far = low.abs().max(high.abs());
        let ends = if map == ColorMap::RedBlue { (0.0 - far, far) } else { (low, high) };
        let mut fill = spread.and_then(|spread| spread.fill);
        // Who asks for a range with the fill value in it wants to see it there.
        if let (ColorRange::Between(..), Some(number)) = (range, fill)
            && low <= number
            && number <= high
        {
            fill = None;
        }
        let labels = if labels { spread.and_then(|spread| spread.labels.clone()) } else { None };
        let palette = spread.map(|spread| spread.palette.clone()).unwrap_or_default();
        Self { map, range, ends, labels, palette, fill }
    }

    pub fn number(&self, cell: PictureCell) -> Option<f64> {
        match cell {
            PictureCell::Fill(_) if self.fill.is_some() => None,
            PictureCell::Fill(number) | PictureCell::Number(number) => Some(number),
            _ => None,
        }
    }

    pub fn state_sign(&self, cell: PictureCell) -> Option<char> {
        match cell {
            PictureCell::NotRead | PictureCell::Unknown => Some(NOT_READ),
            PictureCell::Missing => Some(MISSING),
            PictureCell::Faulty => Some(FAULT),
            PictureCell::Nan => Some(NAN),
            PictureCell::Infinite => Some(INFINITE),
            PictureCell::MinusInfinite => Some(MINUS_INFINITE),
            PictureCell::Fill(_) => self.fill.map(|_| FILL),
            PictureCell::Number(_) => None,
        }
    }

    /// Of two cells in one character, a rare one wins: it would disappear among numbers.
    pub fn rare(cells: [Option<PictureCell>; 2]) -> Option<PictureCell> {
        let rare =
            [PictureCell::Faulty, PictureCell::Unknown, PictureCell::Infinite, PictureCell::MinusInfinite];
        rare.into_iter().find(|cell| cells.contains(&Some(*cell)))
    }

    pub fn part(&self, number: f64) -> f64 {
        let (low, high) = self.ends;
        // Half of each, because the difference of two large numbers may be none.
        let part = (number / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        if part.is_nan() { 0.5 } else { part.clamp(0.0, 1.0) }
    }

    pub fn color(&self, number: f64) -> Rgb {
        if self.labels.is_some() {
            label_color(&self.palette, number)
        } else {
            self.map.at(self.part(number))
        }
    }

    pub fn sign(&self, number: f64) -> char {
        if let Some(labels) = &self.labels
            && let Ok(label) = labels.binary_search_by(|label| label.total_cmp(&number))
        {
            return char::from_digit(u32::try_from(label % 36).unwrap_or(0), 36).unwrap_or('?');
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 9")]
        let step = (self.part(number) * 9.0).round() as usize;
        ramp_sign(step)
    }
}

fn between(own: u8, part: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 255")]
    let mixed = (f64::from(own) * part.clamp(0.0, 1.0)).round() as u8;
    mixed
}

/// Leaves out the darkest colours: thin signs disappear in them.
pub fn of_grid(part: f64) -> Rgb {
    ColorMap::Viridis.at(0.2 + 0.8 * part)
}

pub fn grid_painter(ends: Option<(f64, f64)>) -> Painter {
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    Painter::new(None, Coloring { range: ColorRange::Between(low, high), ..Coloring::default() })
}

fn label_color(palette: &LabelPalette, label: f64) -> Rgb {
    match palette {
        LabelPalette::ByNumber => of_label(label),
        LabelPalette::ByRank(classes) => {
            #[expect(clippy::cast_precision_loss, reason = "a few classes")]
            let rank = classes.binary_search_by(|own| own.total_cmp(&label)).map(|rank| (rank + 1) as f64);
            of_label(rank.unwrap_or(label))
        }
        LabelPalette::Own(labels) => match labels.color(label) {
            Some([_, _, _, 0]) => BACKGROUND,
            Some([red, green, blue, _]) => [red, green, blue],
            None => of_label(label),
        },
    }
}

/// Ten colours, then darker, then brighter. 0 is the background.
pub fn of_label(label: f64) -> Rgb {
    let hues = colorous::TABLEAU10;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 29")]
    let place = (label - 1.0).rem_euclid(30.0) as usize;
    match hues.get(place % hues.len()) {
        Some(hue) if label != 0.0 => [hue.r, hue.g, hue.b].map(|own| match place / hues.len() {
            0 => own,
            1 => own / 2,
            _ => 255 - (255 - own) / 2,
        }),
        _ => BACKGROUND,
    }
}

/// What is no number is hatched, in two shades, of which the second is that of the stripes: a channel, or a map of colours, may
/// have any colour that is plain.
pub fn shades(cell: PictureCell) -> [Rgb; 2] {
    match cell {
        PictureCell::Missing => [[144; 3], [216; 3]],
        PictureCell::Faulty => [[255, 0, 0], [176, 0, 0]],
        PictureCell::Unknown => [[255, 255, 0], [176, 176, 0]],
        PictureCell::Nan => [[96; 3], [56; 3]],
        PictureCell::Infinite => [[255, 0, 255], [176, 0, 176]],
        PictureCell::MinusInfinite => [[0, 255, 255], [0, 176, 176]],
        PictureCell::Fill(_) => [[120, 84, 48]; 2],
        PictureCell::Number(_) | PictureCell::NotRead => [[0; 3]; 2],
    }
}

pub fn hatched([plain, stripe]: [Rgb; 2], row: u64, column: u64) -> Rgb {
    if is_stripe(row, column) { stripe } else { plain }
}

/// Every fourth diagonal.
pub(super) fn is_stripe(row: u64, column: u64) -> bool {
    (row + column).is_multiple_of(4)
}

pub fn of_256(color: Rgb) -> u8 {
    // The red, green and blue of the cube are taken from six steps.
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let steps =
        color.map(|own| (0_u8..).zip(STEPS).min_by_key(|(_, step)| step.abs_diff(own)).unwrap_or((0, 0)));
    let [(red, _), (green, _), (blue, _)] = steps;
    let cube = steps.map(|(_, step)| step);
    let mean = color.iter().map(|own| u16::from(*own)).sum::<u16>() / 3;
    let grey = u8::try_from((mean.saturating_sub(3) / 10).min(23)).unwrap_or(0);
    if apart([8 + 10 * grey; 3], color) < apart(cube, color) {
        232 + grey
    } else {
        16 + 36 * red + 6 * green + blue
    }
}

pub fn of_16(color: Rgb) -> u8 {
    const COLORS: [u32; 16] = [
        0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa, 0x55_5555,
        0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
    ];
    let nearest = (0_u8..).zip(COLORS).min_by_key(|(_, own)| {
        let [_, red, green, blue] = own.to_be_bytes();
        apart([red, green, blue], color)
    });
    if let Some((number, _)) = nearest { number } else { 7 }
}

fn apart(one: Rgb, other: Rgb) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coloring(map: ColorMap, range: ColorRange) -> Coloring {
        Coloring { map, range, labels: false }
    }

    #[test]
    fn thirty_labels_in_a_row_have_thirty_colours() {
        let colors: std::collections::BTreeSet<Rgb> = (0..=30).map(|label| of_label(label.into())).collect();
        assert_eq!((colors.len(), of_label(0.0), of_label(1.0)), (31, BACKGROUND, of_label(31.0)));
        assert_eq!(of_label(-1.0), of_label(29.0));
    }

    #[test]
    fn a_fill_value_apart_has_a_sign_unless_the_range_has_it() {
        let spread = Spread {
            extremes: (270.0, 290.0),
            percentiles: (271.0, 289.0),
            labels: None,
            palette: LabelPalette::ByNumber,
            fill: Some(-999.0),
        };
        let cell = PictureCell::Fill(-999.0);
        let painter = Painter::new(Some(&spread), Coloring::default());
        assert_eq!((painter.ends, painter.number(cell)), ((271.0, 289.0), None));
        assert_eq!(painter.state_sign(cell), Some(FILL));
        let asked = coloring(ColorMap::Viridis, ColorRange::Between(-1000.0, 300.0));
        let painter = Painter::new(Some(&spread), asked);
        assert_eq!((painter.number(cell), painter.state_sign(cell)), (Some(-999.0), None));
    }

    #[test]
    fn viridis_is_that_of_matplotlib() {
        // The colours of matplotlib.colormaps["viridis"] with these numbers, of 256.
        for (number, expected) in [
            (0, [68, 1, 84]),
            (64, [59, 82, 139]),
            (128, [33, 145, 140]),
            (192, [94, 201, 98]),
            (255, [253, 231, 37]),
        ] {
            let part = f64::from(number) / 255.0;
            let found = ColorMap::Viridis.at(part);
            assert!(
                found.iter().zip(expected).all(|(own, other)| own.abs_diff(other) <= 1),
                "{part}: {found:?}"
            );
        }
    }

    #[test]
    fn zero_is_in_the_middle_of_a_map_that_goes_both_ways() {
        let spread = Spread {
            extremes: (-1.0, 4.0),
            percentiles: (-1.0, 4.0),
            labels: None,
            palette: LabelPalette::ByNumber,
            fill: None,
        };
        let painter = Painter::new(Some(&spread), coloring(ColorMap::RedBlue, ColorRange::Extremes));
        assert_eq!((painter.ends, painter.sign(0.0)), ((-4.0, 4.0), '+'));
        let [red, _, blue] = painter.color(4.0);
        assert!(red > blue);
    }

    #[test]
    fn the_colours_of_smaller_palettes_are_near() {
        assert_eq!(
            [of_256([0, 0, 0]), of_256([255, 255, 255]), of_256([255, 0, 0]), of_256([128, 128, 128])],
            [16, 231, 196, 244]
        );
        assert_eq!([of_16([250, 80, 80]), of_16([10, 10, 10]), of_16([0, 0, 180])], [9, 0, 4]);
    }

    #[test]
    fn one_number_alone_has_a_colour() {
        let spread = Spread {
            extremes: (7.0, 7.0),
            percentiles: (7.0, 7.0),
            labels: None,
            palette: LabelPalette::ByNumber,
            fill: None,
        };
        let painter = Painter::new(Some(&spread), Coloring::default());
        assert_eq!(painter.sign(7.0), '+');
        let widest = Painter::new(None, coloring(ColorMap::Greys, ColorRange::Between(f64::MIN, f64::MAX)));
        assert_eq!(widest.sign(0.0), '+');
    }
}
