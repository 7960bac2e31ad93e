//! What the chunks of an array of strings say about each other, and about the strings of other arrays.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::{cell_name, each_cell, inner_shape, whole};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{DataType, Elements, Scalar, Variable, delinear};
use crate::pipeline::{Array, ChunkAddress};

/// So many strings of an array are kept until those of all arrays are known …
const MOST_KEPT: usize = 1 << 11;
/// … of so many chunks, less of each where there are many …
const MOST_CELLS: usize = 1 << 14;
const MANY: u128 = 1 << 11;
const FEWER: usize = 8;
/// … and of a chunk so many strings, and so many that are not ASCII, each cut to so many characters.
const SAMPLE: usize = 128;
const FOREIGN: usize = 32;
const LONGEST: usize = 64;
/// … and its bytes that are looked at: a long fill value may be that of a million elements.
const LOOKED_AT: usize = 256;
/// Of so many strings it is known whether an array has them.
const MOST_HASHES: usize = 1 << 16;
/// Of fewer chunks it is not known what is usual …
const FEWEST: usize = 6;
/// … and fewer strings may be odd by themselves.
const SEVERAL: usize = 3;
const LOST: char = char::REPLACEMENT_CHARACTER;
/// What cp1252 has in the place of the control characters of Latin-1.
const CP1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

#[derive(Debug, Default)]
pub(super) struct TextCell {
    address: ChunkAddress,
    size: usize,
    hash: u64,
    has_empty: bool,
    /// Of those that are not empty.
    sample: Vec<String>,
    /// Those that are not ASCII, and what they are once they are written as cp1252 and read as UTF-8.
    foreign: Vec<(String, Option<String>)>,
}

/// The strings of an array, as far as they are looked at beside each other.
#[derive(Debug)]
pub(in crate::doctor) struct Strings {
    pub array: Array,
    width: Option<usize>,
    inner: Option<Vec<u64>>,
    pub(super) cells: BTreeMap<Vec<u64>, TextCell>,
    hashes: HashSet<u64>,
    sample: BTreeSet<String>,
}

impl Strings {
    /// `None` where elements are no strings.
    pub fn of(array: &Array) -> Option<Self> {
        let width = match array.metadata.data_type {
            DataType::Utf32(width) | DataType::Chars(width) => Some(width as usize),
            DataType::Variable(Variable::String) => None,
            _ => return None,
        };
        let (cells, hashes, sample) = (BTreeMap::new(), HashSet::new(), BTreeSet::new());
        Some(Self { array: array.clone(), width, inner: inner_shape(array), cells, hashes, sample })
    }

    pub fn add(&mut self, coords: &[u64], elements: &Elements) -> bool {
        let Self { array, inner, cells, hashes, sample, .. } = self;
        let is_many = array.metadata.chunk_grid.size().is_none_or(|size| size > MANY);
        let fewer = if is_many { FEWER } else { 1 };
        cells.len() < MOST_CELLS
            && each_cell(
                array,
                inner.as_deref(),
                coords,
                elements,
                &mut |place, address, elements, edges, used| {
                    let own = elements.part(edges, &whole(used));
                    let Some(own) = own.filter(|own| own.size() > 0) else { return };
                    let cell = TextCell::take(address, &own, hashes, fewer);
                    sample.extend(cell.sample.iter().take(MOST_KEPT.saturating_sub(sample.len())).cloned());
                    cells.insert(place, cell);
                },
            )
    }

    /// What is wrong with chunks, as far as the others show it. The chunks are no longer kept then.
    pub fn judge(&mut self) -> Vec<(ChunkAddress, Hypothesis)> {
        let cells: Vec<TextCell> = std::mem::take(&mut self.cells).into_values().collect();
        let (mut found, mut lossy, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
        let size: usize = cells.iter().map(|cell| cell.size).sum();
        let foreign = cells.iter().flat_map(|cell| &cell.foreign).map(|(text, _)| text);
        let wholes = foreign.filter(|text| !text.contains(LOST) && text.contains(|c: char| c.is_ascii()));
        let wholes: BTreeMap<String, &String> = wholes.map(|text| (ascii(text), text)).collect();
        for cell in &cells {
            let of = |what: &str, sure, why: &str| (cell.address.clone(), hypothesis(what, sure, why));
            let all = cell.foreign.len();
            let twice = cell.foreign.iter().filter_map(|(wrong, right)| Some((wrong, right.as_ref()?)));
            let count = twice.clone().count();
            // Few may be a letter before a quotation mark.
            let mut sure_ones = twice.filter(|(wrong, _)| count >= SEVERAL || wrong.contains(['Ã', 'Â']));
            if let Some((wrong, right)) = sure_ones.next().filter(|_| count * 2 > all) {
                let what = "strings of the chunk were encoded twice: UTF-8 was taken for cp1252 or Latin-1";
                let (wrong, right) = (quoted(wrong), quoted(right));
                let why = format!(
                    "{count} of {all} that are not ASCII: {wrong} as cp1252, read as UTF-8, is {right}"
                );
                found.push(of(what, sure::READ_OTHERWISE, &why));
            }
            let mut lost = cell.foreign.iter().map(|(text, _)| text).filter(|text| text.contains(LOST));
            if let Some((lost, whole)) = lost.find_map(|lost| Some((lost, wholes.get(&ascii(lost))?))) {
                let what = "characters of strings are lost in the chunk: it was read in another encoding";
                let why = format!("{} is {} elsewhere; write it again", quoted(lost), quoted(whole));
                lossy.push(of(what, sure::CHANGED_VALUES, &why));
            }
            let is_unique = size - cell.size == self.hashes.len() && cell.size.min(cells.len()) >= FEWEST;
            if let Some(twin) = seen.insert(cell.hash, cell).filter(|_| is_unique) {
                let [one, other] = [twin, cell].map(|cell| cell_name(&self.array, &cell.address));
                let what = format!("{one} and {other} hold the same strings: one is a copy");
                let why = "no other string is there twice; one of them has to be written again";
                found.push(of(&what, sure::CHANGED_VALUES, why));
                found.push((twin.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
            }
        }
        if lossy.len() * SEVERAL <= cells.len() {
            found.append(&mut lossy);
        }
        other_lengths(&cells, &mut found);
        found.extend(self.empty(&cells));
        found
    }

    /// The one chunk without any text, be it written or missing, where no other string is empty.
    fn empty(&self, cells: &[TextCell]) -> Option<(ChunkAddress, Hypothesis)> {
        let (metadata, grid) = (&self.array.metadata, &self.array.metadata.chunk_grid);
        let mut empty = cells.iter().filter(|cell| cell.has_empty);
        let address = match (empty.next(), empty.next()) {
            (Some(cell), None) if cell.sample.is_empty() => cell.address.clone(),
            (None, _) if self.inner.is_none() && grid.size() == Some(cells.len() as u128 + 1) => {
                let is_kept = |coords: &Vec<u64>| cells.iter().any(|cell| cell.address.chunk == *coords);
                let mut all = (0..=cells.len() as u64).map(|number| delinear(number, &grid.grid_shape()));
                let lost = all.find(|coords| !is_kept(coords))?;
                let fill = metadata.fill_value.bytes(&metadata.data_type);
                if fill.iter().any(|byte| *byte != 0) || !matches!(self.array.is_stored(&lost), Ok(false)) {
                    return None;
                }
                lost.as_slice().into()
            }
            _ => return None,
        };
        let example = cells.iter().find_map(|cell| cell.sample.first()).filter(|_| cells.len() >= FEWEST)?;
        let what = "the chunk has no strings: it is lost, or was never written";
        let why = format!("no string of other chunks is empty, as {}; write it again", quoted(example));
        Some((address, hypothesis(what, sure::OTHER_VALUES, why)))
    }

    /// Whether all strings were cut off at the width of the array: those of another one begin with them.
    pub fn cut_off(&self, other: &Self) -> Option<Hypothesis> {
        let width = self.width.filter(|width| *width < LONGEST)?;
        let name = |strings: &Self| strings.array.key.rsplit('/').next().map(str::to_owned);
        let is_open = |text: &&String| text.ends_with(['-', '_', ' ', '/', '.', ':', ',']);
        let open = self.sample.iter().filter(is_open).count();
        // What has fewer strings, or another name, may be what those belong to.
        if open * 2 < self.sample.len() && name(self) != name(other)
            || !(other.hashes.len()..MOST_HASHES).contains(&self.hashes.len())
            || self.sample.iter().any(|text| text.chars().count() != width)
        {
            return None;
        }
        let (mut starts, mut rests, mut example) = (BTreeSet::new(), BTreeSet::new(), None);
        for text in &other.sample {
            let start: String = text.chars().take(width).collect();
            let rest = text.get(start.len()..).unwrap_or_default();
            // What goes on with a sign may be another name that begins with the whole of this one.
            if rest.starts_with(char::is_alphanumeric) && self.hashes.contains(&hash_of(&start)) {
                example = Some(format!("{} with {}", quoted(text), quoted(&start)));
                starts.insert(start);
                rests.insert(rest);
            }
        }
        let (begun, all) = (starts.len(), other.sample.len());
        let example = example.filter(|_| begun * 20 >= all * 19 && rests.len() >= FEWEST)?;
        let path = escape(&other.array.path);
        let why = format!(
            "{begun} of {all} strings of {path} begin with one and go on, as {example}: it has to be wider"
        );
        Some(hypothesis(format!("the strings are cut off after {width} characters"), sure::CONTRADICTED, why))
    }
}

impl TextCell {
    fn take(address: ChunkAddress, elements: &Elements, all: &mut HashSet<u64>, fewer: usize) -> Self {
        let (most, most_foreign) = (SAMPLE / fewer, FOREIGN / fewer);
        let mut cell = Self { address, size: elements.size(), ..Self::default() };
        let mut hasher = DefaultHasher::new();
        for index in 0..elements.size() {
            let text = match elements.beginning(index, LOOKED_AT) {
                Some(Scalar::Text(text)) => text.to_string(),
                Some(Scalar::Chars(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
                _ => continue,
            };
            text.hash(&mut hasher);
            elements.element(index).map(<[u8]>::len).hash(&mut hasher);
            if all.len() < MOST_HASHES {
                all.insert(hash_of(&text));
            }
            let short = || text.chars().take(LONGEST + 1).collect();
            cell.has_empty |= text.is_empty();
            let is_next = (index + 1) * most / cell.size > index * most / cell.size;
            if !text.is_empty() && (is_next || cell.sample.is_empty()) {
                cell.sample.push(short());
            }
            if !text.is_ascii() && cell.foreign.len() < most_foreign {
                cell.foreign.push((short(), read_as_utf8(&text)));
            }
        }
        cell.hash = hasher.finish();
        cell
    }

    /// The length of its strings, if it is the same for all.
    fn length(&self) -> Option<usize> {
        let mut lengths = self.sample.iter().map(|text| text.chars().count());
        let first = lengths.next().filter(|length| *length <= LONGEST)?;
        lengths.all(|other| other == first).then_some(first)
    }
}

/// One or two chunks where many strings have another length than all strings of the others, if that can be undone.
fn other_lengths(cells: &[TextCell], found: &mut Vec<(ChunkAddress, Hypothesis)>) {
    let mut lengths: Vec<usize> = cells.iter().filter_map(TextCell::length).collect();
    lengths.sort_unstable();
    let Some(length) = lengths.get(lengths.len() / 2).copied() else { return };
    let is_usual = |cell: &&TextCell| cell.length() == Some(length);
    let (usual, odd): (Vec<_>, Vec<_>) =
        cells.iter().filter(|cell| !cell.sample.is_empty()).partition(is_usual);
    let texts = || usual.iter().flat_map(|cell| &cell.sample);
    let Some(first) = texts().next().filter(|_| odd.len() <= 2 && usual.len() + odd.len() >= FEWEST) else {
        return;
    };
    let mut form = vec![0; length];
    let (mut before, mut after) = (length, length);
    for text in texts() {
        form.iter_mut().zip(text.chars()).for_each(|(classes, c)| *classes |= class(c));
        let pairs = text.chars().zip(first.chars());
        before = before.min(pairs.take_while(|(own, other)| own == other).count());
        let pairs = text.chars().rev().zip(first.chars().rev());
        after = after.min(pairs.take_while(|(own, other)| own == other).count());
    }
    let head: String = first.chars().take(before).collect();
    let tail: String = first.chars().skip(length - after).collect();
    // Digits that all have in common are of their numbers.
    let is_digit = |c: char| c.is_ascii_digit();
    let (head, tail) = (head.trim_end_matches(is_digit), tail.trim_start_matches(is_digit));
    let with_zero = |text: &&String| text.strip_prefix(head).is_some_and(|rest| rest.starts_with('0'));
    for cell in odd {
        let has_zeros = cell.sample.iter().any(|text| with_zero(&text));
        let has_lost_zeros = !has_zeros && texts().filter(with_zero).count() >= SEVERAL;
        let digits = length.saturating_sub(head.chars().count());
        let undo = |text: &str| {
            let number = text.strip_suffix(".0").unwrap_or(text);
            let with_zeros = match number.strip_prefix(head).filter(|_| has_lost_zeros) {
                Some(rest) => format!("{head}{rest:0>digits$}"),
                None => String::new(),
            };
            let is_around = |c: char| c.is_whitespace() || c == '"' || c == '\'';
            [
                ("lost their beginning", format!("{head}{text}")),
                ("lost their end", format!("{text}{tail}")),
                ("have spaces or quotation marks around them", text.trim_matches(is_around).to_owned()),
                ("became numbers with a fraction", number.to_owned()),
                ("lost their leading zeros", with_zeros),
            ]
        };
        let is_usual = |(c, classes): (char, &u8)| class(c) & classes != 0;
        let fits = |text: &str| text.chars().count() == length && text.chars().zip(&form).all(is_usual);
        let wrong: Vec<&String> = cell.sample.iter().filter(|text| text.chars().count() != length).collect();
        let Some(example) = wrong.first().filter(|_| wrong.len() >= SEVERAL) else { continue };
        if let Some(shorter) = cell.length().filter(|own| *own < length)
            && cell.sample.iter().all(|text| text.chars().zip(&form).all(is_usual))
            && is_repeated(&cell.sample)
            && !usual.iter().any(|other| is_repeated(&other.sample))
        {
            let what = format!("strings of the chunk are cut off after {shorter} characters");
            let why = format!(
                "all are so short, as {}; all in other chunks have {length} characters",
                quoted(example)
            );
            found.push((cell.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
            continue;
        }
        for (number, (what, right)) in undo(example).into_iter().enumerate() {
            if wrong.iter().all(|text| undo(text).get(number).is_some_and(|(_, right)| fits(right))) {
                let (count, all, right) = (wrong.len(), cell.sample.len(), quoted(&right));
                let why = format!(
                    "{count} of {all} that were looked at: {} would be {right}; all in other chunks have {length} characters",
                    quoted(example)
                );
                let what = format!("strings of the chunk {what}");
                found.push((cell.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
                break;
            }
        }
    }
}

fn is_repeated(sample: &[String]) -> bool {
    let distinct: BTreeSet<&String> = sample.iter().collect();
    distinct.len() < sample.len()
}

fn read_as_utf8(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    // Of Ångström there are squares.
    for c in text.replace("Å²", "").replace("Å³", "").chars() {
        let place = || CP1252.chars().position(|other| other == c);
        bytes.push(u8::try_from(u32::from(c)).ok().or_else(|| u8::try_from(0x80 + place()?).ok())?);
    }
    String::from_utf8(bytes).ok().filter(|text| !text.is_ascii())
}

/// What is left of a text whatever was taken for its other characters.
fn ascii(text: &str) -> String {
    text.chars().filter(char::is_ascii).collect()
}

fn class(c: char) -> u8 {
    match c {
        '0'..='9' => 1,
        '-' => 2,
        _ if c.is_alphabetic() => 4,
        _ => 8,
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(&shorten(text, LONGEST)))
}
