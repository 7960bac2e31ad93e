use super::{WorkedStage, at, element, hex, plain, show};
use crate::codec::Dimensions;
use crate::metadata::{Elements, fill_value, linear};
use crate::tell::words::shape;

pub(super) fn transpose(stage: &WorkedStage) -> Option<Vec<String>> {
    let decoded = &stage.decoded()?.shape;
    let encoded = &stage.encoded()?.shape;
    let Dimensions::Permuted(order) = &stage.run.info.dimensions else { return None };
    // A step along the last dimension that moves shows the rule best. It needs a second element in that dimension.
    let mut moves = None;
    for (axis, (from, edge)) in order.iter().zip(decoded).enumerate() {
        if *from != axis && *edge > 1 {
            moves = Some(axis);
        }
    }
    let coords = match stage.looked_at {
        Some(number) => stage.coords(number)?,
        None => (0..decoded.len()).map(|axis| u64::from(Some(axis) == moves)).collect(),
    };
    let stored: Vec<u64> = order.iter().filter_map(|axis| coords.get(*axis).copied()).collect();
    let mut lines = vec![
        format!("order {order:?}: dimension i as stored is dimension order[i] of the chunk"),
        format!("chunk {}, as stored {}", shape(decoded), shape(encoded)),
        format!("{} of the chunk is {} as stored", element(&coords), element(&stored)),
    ];
    lines.extend(numbers(stage, &coords, &stored));
    Some(lines)
}

pub(super) fn reshape(stage: &WorkedStage) -> Option<Vec<String>> {
    let decoded = &stage.decoded()?.shape;
    let encoded = &stage.encoded()?.shape;
    let last = stage.output_array?.size().checked_sub(1)?;
    let number = stage.looked_at.unwrap_or(stage.example_element()?.max(1)).min(last);
    let coords = stage.coords(number)?;
    let stored = crate::metadata::delinear(number as u64, encoded);
    let mut lines = vec![
        format!("chunk {}, as stored {}: the order of the elements stays", shape(decoded), shape(encoded)),
        format!("{} of the chunk is {} as stored", element(&coords), element(&stored)),
    ];
    lines.extend(numbers(stage, &coords, &stored));
    Some(lines)
}

fn numbers(stage: &WorkedStage, coords: &[u64], stored: &[u64]) -> Option<String> {
    let before = linear(coords, &stage.decoded()?.shape)?;
    let after = linear(stored, &stage.encoded()?.shape)?;
    let value = at(stage.output_array?, usize::try_from(before).ok()?)?;
    Some(format!("in C order number {before} of the chunk, number {after} as stored: {value}"))
}

pub(super) fn scale_offset(stage: &WorkedStage) -> Option<Vec<String>> {
    let (scale, offset) = (stage.text("scale", "1"), stage.text("offset", "0"));
    let Pair { place, stored, decoded } = Pair::of(stage, stage.example_element())?;
    Some(vec![
        format!("decoded = stored / scale + offset, with scale {scale}, offset {offset}"),
        format!("{place}: stored {stored}; {stored} / {scale} + {} = {decoded}", signed(&offset)),
    ])
}

fn signed(number: &str) -> String {
    if number.starts_with('-') { format!("({number})") } else { number.to_owned() }
}

struct Pair {
    place: String,
    stored: String,
    decoded: String,
}

impl Pair {
    fn of(stage: &WorkedStage, number: Option<usize>) -> Option<Self> {
        let number = number?;
        Some(Self {
            place: element(&stage.coords(number)?),
            stored: at(stage.input_array?, number)?,
            decoded: at(stage.output_array?, number)?,
        })
    }
}

pub(super) fn elementwise(stage: &WorkedStage) -> Option<Vec<String>> {
    let Pair { place, stored, decoded } = Pair::of(stage, stage.example_element())?;
    let (from, to) = (&stage.encoded()?.data_type, &stage.decoded()?.data_type);
    Some(vec![format!("{place}: {stored} as {from} is {decoded} as {to}")])
}

pub(super) fn cast_value(stage: &WorkedStage) -> Option<Vec<String>> {
    let mut lines = elementwise(stage)?;
    lines.extend(mapped(stage));
    Some(lines)
}

fn mapped(stage: &WorkedStage) -> Option<String> {
    let map = stage.member("scalar_map")?.get("decode")?.as_array()?;
    let input = stage.input_array?;
    for number in 0..input.size().min(super::SEARCHED) {
        let value = fill_value::write(&input.get(number)?);
        for pair in map {
            if let Some(key) = pair.as_array().and_then(|pair| pair.first())
                && *key == value
            {
                let place = element(&stage.coords(number)?);
                let value = at(stage.output_array?, number)?;
                return Some(format!("{place}: {} is {value}, because scalar_map says so", plain(key)));
            }
        }
    }
    None
}

pub(super) fn delta(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, output) = (stage.input_array?, stage.output_array?);
    let mut lines = vec![format!("element number 0: {}, as stored", at(output, 0)?)];
    // The element that is looked at comes after those that show how it goes on.
    let further = stage.looked_at.filter(|number| *number >= 3 && *number < output.size());
    for number in (1..output.size().min(3)).chain(further) {
        let (before, step, sum) = (at(output, number - 1)?, at(input, number)?, at(output, number)?);
        lines.push(format!("element number {number}: {before} + {} = {sum}", signed(&step)));
    }
    Some(lines)
}

pub(super) fn packed_bools(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, output) = (stage.input_array?, stage.output_array?);
    let (padding, first) = (input.bytes().first()?, input.bytes().get(1)?);
    let bools: Vec<String> = Elements::iter(output).take(8).map(|scalar| show(&scalar)).collect();
    Some(vec![
        format!("byte 0: {}, the number of unused bits at the end: {padding}", hex(&[*padding])),
        format!("byte 1: {} = {first:08b}, the highest bit first", hex(&[*first])),
        format!("elements number 0 to {}: {}", output.size().min(8) - 1, bools.join(", ")),
    ])
}
