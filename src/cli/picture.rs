use std::path::{Path, PathBuf};
use std::{fs, io::Write, ops::Range, sync::Arc, sync::mpsc::Sender, time::Instant};

use super::arguments::{DiffArguments, NodeArguments, PictureArguments, RangeChoice, ValueArguments};
use super::watched::{newest, no_numbers, watched};
use super::{Failure, Output, Result, file::write_file, labels::Chosen, open::open_usable, unless_closed};
use super::{beside, pictured::Pictured};
use crate::codec::DecodeOptions;
use crate::meaning::Meaning;
use crate::metadata::{
    GroupOrArray,
    text::{escape, grouped, shape},
};
use crate::pipeline::{
    Array, ArrayLabels, Axes, Counts, ElementShape, Growth, LabelPick, Layout, Picture, PictureCell,
    PictureDifference, PicturePlan, Region, Total,
};
use crate::save::{figure, pixels, room_in};
use crate::tell::channel::{DrawnChannel, names_of};
use crate::tell::colors::{self, ColorDepth, ColorMap, ColorRange, Coloring, Painter, Rgb};
use crate::tell::figure::Figure;
use crate::tell::label_colors::{Painted, PaintedChannel, label_sign, overlay_words};
use crate::tell::legend::{self, LegendPart, PictureWords, legend};
use crate::tell::meaning::{place, stored_note};
use crate::tell::summary::digits;
use crate::tell::words::{count, slices};

const IN_TERMINAL: [u64; 2] = [80, 44];
const IN_FILE: [u64; 2] = [1024, 1024];
const BAR: u8 = 10;
/// Elements of a larger plane are compared only where they are drawn.
const MOST_COMPARED: u64 = 1 << 26;
/// Columns and rows of a file with axes.
const LEAST_FILE: [u64; 2] = [320, 240];

pub(super) fn run(arguments: &PictureArguments, output: &mut Output) -> Result {
    arguments.threads.start(&[&arguments.path])?;
    draw(arguments, None, None, output)
}

/// The picture of A minus B. Like other differences it ends with 1 where there is one.
pub(super) fn run_difference(arguments: &DiffArguments, output: &mut Output) -> Result {
    if matches!(arguments.plane.range, Some(RangeChoice::Array)) {
        let text = "--range: expected percentile, extremes, or two numbers such as -1:1 for a difference, found array";
        return Err(Failure::Usage(text.to_owned()));
    }
    arguments.threads.start(&[&arguments.a, &arguments.b])?;
    let side = |path: &PathBuf, sel: &[String]| {
        let node = NodeArguments { path: path.clone(), json: false, limits: arguments.limits.clone() };
        let values = ValueArguments { sel: sel.to_vec(), physical: arguments.physical };
        let plane = arguments.plane.clone();
        PictureArguments { values, ..PictureArguments::of(node, plane, arguments.decode.clone()) }
    };
    draw(&side(&arguments.a, &arguments.sel), Some(&side(&arguments.b, &arguments.sel_b)), None, output)
}

/// `png` takes what would be written to a file.
pub(super) fn draw(
    arguments: &PictureArguments,
    minus: Option<&PictureArguments>,
    png: Option<&mut Vec<u8>>,
    output: &mut Output,
) -> Result {
    let depth = output.color_depth();
    let options = arguments.decode.options();
    let pictured = Pictured::find(arguments, most(arguments, depth), minus.is_some())?;
    let chosen = Chosen::of(&pictured.node, &arguments.values, options);
    let array = Arc::new(chosen.values_of(*open_usable(&pictured.node, output)?));
    let layout = layout(&array, &pictured)?;
    let selection = chosen.selection(&array, arguments.plane.region.as_ref(), &[])?;
    let (region, picks) = selection.map(|found| (found.region, found.picks)).unzip();
    let home = chosen.home(&array);
    let labels = home.as_ref().ok().map(|home| array.labels_around(home.place(), &options));
    let labels = labels.as_ref();
    let (plan, channels) = plan(&array, &layout, region.as_ref(), arguments, depth, &pictured, labels)?;
    let channel = channels.first();
    // Several channels are named; their axis is at no one place.
    let unsaid = channel.filter(|_| channels.len() > 1).map(|channel| channel.axis);
    let fixed = fixed_words(&layout, &plan, labels, unsaid, false);
    let plane = plane_title(&layout, &plan, [chosen.labels_of(&array).as_deref(), labels], unsaid);
    let mut picture = read(&array, plan, arguments)?;
    let subtracted = match minus {
        Some(minus) => Some(subtract(minus, (&array, &chosen, &fixed), &mut picture, depth, output)?),
        None => None,
    };
    let over = pictured.labels(arguments.labels.as_deref(), &picture.plan, &options)?;
    let has_meaning = |own: &Meaning| subtracted.is_none() || own.has_differences();
    let meaning = array.drawn_meaning().filter(|own| has_meaning(own));
    let mut image: Vec<String> = pictured.level.iter().cloned().collect();
    image.extend(channels.iter().map(|channel| channel.shown.with_color()));
    image.extend(over.as_ref().map(overlay_words));
    let mut title = image.clone();
    let shown_meaning = array.shown_meaning().filter(|own| has_meaning(own));
    title.extend(shown_meaning.map(|own| crate::tell::meaning::title(own)));
    title.extend(picks.iter().flatten().map(LabelPick::text));
    title.push(plane);
    title.extend(stored_note(&array).map(str::to_owned));
    title.extend(subtracted.iter().flat_map(|found| found.words.iter().chain(&found.notes).cloned()));
    let title = title.join("\n");
    let range = range(arguments, &array)?;
    refuse_fill(arguments, range, &picture)?;
    let coloring = match subtracted {
        Some(_) => of_difference(arguments, range, channel),
        None => coloring(arguments, range, channel),
    };
    let window = channel.and_then(|channel| channel.shown.legend(coloring));
    let mut painter = Painter::new(picture.spread.as_ref(), coloring);
    let others = others(&array, &channels, &picture.plan, arguments, range)?;
    if !others.is_empty() {
        // Nothing is drawn where there is no light.
        painter.fill = None;
    }
    let words = PictureWords { picture: &picture, painter: &painter, meaning: meaning.as_deref() };
    let drawn = Painted { picture: &picture, painter: &painter, others: &others, labels: over.as_ref() };
    match &arguments.plane.output {
        Some(path) => {
            let drawn = if has_axes(arguments, &picture.plan) {
                let mut around = Figure::of_array(&array, words, &layout.dimensions, labels);
                if let (Some(title), Some(own)) = (pictured.name(), around.title.first_mut()) {
                    *own = title;
                }
                if let Some(found) = &subtracted {
                    found.tell(&arguments.path, &mut around);
                }
                if let Some(level) = &pictured.level {
                    around.title.push(level.clone());
                }
                // Colours of several channels are named below.
                let image = if others.is_empty() { image } else { Vec::new() };
                let skipped = usize::from(!image.is_empty() && pictured.level.is_some());
                around.title.push([image.get(skipped..).unwrap_or_default(), &fixed].concat().join(", "));
                if is_stretched(&picture.plan) {
                    around.title.push("not to scale".to_owned());
                }
                around.title.retain(|line| !line.is_empty());
                around.add_lights(&names_of(&channels), drawn);
                figure(drawn, &around, arguments.plane.size)
            } else {
                pixels(drawn)
            }?;
            match png {
                Some(png) => drawn.write_png(png)?,
                None => write_file(path, |file| Ok(drawn.write_png(&mut *file)?))?,
            }
            // A device, such as `/dev/stdout`, gets the picture and nothing else.
            if fs::metadata(path).is_ok_and(|file| file.is_file()) {
                let words =
                    lines(words, &others, &channels, &|words| legend::in_words(words, !others.is_empty()))
                        .join("\n");
                let mut said = format!("{title}\n{words}");
                said.push_str(&why_no_axes(arguments, &picture.plan));
                unless_closed(writeln!(output, "{said}").map_err(Failure::from))?;
            }
        }
        None => {
            let window = window.filter(|_| others.is_empty());
            let line = |words: PictureWords| legend_line(words, window.clone(), depth);
            let lines = lines(words, &others, &channels, &line);
            unless_closed(print(drawn, &title, &lines, depth, output))?;
        }
    }
    let all = others.iter().map(|other| &*other.picture).chain([&picture]).collect::<Vec<_>>();
    // Of a difference either side may be the one.
    let name = match minus {
        Some(minus) => format!("{} or {}", array.path, shown(&minus.path)),
        None => array.path.clone(),
    };
    ended(&name, &all, subtracted.as_ref().map(|found| &found.difference))
}

/// What the colours of each channel mean, with its name where there are several.
fn lines(
    words: PictureWords,
    others: &[PaintedChannel],
    channels: &[DrawnChannel],
    line: &dyn Fn(PictureWords) -> String,
) -> Vec<String> {
    if others.is_empty() {
        return vec![line(words)];
    }
    let mut lines = vec![line(words)];
    for PaintedChannel { picture, painter } in others {
        lines.push(line(PictureWords { picture, painter, ..words }));
    }
    for (line, channel) in lines.iter_mut().zip(channels) {
        *line = format!("{}: {line}", channel.shown.short());
    }
    lines
}

fn ended(name: &str, pictures: &[&Picture], difference: Option<&PictureDifference>) -> Result {
    let faulty: u64 = pictures.iter().map(|picture| picture.faulty).sum();
    let unknown: u64 = pictures.iter().map(|picture| picture.unknown).sum();
    let mut found = Vec::new();
    for (number, what) in [
        (faulty, "of the picture cannot be decoded"),
        (unknown, "not known, because the store did not answer"),
    ] {
        if number > 0 {
            found.push(format!("{} {what}", count(number.into(), "chunk")));
        }
    }
    match difference {
        _ if !found.is_empty() => Err(Failure::of(format!("{name}: {}", found.join(", ")), faulty == 0)),
        Some(difference) if difference.different > 0 || difference.is_fill_changed => Err(Failure::Different),
        _ => Ok(()),
    }
}

struct Subtracted {
    /// The path of what is subtracted, and where in it, if that is another place.
    name: String,
    difference: PictureDifference,
    words: Vec<String>,
    /// What makes it doubtful, which a file says too.
    notes: Vec<String>,
    has_one_unit: bool,
}

impl Subtracted {
    /// Says in a file what was subtracted, and whether the numbers of the bar have a unit.
    fn tell(&self, path: &Path, around: &mut Figure) {
        around.title.push(format!("{} minus {}", shown(path), self.name));
        around.title.push(self.notes.join("; "));
        if let Some(bar) = around.bar.as_mut().filter(|_| !self.has_one_unit) {
            bar.name.clear();
        }
    }
}

/// Leaves the difference in `picture`.
fn subtract(
    minus: &PictureArguments,
    (array, chosen, fixed): (&Arc<Array>, &Chosen, &[String]),
    picture: &mut Picture,
    depth: ColorDepth,
    output: &mut Output,
) -> Result<Subtracted> {
    let options = minus.decode.options();
    let pictured = Pictured::find(minus, most(minus, depth), true)?;
    // Without labels of its own it is the plane with the same ones, which has to be at the same places.
    let has_own = !minus.values.sel.is_empty();
    let values = if has_own { &minus.values } else { chosen.values };
    let chosen_of_other = Chosen::of(&pictured.node, values, options);
    let other = Arc::new(chosen_of_other.values_of(*open_usable(&pictured.node, output)?));
    let layout_of_other = layout(&other, &pictured)?;
    let plane = picture.plan.region();
    if let Some(reason) = unfit_beside(array, &layout_of_other, &picture.plan, &plane) {
        return Err(Failure::Usage(format!("{}: {reason}", escape(&other.path))));
    }
    let (plan, picks) = plan_beside(&picture.plan, &other, &chosen_of_other, has_own)?;
    let plane_of_other = plan.region();
    let mut name = shown(&minus.path);
    let home = chosen_of_other.home(&other);
    let labels = home.as_ref().ok().map(|home| other.labels_around(home.place(), &options));
    let places = fixed_words(&layout_of_other, &plan, labels.as_ref(), None, false);
    // Where it is the same place, the title says it.
    if places != fixed {
        name = format!("{name} at {}", places.join(", "));
    }
    let beside = read(&other, plan, minus)?;
    let drawn = picture.difference(&beside);
    // Where not all can be decoded, the picture says so.
    let are_sound = [&*picture, &beside].iter().all(|own| own.faulty == 0 && own.unknown == 0);
    // A plane without end may be declared with nothing in it.
    let elements = plane.iter().fold(1_u64, |all, range| all.saturating_mul(range.end - range.start));
    let difference = if are_sound && elements <= MOST_COMPARED {
        let fills = [&*picture, &beside].map(Picture::fill_apart);
        difference_of_all(array, &other, [&plane, &plane_of_other], fills, options)?
    } else {
        drawn
    };
    let mut words = vec![difference_words(&difference, drawn.compared, &name)];
    // Of dimensions in which another place is asked for, coordinates differ as wanted.
    let mut common = plane.clone();
    for (own, other) in common.iter_mut().zip(&plane_of_other) {
        if own != other {
            own.end = own.start;
        }
    }
    words.extend(picks.iter().map(LabelPick::text));
    let notes = beside::notes((array, chosen), (&other, &chosen_of_other), &common);
    let has_one_unit = beside::other_units(array, &other).is_none();
    *picture = picture.minus(&beside);
    Ok(Subtracted { name, difference, words, notes, has_one_unit })
}

/// Why there is no plane of the same size in another array. A part that was selected may lie in arrays of any shape.
fn unfit_beside(array: &Array, other: &Layout, plan: &PicturePlan, plane: &Region) -> Option<String> {
    let (own, beside) = (&array.metadata.shape, &other.shape);
    if own.len() != beside.len() {
        let [own, beside] = [own, beside].map(|own| shape(own));
        return Some(format!("expected an array with as many dimensions as {own}, found {beside}"));
    }
    let mut differ = Vec::new();
    for (axis, (range, (own, beside))) in plane.iter().zip(own.iter().zip(beside)).enumerate() {
        let is_plane = plan.dimensions.contains(&Some(axis));
        if range.end > *beside || is_plane && *range == (0..*own) && own != beside {
            let name = other.dimensions.get(axis).map_or("", String::as_str);
            differ.push(format!("{name} is {own} long in A and {beside} in B"));
        }
    }
    let part = "--region takes the same part of both";
    (!differ.is_empty()).then(|| format!("expected a plane of the same size: {}; {part}", differ.join(", ")))
}

/// The same plane at the place in the other array that labels name there; labels that are not its own may name no other place.
fn plan_beside(
    plan: &PicturePlan,
    other: &Arc<Array>,
    chosen: &Chosen,
    has_own: bool,
) -> Result<(PicturePlan, Vec<LabelPick>)> {
    let Some(selection) = chosen.selection(other, None, &[])? else { return Ok((plan.clone(), Vec::new())) };
    let (mut beside, region) = (plan.clone(), plan.region());
    for (axis, selected) in selection.region.iter().enumerate() {
        let is_whole = other.metadata.shape.get(axis).is_some_and(|edge| *selected == (0..*edge));
        if is_whole {
            continue;
        }
        if plan.dimensions.contains(&Some(axis)) {
            if region.get(axis) != Some(selected) {
                let option = if has_own { "--sel-b" } else { "--sel" };
                let [own, other] = [&region, &selection.region].map(|region| slices(region));
                return Err(Failure::Usage(format!(
                    "{option}: expected the same rows and columns in both, found {own} in A and {other} in B"
                )));
            }
        } else if let Some(at) = beside.fixed.get_mut(axis) {
            *at = selected.start;
        }
    }
    if !has_own && beside.fixed != plan.fixed {
        let [own, other] = [&region, &beside.region()].map(|region| slices(region));
        return Err(Failure::Usage(format!(
            "--sel: expected labels at the same places in both, found {own} in A and {other} in B; --sel-b takes those of B"
        )));
    }
    let picks = if has_own { selection.picks } else { Vec::new() };
    Ok((beside, picks))
}

/// All elements of the plane, on another thread, so that Ctrl-c stops it at once.
fn difference_of_all(
    array: &Arc<Array>,
    other: &Arc<Array>,
    regions: [&Region; 2],
    fills: [Option<f64>; 2],
    options: DecodeOptions,
) -> Result<PictureDifference> {
    let (own, beside) = (Arc::clone(array), Arc::clone(other));
    let [region, region_of_other] = regions.map(Clone::clone);
    let work = move |news: &Sender<_>| {
        let mut go_on = || news.send((Counts::default(), None)).is_ok();
        own.difference(region, &beside, &region_of_other, fills, &options, &mut go_on)
    };
    match watched(work, newest())?.ok_or(Failure::Interrupted)? {
        Ok(found) => found.ok_or(Failure::Interrupted),
        Err(error) => Err(Failure::Data(format!("{} or {}: {error}", array.path, other.path))),
    }
}

fn difference_words(difference: &PictureDifference, drawn: u64, minus: &str) -> String {
    let PictureDifference {
        compared, different, filled, finite, mean, root_mean_square, ends, is_whole, ..
    } = *difference;
    let (least, largest) = ends;
    let [least, largest, mean, square] = [least, largest, mean, root_mean_square].map(digits);
    let sample = match (is_whole, drawn < compared) {
        (true, false) => String::new(),
        (true, true) => format!("; {} of the {} are drawn", grouped(drawn.into()), grouped(compared.into())),
        (false, _) => "; only those that are drawn were compared".to_owned(),
    };
    let filled = match filled {
        0 => String::new(),
        filled => format!("; {} more have the fill value on one side", grouped(filled.into())),
    };
    let differ = format!("{} of {} differ", grouped(different.into()), count(compared.into(), "element"));
    let how = if finite == 0 && compared > 0 {
        "and none is a number on both sides".to_owned()
    } else {
        format!("from {least} to {largest}, mean {mean}, root mean square {square}")
    };
    format!("minus {minus}: {differ}, {how}{filled}{sample}")
}

fn shown(path: &Path) -> String {
    escape(&path.to_string_lossy()).into_owned()
}

fn has_axes(arguments: &PictureArguments, plan: &PicturePlan) -> bool {
    !arguments.plane.no_axes && (is_large(arguments) || Figure::fits(plan))
}

fn why_no_axes(arguments: &PictureArguments, plan: &PicturePlan) -> String {
    if arguments.plane.no_axes || has_axes(arguments, plan) {
        return String::new();
    }
    let [columns, rows] = LEAST_FILE;
    format!("\ncells only: axes have room from --size {columns}x{rows} on")
}

/// A file of a size that was asked for may have room for axes, however small the plane is.
fn is_large(arguments: &PictureArguments) -> bool {
    arguments.plane.size.is_some_and(|[columns, rows]| columns >= LEAST_FILE[0] && rows >= LEAST_FILE[1])
}

fn range_of_all(array: &Arc<Array>, options: DecodeOptions) -> Result<ColorRange> {
    let own = Arc::clone(array);
    let work = move |news: &Sender<_>| {
        own.summarize(&own.whole(), &options, &mut |so_far| {
            let counts = Counts { decoded: so_far.decoded, faulty: so_far.faulty, ..Counts::default() };
            news.send((counts, so_far.chunks.map(|chunks| Total { chunks, nbytes: 0 }))).is_ok()
        })
    };
    let summed = watched(work, newest())?.ok_or(Failure::Interrupted)?;
    let summary = summed.map_err(|error| no_numbers(array, &error))?;
    Ok(summary.ends().map_or(ColorRange::Extremes, |(low, high)| ColorRange::Between(low, high)))
}

/// The channels after the first one, each in its own colour and window.
fn others(
    array: &Arc<Array>,
    channels: &[DrawnChannel],
    plan: &PicturePlan,
    arguments: &PictureArguments,
    range: Option<ColorRange>,
) -> Result<Vec<PaintedChannel>> {
    let mut others = Vec::new();
    for channel in channels.iter().skip(1) {
        let picture = Arc::new(read(array, channel.plan(plan), arguments)?);
        others.push(PaintedChannel::new(picture, coloring(arguments, range, Some(channel))));
    }
    Ok(others)
}

fn refuse_fill(arguments: &PictureArguments, range: Option<ColorRange>, picture: &Picture) -> Result {
    if matches!(arguments.plane.range, Some(RangeChoice::Array))
        && let Some(ColorRange::Between(low, high)) = range
        && let Some(fill) = picture.fill_at_end((low, high))
    {
        let why = format!("--range: {} is an end of it, and the fill value", digits(fill));
        return Err(Failure::Usage(format!("{why}; --physical masks it, or give two numbers")));
    }
    Ok(())
}

fn range(arguments: &PictureArguments, array: &Arc<Array>) -> Result<Option<ColorRange>> {
    Ok(match arguments.plane.range {
        Some(RangeChoice::Array) => Some(range_of_all(array, arguments.decode.options())?),
        Some(RangeChoice::Of(range)) => Some(range),
        None => None,
    })
}

/// Zero is in the middle, and white.
fn of_difference(
    arguments: &PictureArguments,
    range: Option<ColorRange>,
    channel: Option<&DrawnChannel>,
) -> Coloring {
    Coloring {
        map: arguments.plane.map.unwrap_or(ColorMap::RedBlue),
        range: range.unwrap_or(ColorRange::Extremes),
        ..coloring(arguments, range, channel)
    }
}

fn coloring(
    arguments: &PictureArguments,
    range: Option<ColorRange>,
    channel: Option<&DrawnChannel>,
) -> Coloring {
    let mut own = Coloring { map: arguments.plane.usual_map, ..Coloring::default() };
    if let Some(channel) = channel {
        own = channel.shown.coloring(own);
    }
    // A map or a range that is asked for takes the place of colours of labels.
    let labels = own.labels && arguments.plane.map.is_none() && range.is_none();
    Coloring { map: arguments.plane.map.unwrap_or(own.map), range: range.unwrap_or(own.range), labels }
}

fn most(arguments: &PictureArguments, depth: ColorDepth) -> [u64; 2] {
    if let Some(size) = arguments.plane.size {
        let has_axes = arguments.plane.output.is_some() && !arguments.plane.no_axes && is_large(arguments);
        return if has_axes { room_in(size) } else { size };
    }
    match (&arguments.plane.output, depth) {
        (Some(_), _) => IN_FILE,
        // A character without colours is one cell, with colours two.
        (None, ColorDepth::None) => [IN_TERMINAL[0], IN_TERMINAL[1] / 2],
        (None, _) => IN_TERMINAL,
    }
}

fn layout(array: &Array, pictured: &Pictured) -> Result<Layout> {
    let document = match &array.document().node {
        Ok(GroupOrArray::Array(document)) => Layout::read(&array.key, document, |rank| pictured.axes(rank)),
        _ => None,
    };
    document.ok_or_else(|| Failure::Data(format!("{}: expected the document of an array", array.path)))
}

fn plan(
    array: &Array,
    layout: &Layout,
    selected: Option<&Region>,
    arguments: &PictureArguments,
    depth: ColorDepth,
    pictured: &Pictured,
    labels: Option<&ArrayLabels>,
) -> Result<(PicturePlan, Vec<DrawnChannel>)> {
    let usage = |option: &str, reason: String| Failure::Usage(format!("{}: {option}: {reason}", array.path));
    let shape = &array.metadata.shape;
    let region = selected.cloned().unwrap_or_else(|| array.whole());
    let dimensions = match &arguments.plane.dims {
        Some(text) => dimensions(text, layout).map_err(|reason| usage("--dims", reason))?,
        // The same plane as in the explorer. A region may cut it to one row; one label leaves no such dimension.
        None => {
            let labelled = selected.filter(|_| !arguments.values.sel.is_empty());
            free_plane(labelled.map(Vec::as_slice), shape, pictured.plane(shape.len()))
        }
    };
    let shown = dimensions.map(|dimension| match dimension {
        Some(dimension) => region.get(dimension).cloned().unwrap_or(0..0),
        None => 0..1,
    });
    // Without --region it is the plane that the image shows first.
    let first = if arguments.plane.region.is_none() { pictured.first_element() } else { None };
    let first = first.unwrap_or_default();
    let mut fixed = Vec::new();
    for (axis, own) in region.iter().enumerate() {
        let is_whole = shape.get(axis).is_some_and(|edge| *own == (0..*edge));
        fixed.push(match first.get(axis) {
            Some(at) if is_whole && own.contains(at) => *at,
            _ => own.start,
        });
    }
    let [columns, rows] = most(arguments, depth);
    let is_file = arguments.plane.output.is_some();
    // Without colours a cell is a character, which is twice as high as wide.
    let cell = if !is_file && depth == ColorDepth::None { 2.0 } else { 1.0 };
    let height = labels.and_then(|labels| labels.element_height(dimensions)).unwrap_or(1.0) / cell;
    let above = labels.and_then(|labels| labels.above(dimensions, &shown));
    let growth = match arguments.plane.scale {
        Some(cells) => Growth::Cells(cells),
        None if is_file && arguments.plane.size.is_some() => Growth::Room,
        None => Growth::Least,
    };
    let element = ElementShape { height, growth };
    let mut plan = PicturePlan::in_shape(dimensions, fixed, shown, [rows, columns], element);
    (plan.above, plan.image) = (above, pictured.kind());
    let channels = pictured.take_channels(arguments.channel.as_deref(), &mut plan, layout, &region);
    let channels = channels.map_err(|reason| usage("--channel", reason))?;
    if channels.len() > 1 && arguments.plane.map.is_some() {
        return Err(usage("--map", "expected one channel: several have a colour each".to_owned()));
    }
    Ok((plan, channels))
}

fn free_plane(
    selected: Option<&[Range<u64>]>,
    shape: &[u64],
    named: Option<[Option<usize>; 2]>,
) -> [Option<usize>; 2] {
    let whole = named.unwrap_or_else(|| Axes::of_shape(shape).dimensions(shape.len()));
    let Some(selected) = selected else { return whole };
    let is_free = |dimension: &usize| selected.get(*dimension).is_some_and(|own| own.end - own.start > 1);
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
        let names = &layout.dimensions;
        if let Some(known) = names.iter().position(|own| own == name) {
            return Ok(known);
        }
        match name.parse() {
            Ok(number) if number < names.len() => Ok(number),
            _ => {
                let names = names.join(", ");
                Err(format!("expected dimensions by name or number, one of {names}, found \"{name}\""))
            }
        }
    };
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    match names.as_slice() {
        [columns] => Ok([None, Some(find(columns)?)]),
        [rows, columns] if rows != columns => Ok([Some(find(rows)?), Some(find(columns)?)]),
        _ => Err(format!("expected two dimensions such as y,x, found \"{text}\"")),
    }
}

fn plane_title(
    layout: &Layout,
    plan: &PicturePlan,
    [named, labels]: [Option<&ArrayLabels>; 2],
    unsaid: Option<usize>,
) -> String {
    let label = |dimension: usize, coord: u64| named.and_then(|labels| labels.place(dimension, coord));
    let name = |dimension: usize| layout.dimensions.get(dimension).map_or("", String::as_str);
    let mut parts = Vec::new();
    for ((dimension, shown), what) in plan.dimensions.iter().zip(&plan.shown).zip(["rows", "columns"]) {
        let Some(dimension) = *dimension else { continue };
        let above = plan.above_words().filter(|_| what == "rows").unwrap_or_default();
        let mut part = format!("{what} {} {}:{}{above}", name(dimension), shown.start, shown.end);
        let first = label(dimension, shown.start);
        let last = label(dimension, shown.end.saturating_sub(1));
        if let (Some(first), Some(last)) = (first, last) {
            part = format!("{part} from {} to {}", escape(&first), escape(&last));
        }
        parts.push(part);
    }
    parts.extend(fixed_words(layout, plan, labels, unsaid, true));
    parts.join(", ") + if is_stretched(plan) { "; not to scale" } else { "" }
}

fn is_stretched(plan: &PicturePlan) -> bool {
    !plan.keeps_shape && !plan.is_whole() && !plan.dimensions.contains(&None)
}

fn fixed_words(
    layout: &Layout,
    plan: &PicturePlan,
    labels: Option<&ArrayLabels>,
    unsaid: Option<usize>,
    is_long: bool,
) -> Vec<String> {
    let mut words = Vec::new();
    for (dimension, coord) in plan.fixed.iter().enumerate() {
        if !plan.dimensions.contains(&Some(dimension)) && unsaid != Some(dimension) {
            let label = labels.and_then(|labels| labels.place(dimension, *coord));
            let name = layout.dimensions.get(dimension).map_or("", String::as_str);
            words.push(place(name, label.as_deref(), *coord, is_long));
        }
    }
    words
}

fn read(array: &Arc<Array>, plan: PicturePlan, arguments: &PictureArguments) -> Result<Picture> {
    let options = arguments.decode.options();
    let own = Arc::clone(array);
    if let Some(until) = arguments.plane.until {
        let mut in_time = None;
        let read = own.picture(&plan, &options, Vec::new(), &mut |so_far| {
            if Instant::now() < until {
                return true;
            }
            in_time = Some(so_far.clone());
            false
        });
        let mut picture = match (in_time, read) {
            (Some(picture), _) => picture,
            (None, read) => return read.map_err(|error| no_numbers(array, &error)),
        };
        picture.measure();
        return Ok(picture);
    }
    let work = move |news: &Sender<_>| {
        own.picture(&plan, &options, Vec::new(), &mut |so_far| {
            let decoded = so_far.read.saturating_sub(so_far.faulty).saturating_sub(so_far.unknown);
            let counts = Counts { decoded, faulty: so_far.faulty, ..Counts::default() };
            news.send((counts, Some(Total { chunks: so_far.chunks, nbytes: 0 }))).is_ok()
        })
    };
    watched(work, newest())?.ok_or(Failure::Interrupted)?.map_err(|error| no_numbers(array, &error))
}

fn print(drawn: Painted, title: &str, legend: &[String], depth: ColorDepth, output: &mut Output) -> Result {
    writeln!(output, "{title}")?;
    let [rows, columns] = drawn.picture.plan.size;
    let step = if depth == ColorDepth::None { 1 } else { 2 };
    for row in (0..rows).step_by(step) {
        let mut line = String::new();
        for column in 0..columns {
            line.push_str(&cell(&drawn, [row, column], depth));
        }
        let end = if depth == ColorDepth::None { "" } else { "\u{1b}[0m" };
        writeln!(output, "{line}{end}")?;
    }
    for line in legend {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn legend_line(words: PictureWords, window: Option<LegendPart>, depth: ColorDepth) -> String {
    let painter = words.painter;
    let mut line = String::new();
    let sampled = words.sampled().map(|text| LegendPart::Text(format!(" {text} elements")));
    for part in legend(words, false).into_iter().chain(sampled).chain(window) {
        match part {
            LegendPart::Text(text) => line.push_str(&text),
            LegendPart::Swatch(number) => {
                line.push_str(&swatch(painter.color(number), painter.sign(number), depth));
            }
            LegendPart::Light(color) => line.push_str(&swatch(color, ' ', depth)),
            LegendPart::State(cell) => line.extend(painter.state_sign(cell)),
            LegendPart::Bar => {
                let (low, high) = painter.ends;
                for step in 0..BAR {
                    let part = f64::from(step) / f64::from(BAR - 1);
                    let sign = painter.sign(low + (high - low) * part);
                    line.push_str(&swatch(painter.map.at(part), sign, depth));
                }
            }
        }
    }
    line.trim_end().to_owned()
}

fn cell(drawn: &Painted, [row, column]: [u64; 2], depth: ColorDepth) -> String {
    let painter = drawn.painter;
    let upper = drawn.cell(row, column).unwrap_or(PictureCell::NotRead);
    let state = |cell| painter.state_sign(cell);
    if depth == ColorDepth::None {
        if !drawn.others.is_empty() {
            let light = drawn.color(row, column).map(colors::of_brightness);
            return light.or(state(upper)).map(String::from).unwrap_or_default();
        }
        let mut sign = state(upper);
        if sign.is_none() && drawn.is_at_edge(row, column) {
            sign = drawn.label(row, column).map(label_sign);
        }
        if sign.is_none() {
            sign = painter.number(upper).map(|number| painter.sign(number));
        }
        return sign.map(String::from).unwrap_or_default();
    }
    let lower = drawn.cell(row + 1, column);
    if let Some(rare) = Painter::rare([Some(upper), lower]).and_then(state) {
        return format!("\u{1b}[0m{rare}");
    }
    let sign = state(upper).or(lower.and_then(state));
    match (drawn.color(row, column), drawn.color(row + 1, column)) {
        (Some(upper), Some(lower)) => format!("{}{}▀", code(upper, depth, 38), code(lower, depth, 48)),
        (Some(upper), None) => format!("\u{1b}[0m{}▀", code(upper, depth, 38)),
        (None, Some(lower)) => format!("\u{1b}[0m{}▄", code(lower, depth, 38)),
        (None, None) => format!("\u{1b}[0m{}", sign.unwrap_or(' ')),
    }
}

fn swatch(color: Rgb, sign: char, depth: ColorDepth) -> String {
    match depth {
        ColorDepth::None => sign.to_string(),
        _ => format!("{}█\u{1b}[0m", code(color, depth, 38)),
    }
}

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
