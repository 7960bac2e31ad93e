//! `picture`: a plane of an array in the terminal, or as a PNG file.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::arguments::PictureArguments;
use super::file::write_file;
use super::labels::Chosen;
use super::open::open_usable;
use super::pictured::{DrawnChannel, Pictured};
use super::region::parse_region;
use super::watched::{newest, no_numbers, watched};
use super::{Failure, Output, unless_closed};
use crate::codec::DecodeOptions;
use crate::metadata::GroupOrArray;
use crate::metadata::text::escape;
use crate::pipeline::{
    Array, ArrayLabels, Axes, Counts, LabelPick, Layout, Picture, PictureCell, PicturePlan, Region, Total,
};
use crate::save::write_png;
use crate::tell::colors::{self, ColorDepth, Coloring, Painter, Rgb};
use crate::tell::label_colors::{Painted, label_sign, overlay_words};
use crate::tell::legend::{self, LegendPart, PictureWords, legend};
use crate::tell::meaning::place;

/// Columns and rows of cells in a terminal, where the user asks for no others.
const IN_TERMINAL: [u64; 2] = [80, 44];
/// The same in a file.
const IN_FILE: [u64; 2] = [1024, 1024];
/// Columns of the bar in the legend.
const BAR: u8 = 10;

pub(super) fn run(arguments: &PictureArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start(&[&arguments.node().path])?;
    let (depth, options) = (output.color_depth(), arguments.decode.options());
    let pictured = Pictured::find(arguments, most(arguments, depth))?;
    let chosen = Chosen::of(&pictured.node, &arguments.values, options);
    let array = Arc::new(chosen.values_of(*open_usable(&pictured.node, output)?));
    let layout = layout(&array, &pictured)?;
    let selection = chosen.selection(&array, arguments.region.as_ref().map(|_| "--region"))?;
    let (region, picks) = selection.map_or((None, Vec::new()), |found| (Some(found.region), found.picks));
    let (plan, channel) = plan(&array, (&layout, region), arguments, (depth, &pictured))?;
    let lines = array.shown_meaning().map(|meaning| crate::tell::meaning::title(meaning));
    let image = pictured.level.iter().cloned().chain(channel.iter().map(|channel| channel.words.clone()));
    let title = title(&layout, &plan, chosen.labels_of(&array).as_deref());
    let picture = read(&array, plan, options)?;
    let over = pictured.labels(arguments.labels.as_deref(), (&picture.plan, &options))?;
    let image = image.chain(over.iter().map(overlay_words));
    let lines = image.chain(lines).chain(picks.iter().map(LabelPick::text)).chain([title]);
    let title = lines.collect::<Vec<_>>().join("\n");
    let coloring = coloring(arguments, channel.as_ref());
    let window = channel.as_ref().and_then(|channel| channel.shown.legend(coloring));
    let painter = Painter::new(picture.spread.as_ref(), coloring);
    let meaning = array.shown_meaning().map(AsRef::as_ref);
    let words = PictureWords { picture: &picture, painter: &painter, meaning };
    let drawn = Painted { picture: &picture, painter: &painter, labels: over.as_ref() };
    match &arguments.output {
        Some(path) => {
            write_file(path, |file| Ok(write_png(drawn, &mut *file)?))?;
            // A device, such as `/dev/stdout`, gets the picture and nothing else.
            if fs::metadata(path).is_ok_and(|file| file.is_file()) {
                let words = legend::in_words(words);
                unless_closed(writeln!(output, "{title}\n{words}").map_err(Failure::from))?;
            }
        }
        None => unless_closed(print((words, drawn, window), (&title, depth), output))?,
    }
    let faulty = picture.faulty;
    if faulty > 0 {
        let chunks = crate::tell::words::count(faulty.into(), "chunk");
        return Err(Failure::Data(format!("{}: {chunks} of the picture cannot be decoded", array.path)));
    }
    Ok(())
}

/// How it is coloured: as asked for, or as the channel says.
fn coloring(arguments: &PictureArguments, channel: Option<&DrawnChannel>) -> Coloring {
    let usual = Coloring { map: arguments.usual_map, ..Coloring::default() };
    let own = channel.map_or(usual, |channel| channel.shown.coloring(usual));
    // Who asks for a map or a range wants no colours of labels.
    let labels = own.labels && arguments.map.is_none() && arguments.range.is_none();
    Coloring { map: arguments.map.unwrap_or(own.map), range: arguments.range.unwrap_or(own.range), labels }
}

/// At most so many columns and rows.
fn most(arguments: &PictureArguments, depth: ColorDepth) -> [u64; 2] {
    arguments.size.unwrap_or(match (&arguments.output, depth) {
        (Some(_), _) => IN_FILE,
        // A character without colours is one cell, with colours two.
        (None, ColorDepth::None) => [IN_TERMINAL[0], IN_TERMINAL[1] / 2],
        (None, _) => IN_TERMINAL,
    })
}

fn layout(array: &Array, pictured: &Pictured) -> Result<Layout, Failure> {
    let document = match &array.document().node {
        Ok(GroupOrArray::Array(document)) => Layout::read(&array.key, document, |rank| pictured.axes(rank)),
        _ => None,
    };
    document.ok_or_else(|| Failure::Data(format!("{}: expected the document of an array", array.path)))
}

fn plan(
    array: &Array,
    (layout, selected): (&Layout, Option<Region>),
    arguments: &PictureArguments,
    (depth, pictured): (ColorDepth, &Pictured),
) -> Result<(PicturePlan, Option<DrawnChannel>), Failure> {
    let usage = |option: &str, reason: String| Failure::Usage(format!("{}: {option}: {reason}", array.path));
    let shape = &array.metadata.shape;
    let region = match &arguments.region {
        Some(text) => parse_region(text, shape).map_err(|reason| usage("--region", reason))?,
        None => selected.clone().unwrap_or_else(|| array.whole()),
    };
    let dimensions = match &arguments.dims {
        Some(text) => dimensions(text, layout).map_err(|reason| usage("--dims", reason))?,
        // The same plane as in the explorer.
        None => free_plane(selected.as_deref(), shape, pictured.plane(shape.len())),
    };
    let shown = dimensions.map(|dimension| match dimension {
        Some(dimension) => region.get(dimension).cloned().unwrap_or(0..0),
        None => 0..1,
    });
    // Where nobody says which plane, it is that which the image shows first.
    let first = pictured.first_element().filter(|_| arguments.region.is_none()).unwrap_or_default();
    let first = |axis: usize| {
        first.get(axis).copied().filter(|at| region.get(axis).is_some_and(|own| own.contains(at)))
    };
    let fixed = region.iter().enumerate().map(|(axis, own)| match shape.get(axis) {
        Some(edge) if *own == (0..*edge) => first(axis).unwrap_or(0),
        _ => own.start,
    });
    let fixed = fixed.collect();
    let [columns, rows] = most(arguments, depth);
    let mut plan = PicturePlan::new(dimensions, fixed, shown, [rows, columns]);
    let channel = pictured.take_channel(arguments.channel.as_deref(), (&mut plan, shape), &region);
    Ok((plan, channel.map_err(|reason| usage("--channel", reason))?))
}

/// The plane of rows and columns, in dimensions of which more than one element is selected.
fn free_plane(
    selected: Option<&[Range<u64>]>,
    shape: &[u64],
    named: Option<[Option<usize>; 2]>,
) -> [Option<usize>; 2] {
    let whole = named.unwrap_or_else(|| Axes::of_shape(shape).dimensions(shape.len()));
    let Some(selected) = selected else { return whole };
    let is_free =
        |dimension: &usize| selected.get(*dimension).is_some_and(|range| range.end - range.start > 1);
    if whole.iter().flatten().all(is_free) {
        return whole;
    }
    let free: Vec<usize> = (0..shape.len()).filter(is_free).collect();
    match free.as_slice() {
        [] => whole,
        [only] => [None, Some(*only)],
        [.., rows, columns] => [Some(*rows), Some(*columns)],
    }
}

/// Reads `y,x` or `0,2`: the dimensions of rows and columns. An array of one dimension has only columns.
fn dimensions(text: &str, layout: &Layout) -> Result<[Option<usize>; 2], String> {
    let find = |name: &str| {
        let known = layout.dimensions.iter().position(|own| own == name);
        let number = || name.parse().ok().filter(|number| *number < layout.dimensions.len());
        let named =
            || format!("expected dimensions by name or number, one of {}", layout.dimensions.join(", "));
        known.or_else(number).ok_or_else(|| format!("{}, found \"{name}\"", named()))
    };
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    match names.as_slice() {
        [columns] => Ok([None, Some(find(columns)?)]),
        [rows, columns] if rows != columns => Ok([Some(find(rows)?), Some(find(columns)?)]),
        _ => Err(format!("expected two dimensions such as y,x, found \"{text}\"")),
    }
}

/// Which plane it is, with the labels of its ends and of where it lies.
fn title(layout: &Layout, plan: &PicturePlan, labels: Option<&ArrayLabels>) -> String {
    let label = |dimension: usize, coord: u64| labels.and_then(|labels| labels.place(dimension, coord));
    let name = |dimension: usize| layout.dimensions.get(dimension).map_or("", String::as_str);
    let range = |dimension: usize, Range { start, end }: &Range<u64>| {
        let ends = label(dimension, *start).zip(label(dimension, end.saturating_sub(1)));
        let ends = ends.map(|(first, last)| format!(" from {} to {}", escape(&first), escape(&last)));
        format!("{start}:{end}{}", ends.unwrap_or_default())
    };
    let mut parts = Vec::new();
    for ((dimension, shown), what) in plan.dimensions.iter().zip(&plan.shown).zip(["rows", "columns"]) {
        parts.extend(
            dimension.map(|dimension| format!("{what} {} {}", name(dimension), range(dimension, shown))),
        );
    }
    for (dimension, coord) in plan.fixed.iter().enumerate() {
        if !plan.dimensions.contains(&Some(dimension)) {
            parts.push(place(name(dimension), label(dimension, *coord).as_deref(), *coord, true));
        }
    }
    parts.join(", ")
}

/// Reads the picture, and shows how many of its chunks were read.
fn read(array: &Arc<Array>, plan: PicturePlan, options: DecodeOptions) -> Result<Picture, Failure> {
    let own = Arc::clone(array);
    let work = move |news: &Sender<_>| {
        own.picture(&plan, &options, &mut |so_far| {
            let decoded = so_far.read.saturating_sub(so_far.faulty);
            let counts = Counts { decoded, faulty: so_far.faulty, ..Counts::default() };
            news.send((counts, Some(Total { chunks: so_far.chunks, nbytes: 0 }))).is_ok()
        })
    };
    let read = watched(work, newest())?;
    read.ok_or(Failure::Interrupted)?.map_err(|error| no_numbers(array, &error))
}

fn print(
    (words, drawn, window): (PictureWords, Painted, Option<LegendPart>),
    (title, depth): (&str, ColorDepth),
    output: &mut Output,
) -> Result<(), Failure> {
    let PictureWords { picture, painter, .. } = words;
    writeln!(output, "{title}")?;
    let [rows, columns] = picture.plan.size;
    let step = if depth == ColorDepth::None { 1 } else { 2 };
    for row in (0..rows).step_by(step) {
        let mut line = String::new();
        for column in 0..columns {
            line.push_str(&cell(&drawn, [row, column], depth));
        }
        let end = if depth == ColorDepth::None { "" } else { "\u{1b}[0m" };
        writeln!(output, "{line}{end}")?;
    }
    let shown = |part: LegendPart| match part {
        LegendPart::Text(text) => text,
        LegendPart::Swatch(number) => swatch(painter.color(number), painter.sign(number), depth),
        LegendPart::Bar => {
            let part = |step: u8| f64::from(step) / f64::from(BAR - 1);
            let (low, high) = painter.ends;
            let sign = |step| painter.sign(low + (high - low) * part(step));
            (0..BAR).map(|step| swatch(painter.map.at(part(step)), sign(step), depth)).collect()
        }
    };
    let legend: String = legend(words, false).into_iter().chain(window).map(shown).collect();
    writeln!(output, "{}", legend.trim_end())?;
    Ok(())
}

/// Two cells, one above the other, as one character; without colours one.
fn cell(drawn: &Painted, [row, column]: [u64; 2], depth: ColorDepth) -> String {
    let Painted { picture, painter, .. } = drawn;
    let upper = picture.cell(row, column).unwrap_or(PictureCell::NotRead);
    if depth == ColorDepth::None {
        return sign_of(drawn, upper, [row, column]).map_or(String::new(), String::from);
    }
    let lower = picture.cell(row + 1, column);
    let state = |cell| painter.state_sign(cell);
    let sign = state(upper).or_else(|| lower.and_then(state));
    let rare = Painter::rare([Some(upper), lower]).and_then(state);
    match (drawn.color(row, column), drawn.color(row + 1, column)) {
        _ if rare.is_some() => format!("\u{1b}[0m{}", rare.unwrap_or(' ')),
        (Some(upper), Some(lower)) => format!("{}{}▀", code(upper, depth, 38), code(lower, depth, 48)),
        (Some(upper), None) => format!("\u{1b}[0m{}▀", code(upper, depth, 38)),
        (None, Some(lower)) => format!("\u{1b}[0m{}▄", code(lower, depth, 38)),
        (None, None) => format!("\u{1b}[0m{}", sign.unwrap_or(' ')),
    }
}

/// A cell without colours: a label where it ends, otherwise the number or the state of the picture.
fn sign_of(drawn: &Painted, cell: PictureCell, [row, column]: [u64; 2]) -> Option<char> {
    let painter = drawn.painter;
    let label = drawn.label(row, column).filter(|_| drawn.is_at_edge(row, column));
    let number = || painter.number(cell).map(|number| painter.sign(number));
    painter.state_sign(cell).or_else(|| label.map(label_sign)).or_else(number)
}

fn swatch(color: Rgb, sign: char, depth: ColorDepth) -> String {
    if depth == ColorDepth::None {
        sign.to_string()
    } else {
        format!("{}█\u{1b}[0m", code(color, depth, 38))
    }
}

/// What makes a terminal draw in a colour: 38 for what is written, 48 for what is behind it.
fn code(color: Rgb, depth: ColorDepth, what: u8) -> String {
    let [red, green, blue] = color;
    match depth {
        ColorDepth::None => String::new(),
        ColorDepth::Full => format!("\u{1b}[{what};2;{red};{green};{blue}m"),
        ColorDepth::Palette => format!("\u{1b}[{what};5;{}m", colors::of_256(color)),
        ColorDepth::Sixteen => {
            let number = colors::of_16(color);
            let first = if number < 8 { what - 8 } else { what + 44 };
            format!("\u{1b}[{}m", first + number)
        }
    }
}
