use crate::lab::{
    ArrayDiff, ChunkComparison, DiffSide, Distance, ElementDiff, FieldDiff, FieldWeight, Fields, FirstDiff,
    Sides, StageComparison,
};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::text::{escape, shape, shorten};
use crate::tell::words::{count, grouped};

const LONGEST: usize = 60;

pub const NOT_ALL: &str = "not all can be compared";

pub fn array_verdict(array: &ArrayDiff, faults: u64) -> &'static str {
    match &array.elements {
        _ if array.is_equal() && faults > 0 => NOT_ALL,
        _ if array.is_equal() => "equal",
        Ok(found) if found.differ > 0 => "different",
        _ if array.fields.is_different => "different",
        _ => "not compared",
    }
}

pub fn fields(fields: &Fields, limit: usize, in_full: bool) -> Vec<String> {
    let shown = |row: &&FieldDiff| {
        row.weight == FieldWeight::Different || (in_full && row.weight == FieldWeight::Stored)
    };
    let rows: Vec<&FieldDiff> = fields.rows.iter().filter(shown).collect();
    let mut lines = Vec::new();
    for row in rows.iter().take(limit) {
        let texts = row.values.as_ref().map(|value| match value {
            Some(value) => value.to_string(),
            None => "nothing".to_owned(),
        });
        // What is the same at the beginning of long texts is left out.
        let same = texts.a.chars().zip(texts.b.chars()).take_while(|(one, other)| one == other).count();
        let is_long = texts.each().any(|(_, text)| text.chars().count() > LONGEST);
        let begin = if is_long { same.saturating_sub(LONGEST / 2) } else { 0 };
        let values = texts.as_ref().map(|text| {
            let sign = if begin > 0 { "…" } else { "" };
            let rest: String = text.chars().skip(begin).collect();
            format!("{sign}{}", escape(&shorten(&rest, LONGEST)))
        });
        let stored = if row.weight == FieldWeight::Stored { "stored differently: " } else { "" };
        lines.push(format!("{stored}{}  a: {}  b: {}", escape(&row.pointer), values.a, values.b));
    }
    let not_kept = fields.count.saturating_sub(fields.rows.len() as u64);
    let not_shown = rows.len().saturating_sub(limit) as u64;
    let more = not_shown.saturating_add(not_kept);
    if more > 0 {
        lines.push(format!("… and {}", count(more.into(), "more field")));
    }
    for (word, weight) in [("stored", FieldWeight::Stored), ("written", FieldWeight::Written)] {
        if in_full && weight == FieldWeight::Stored {
            continue;
        }
        let names = names(fields, weight);
        if !names.is_empty() {
            lines.push(format!("{word} differently: {}", escape(&joined(&names, limit))));
        }
    }
    lines
}

pub fn names(fields: &Fields, weight: FieldWeight) -> Vec<&str> {
    let rows = fields.rows.iter().filter(|row| row.weight == weight);
    rows.map(|row| row.pointer.trim_start_matches('/')).collect()
}

pub fn joined(names: &[&str], limit: usize) -> String {
    let mut shown: Vec<&str> = names.iter().take(limit).copied().collect();
    if names.len() > limit {
        shown.push("…");
    }
    shown.join(", ")
}

pub fn elements(found: &ElementDiff) -> String {
    let mut size = String::new();
    if let (Some(largest), Some(relative)) = (found.largest, found.relative) {
        let largest = match largest {
            Distance::Whole(distance) => grouped(distance),
            Distance::Real(distance) => real(distance),
        };
        let relative = format!("{relative:.2e}").parse().unwrap_or(relative);
        size = format!("; largest difference {largest}, relative {}", real(relative));
    }
    let values = if found.physical { " as physical values" } else { "" };
    format!("{} of {} differ{values}{size}", grouped(found.differ), grouped(found.compared))
}

/// Whether the elements are other numbers, and the documents say in other ways what numbers mean.
pub fn may_mean_the_same(array: &ArrayDiff) -> bool {
    let is_stored = array.elements.as_ref().is_ok_and(|found| found.differ > 0 && !found.physical);
    let names = ["scale_factor", "add_offset", "units", "_FillValue", "missing_value"];
    let is_meant =
        |row: &FieldDiff| row.pointer.strip_prefix("/attributes/").is_some_and(|name| names.contains(&name));
    is_stored && array.fields.rows.iter().any(is_meant)
}

pub fn first(first: &FirstDiff) -> String {
    let values = first.values.as_ref().map(|value| shorten(&escape(&value.to_string()), LONGEST));
    format!("{}  a: {}  b: {}", shape(&first.at), values.a, values.b)
}

pub fn first_chunk(first: &FirstDiff, side: DiffSide) -> String {
    let key = escape(first.keys.on(side));
    format!("{side}: chunk {}, key {key}", shape(first.chunks.on(side)))
}

pub fn chunks(found: &ElementDiff) -> String {
    let (chunks, only) = (&found.chunks, &found.chunks.only_in);
    let mut text = format!("{} of {} differ", grouped(chunks.differ), grouped(chunks.compared));
    if only.a > 0 || only.b > 0 {
        let [a, b] = [only.a, only.b].map(|chunks| grouped(chunks.into()));
        text = format!("{text}; stored only in a: {a}, only in b: {b}");
    }
    text
}

fn real(number: f64) -> String {
    Float { kind: FloatType::Float64, bits: number.to_bits() }.to_string()
}

pub fn stage_name(row: &StageComparison) -> String {
    let name = |side: DiffSide| match row.codecs.on(side) {
        Some((name, _)) => escape(name).into_owned(),
        None if row.is_stored() => "stored".to_owned(),
        None => "-".to_owned(),
    };
    let names = Sides { a: name(DiffSide::A), b: name(DiffSide::B) };
    if names.are_same() { names.a } else { format!("{} | {}", names.a, names.b) }
}

pub const OTHER_SHAPES: &str = "the chunks have different shapes, so their bytes belong to different elements: only the elements of \
     chunk a are compared, wherever b has them";

pub const OTHER_BYTES: &str = "not compared: bytes of chunks of different shapes";

pub fn stage_found(row: &StageComparison) -> String {
    let Some(found) = &row.gaps else { return "not compared".to_owned() };
    let Some(first) = found.first else { return "equal".to_owned() };
    let mut element = String::new();
    if let Some(at) = &found.element {
        element = format!(", in element {} of the chunk", shape(at));
    }
    let differ = if found.differ == 1 { "differs" } else { "differ" };
    format!("{} {differ}, the first is byte {first}{element}", count(found.differ.into(), "byte"))
}

pub fn begins(stages: &ChunkComparison) -> Option<String> {
    Some(format!("the elements are the same; {} encodes them differently", escape(stages.begins.as_ref()?)))
}

pub fn chunk_verdict(stages: &ChunkComparison) -> String {
    let rows = &stages.stages;
    let found = |row: Option<&StageComparison>| Some(row?.gaps.as_ref()?.differ);
    if let Some(begins) = begins(stages) {
        return format!("same codecs; {begins}");
    }
    if !stages.same_shape {
        return "the chunks have different shapes: only the elements that both have are compared, not the bytes"
            .to_owned();
    }
    let stored = found(rows.first());
    let decoded = found(rows.last());
    let elements = match decoded {
        None => return "not everything can be compared: no elements are on both sides".to_owned(),
        Some(0) => "the elements are the same bytes",
        Some(_) => "the values themselves differ",
    };
    match (stages.same_chain, stored) {
        (true, Some(0)) if decoded == Some(0) => "same codecs, and every stage is the same".to_owned(),
        (true, _) => format!("same codecs; {elements}"),
        (false, _) => format!("different codecs; {elements}"),
    }
}
