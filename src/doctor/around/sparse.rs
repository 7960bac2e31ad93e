//! Whether the values of a sparse matrix are those of one: its rows follow each other and name columns that are there.
//!
//! Columns in any order, or twice in a row, are allowed: they are odd where a single chunk has them.

use super::super::confidence::around as sure;
use super::super::hypothesis;
use super::group::{LARGEST, Member, MemberValues, OfMember};
use crate::codec::DecodeOptions;
use crate::meaning::{EncodedElement, EncodedKind};
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer chunks none is odd …
const FEWEST: usize = 4;
/// … and so many elements in several rows are no accident.
const NO_CHANCE: usize = 8;
const LOST: &str = "the chunk is lost: it reads as the fill value";
const ODD: &str = "the chunk does not belong there: its rows are unlike those of all other chunks";

/// A list of integers, and the elements of each chunk, or inner chunk.
struct List<'a> {
    number: usize,
    member: &'a Member,
    values: Vec<f64>,
    fill: f64,
    edge: usize,
}

pub(in crate::doctor) fn judge(
    members: &[Member],
    element: Option<&EncodedElement>,
    options: &DecodeOptions,
    found: &mut Vec<OfMember>,
) {
    let Some(&EncodedElement { kind, shape: Some([rows, columns]), .. }) = element else { return };
    let EncodedKind::Sparse { by_rows } = kind else { return };
    let (majors, minors) = if by_rows { (rows, columns) } else { (columns, rows) };
    let words = if by_rows { ["row", "column"] } else { ["column", "row"] };
    let read = &mut MemberValues::new(options);
    let Some(indptr) = List::read("indptr", members, read) else { return };
    let Some(indices) = List::read("indices", members, read) else { return };
    // Another length is a fault of documents; and of a matrix that was never written nothing is said.
    let is_written = !indptr.values.iter().chain(&indices.values).all(|value| *value == 0.0);
    if indptr.values.len() as u64 != majors.saturating_add(1) || !is_written {
        return;
    }
    let before = found.len();
    found.extend(starts(&indptr, indices.values.len()));
    found.extend(outside(&indices, minors, words[1]));
    if found.len() == before && minors > 1 {
        odd(&indptr, &indices, minors, words, found);
    }
}

impl<'a> List<'a> {
    fn read(name: &str, members: &'a [Member], read: &mut MemberValues) -> Option<Self> {
        let number = members.iter().position(|member| member.name() == name)?;
        let member = members.get(number)?;
        let metadata = &member.array.metadata;
        member.numbers.bits_of_integer().filter(|_| metadata.shape.len() == 1)?;
        let cell = member.fabric.cells.values().next().and_then(|cell| cell.edges.first());
        let edge = cell.map_or(metadata.chunk_grid.common_edge(0)?, |edge| *edge);
        let fill = member.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
        let read = read.of(number, &member.array)?;
        // A fill value is a number here like all others.
        let values = read.values.iter().map(|value| if value.is_nan() { fill } else { *value }).collect();
        Some(Self { number, member, values, fill, edge: usize::try_from(edge).ok()?.max(1) })
    }

    fn is_blank(&self, chunk: usize) -> bool {
        let own = self.values.chunks(self.edge).nth(chunk).unwrap_or_default();
        own.iter().all(|value| value.total_cmp(&self.fill).is_eq())
    }

    fn address(&self, chunk: usize) -> Option<ChunkAddress> {
        let (grid, edge) = (&self.member.array.metadata.chunk_grid, self.edge as u64);
        let (chunk, place) = grid.locate(&[chunk as u64 * edge])?;
        let is_inner = grid.common_edge(0) != Some(edge);
        let inner = place.iter().filter(|_| is_inner).map(|place| vec![place / edge]).collect();
        Some(ChunkAddress { chunk, inner })
    }

    fn found(&self, chunk: Option<usize>, what: impl Into<String>, sure: f64, why: String) -> OfMember {
        let address = chunk.and_then(|chunk| self.address(chunk));
        OfMember { member: self.number, address, hypothesis: hypothesis(what, sure, why) }
    }
}

/// Where rows begin: from 0 on, none before the one above, and the last ends with the elements.
#[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "whole numbers, of at most 2^24 elements")]
fn starts(indptr: &List, all: usize) -> Option<OfMember> {
    let (begin, end) = (*indptr.values.first()?, *indptr.values.last()?);
    let missing = all as f64 - end;
    let mut pairs = indptr.values.windows(2).enumerate().filter(|(_, pair)| !pair.is_sorted());
    let falls = pairs.clone().count();
    let carried: f64 = pairs.clone().filter_map(|(_, pair)| pair.first()).sum();
    let ends = format!("ends with {end}, where indices has {}", count(all as u128, "element"));
    let Some((number, [before, after])) = pairs.next() else {
        let what = if begin == 0.0 { "end with the number of indices" } else { "begin with 0" };
        let (what, why) = (format!("indptr does not {what}"), format!("it begins with {begin}, and {ends}"));
        return (begin != 0.0 || missing != 0.0).then(|| indptr.found(None, what, sure::NO_MATRIX, why));
    };
    let (at, chunk) = (number + 1, (number + 1) / indptr.edge);
    let what = if at % indptr.edge == 0 && indptr.is_blank(chunk) {
        LOST.to_owned()
    } else if missing > 0.0 && (missing == carried || falls == 1 && after + missing >= *before) {
        let offset = if falls == 1 { missing } else { *before };
        format!("indptr lacks an offset: at element {at} a second part was appended without adding {offset}")
    } else {
        format!("indptr falls at element {at}")
    };
    let places = count(falls as u128, "place");
    let why = format!("it falls in {places}, first from {before} to {after}, and {ends}");
    Some(indptr.found(Some(chunk), what, sure::NO_MATRIX, why))
}

/// Columns that are not there; the chunk, where one alone has them.
#[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "whole numbers, of at most 2^53 columns")]
fn outside(list: &List, minors: u64, word: &str) -> Option<OfMember> {
    let all = minors as f64;
    let mut wrong = list.values.iter().enumerate().filter(|(_, value)| !(0.0..all).contains(*value));
    let (number, (at, value)) = (wrong.clone().count(), wrong.next()?);
    let until = wrong.next_back().map_or(at, |(at, _)| at);
    let least = list.values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = list.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_from_one = least >= 1.0 && most == all;
    let chunk = Some(at / list.edge).filter(|chunk| *chunk == until / list.edge && !is_from_one);
    let what = if is_from_one {
        format!("indices counts from 1: {word} 1 is the first")
    } else {
        format!("element {at} of indices is {value}, and there are {}", count(minors.into(), word))
    };
    let why = format!("{number} such; all indices lie between {least} and {most}, and should below {minors}");
    Some(list.found(chunk, what, sure::NO_MATRIX, why))
}

/// Chunks in which alone columns are there twice in a row, or fall where they rise in all others.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "neither falls nor lies outside")]
fn odd(indptr: &List, list: &List, minors: u64, [row, column]: [&str; 2], found: &mut Vec<OfMember>) {
    let chunks = list.values.len().div_ceil(list.edge);
    let is_small = |minors: &usize| *minors <= LARGEST && chunks <= LARGEST >> 8;
    let Some(minors) = usize::try_from(minors).ok().filter(is_small) else { return };
    let (mut seen, mut before) = (vec![0; minors], 0.0);
    // Of each chunk, how many elements are so, in how many rows, and one more than where the last of these begins.
    let mut tallies = [(); 3].map(|()| vec![[0; 3]; chunks]);
    for row in indptr.values.windows(2) {
        let [start, end] = row else { continue };
        let (start, end) = (*start as usize, *end as usize);
        for (at, value) in (start..end).zip(list.values.get(start..end).unwrap_or_default()) {
            let chunk = at / list.edge;
            let first = start.max(chunk * list.edge);
            let Some(seen) = seen.get_mut(*value as usize) else { return };
            // Whether it has a neighbour in the row and the chunk, is less, and was there.
            for (own, is) in tallies.iter_mut().zip([true, *value < before, *seen > first]) {
                if let Some([number, rows, last]) = own.get_mut(chunk).filter(|_| is && at > first) {
                    *number += 1;
                    *rows += usize::from(*last != start + 1);
                    *last = start + 1;
                }
            }
            (*seen, before) = (at + 1, *value);
        }
    }
    let [pairs, fallen, twice] = tallies;
    let chunks_of = |own: &[[usize; 3]]| own.iter().filter(|own| **own != [0; 3]).count();
    let are_lost = (0..chunks).all(|chunk| twice.get(chunk) == Some(&[0; 3]) || list.is_blank(chunk));
    for (odd, are_lost, share, what) in [
        (twice, are_lost, 8, format!("a {column} twice in a {row}")),
        (fallen, false, 2, format!("{column}s that fall within a {row}")),
    ] {
        let (such, chunks) = (chunks_of(&odd), chunks_of(&pairs));
        for (chunk, ([number, rows, _], [_, all, _])) in odd.iter().zip(&pairs).enumerate() {
            let is_odd = such == 1 && chunks >= FEWEST && *rows > 1 && rows * share >= *all;
            if *number >= NO_CHANCE && (are_lost || is_odd) {
                let all = count(*all as u128, row);
                let why =
                    format!("{what} {number} times, in {rows} of {all}; so in {such} of {chunks} chunks");
                found.push(list.found(Some(chunk), if are_lost { LOST } else { ODD }, sure::ODD_ROWS, why));
            }
        }
    }
}
