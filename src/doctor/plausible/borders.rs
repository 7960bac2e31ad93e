//! Square chunks look the same in both orders: where they meet other chunks they do not.

use super::super::confidence::values as sure;
use super::sample::{Part, parts};
use super::subject::Specimen;
use super::threshold::borders as threshold;
use super::verdict::short;
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, little_endian};

const MOST_NBYTES: u64 = 1 << 25;
const LEAST: usize = 8;

struct Square<'a> {
    elements: &'a Elements,
    part: Part,
    fill: Option<u64>,
    edge: usize,
}

impl Square<'_> {
    fn at(&self, [row, column]: [usize; 2]) -> Option<f64> {
        let element = self.elements.element(row.checked_mul(self.edge)?.checked_add(column)?)?;
        let own = element.get(self.part.offset..self.part.offset.checked_add(self.part.nbytes)?)?;
        let bits = little_endian(own);
        let value = self.part.kind.value(bits, self.part.nbytes);
        if self.fill == Some(bits) || !value.is_finite() { None } else { Some(value) }
    }

    fn apart(&self, one: [usize; 2], other: [usize; 2]) -> Option<f64> {
        Some((self.at(one)? - self.at(other)?).abs())
    }

    /// Typical differences within: of neighbours, and of elements that have nothing to do with each other.
    fn differences(&self) -> (Option<f64>, Option<f64>) {
        let step = (self.edge * self.edge / 2048).max(1);
        let mut near = Vec::new();
        let mut far = Vec::new();
        for index in (0..self.edge * self.edge).step_by(step) {
            let row = index / self.edge;
            let column = index % self.edge;
            near.extend(self.apart([row, column], [row, column + 1]));
            near.extend(self.apart([row, column], [row + 1, column]));
            let [other, another] = [row, column].map(|place| (place * 31 + 17) % self.edge);
            far.extend(self.apart([row, column], [another, other]));
        }
        (median(near), median(far))
    }

    /// How far the last row, or column, of this one is from the first one of another.
    fn border(&self, next: &Self, axis: usize) -> Option<f64> {
        let last = self.edge.checked_sub(1)?;
        let place = |side, along| if axis == 0 { [side, along] } else { [along, side] };
        let mut found = Vec::new();
        for along in 0..self.edge {
            if let (Some(own), Some(other)) = (self.at(place(last, along)), next.at(place(0, along))) {
                found.push((own - other).abs());
            }
        }
        if found.len() < LEAST { None } else { median(found) }
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Whether a square chunk goes on in the chunks next to it and below it only when rows and columns are exchanged in all.
pub(super) fn compare(subject: &Specimen, declared: &[usize]) -> Option<(f64, String)> {
    let [edge, other] = subject.decoded.shape.as_slice() else { return None };
    let coords = subject.coords?;
    if edge != other || !matches!(declared, [0, 1] | [1, 0]) {
        return None;
    }
    if subject.decoded.nbytes()? > MOST_NBYTES {
        return None;
    }
    let own = square(subject, subject.trace.result()?)?;
    let (near, far) = own.differences();
    let near = near?;
    let far = far?;
    if near > far / threshold::SMOOTH_WITHIN || far <= 0.0 {
        return None;
    }
    let options = DecodeOptions { ignore_checksums: false, max_chunk_bytes: MOST_NBYTES };
    let mut words = Vec::new();
    for axis in [0, 1] {
        let (first, second, elements) = beside(subject, coords, axis, &options)?;
        let next = square(subject, &elements)?;
        let (one, two) = if first == coords { (&own, &next) } else { (&next, &own) };
        let as_is = one.border(two, axis)?;
        let exchanged = one.border(two, 1 - axis)?;
        if exchanged > threshold::JOINED * near.max(far / threshold::FLOOR)
            || as_is < threshold::TORN * exchanged
            || as_is < far / threshold::TORN_APART
        {
            return None;
        }
        let chunks = format!("between the chunks {} and {}", name(&first), name(&second));
        words.push(format!(
            "{chunks} neighbours differ by {}, exchanged by {}",
            short(as_is),
            short(exchanged)
        ));
    }
    Some((
        sure::STRONG,
        format!("within the chunk neighbours differ by {}; {}", short(near), words.join("; ")),
    ))
}

fn name(coords: &[u64]) -> String {
    let each: Vec<String> = coords.iter().map(u64::to_string).collect();
    format!("({})", each.join(", "))
}

fn beside(
    subject: &Specimen,
    coords: &[u64],
    axis: usize,
    options: &DecodeOptions,
) -> Option<(Vec<u64>, Vec<u64>, Elements)> {
    let stepped = |step: i64| {
        let mut other = coords.to_vec();
        let own = other.get_mut(axis)?;
        *own = own.checked_add_signed(step)?;
        if subject.array.metadata.chunk_grid.chunk_shape(&other)? != subject.decoded.shape {
            return None;
        }
        let elements = subject.array.decode(&other, options).ok()??;
        Some((other, elements))
    };
    if let Some((after, elements)) = stepped(1) {
        return Some((coords.to_vec(), after, elements));
    }
    let (before, elements) = stepped(-1)?;
    Some((before, coords.to_vec(), elements))
}

fn square<'a>(subject: &Specimen, elements: &'a Elements) -> Option<Square<'a>> {
    let part = parts(elements.data_type()).into_iter().next()?;
    let edge = usize::try_from(*subject.decoded.shape.first()?).ok()?;
    let fill = subject.decoded.fill_value.as_ref().map(|fill| fill.bytes(elements.data_type()));
    let own = part.offset..part.offset.checked_add(part.nbytes)?;
    let fill = fill.as_ref().and_then(|fill| fill.get(own)).map(little_endian);
    Some(Square { elements, part, fill, edge })
}
