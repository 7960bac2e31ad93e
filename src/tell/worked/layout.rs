use super::{WorkedStage, at, element, hex, nbytes, span};
use crate::metadata::{CodecRole, DataType};

pub(super) fn bytes(stage: &WorkedStage) -> Option<Vec<String>> {
    let decoded = stage.decoded()?;
    let width = decoded.data_type.nbytes();
    let size = decoded.size()?;
    let mut lines =
        vec![format!("{decoded}: {size} × {} = {} bytes", nbytes(width), size.checked_mul(width as u64)?)];
    let (Some(elements), Some(number)) = (stage.output_array, stage.example_element()) else {
        return Some(lines);
    };
    let coords = stage.coords(number)?;
    let start = number.checked_mul(width)?;
    let stored = stage.input_bytes?.get(start..start.checked_add(width)?)?;
    let mut terms = Vec::new();
    for (axis, coord) in coords.iter().enumerate() {
        terms.push(format!("{coord} × {}", decoded.shape.iter().skip(axis + 1).product::<u64>()));
    }
    lines.push(match terms.as_slice() {
        [] => format!("{}: the only element, number 0", element(&coords)),
        terms => format!("{}: {} = number {number} in C order", element(&coords), terms.join(" + ")),
    });
    lines.push(format!("number {number} × {} = byte {start}", nbytes(width)));
    let endian = match endian(stage) {
        Some(endian) if width > 1 => format!(" ({endian}-endian)"),
        _ => String::new(),
    };
    let span = span(start, width);
    lines.push(format!("{span}: {}{endian} = {}", hex(stored), at(elements, number)?));
    Some(lines)
}

fn endian(stage: &WorkedStage) -> Option<String> {
    if stage.run.info.codec.role != CodecRole::Implied {
        return stage.member("endian").map(super::plain);
    }
    match stage.member("dtype")?.as_str()?.chars().next()? {
        '<' => Some("little".to_owned()),
        '>' => Some("big".to_owned()),
        _ => None,
    }
}

fn number_at(bytes: &[u8], place: usize) -> Option<(&[u8], usize)> {
    let stored = bytes.get(place..place.checked_add(4)?)?;
    Some((stored, u32::from_le_bytes(*stored.first_chunk()?) as usize))
}

/// `vlen-…`: the first element that is not empty, unless the user looks at one.
pub(super) fn vlen(stage: &WorkedStage) -> Option<Vec<String>> {
    let input = stage.input_bytes?;
    let (stored, count) = number_at(input, 0)?;
    let mut lines = vec![format!("bytes 0 to 3: {} = {count} elements", hex(stored))];
    let Some(elements) = stage.output_array else { return Some(lines) };
    let wanted = stage.looked_at.filter(|number| *number < count.min(super::SEARCHED));
    let mut place = 4;
    for number in 0..count.min(super::SEARCHED) {
        let (stored, length) = number_at(input, place)?;
        let start = place.checked_add(4)?;
        let is_example = match wanted {
            Some(wanted) => wanted == number,
            None => length > 0 || number + 1 == count,
        };
        if is_example {
            let own = input.get(start..start.checked_add(length)?)?;
            let (element, place) = (element(&stage.coords(number)?), span(place, 4));
            lines.push(format!("{element}: {place}: {} = a length of {}", hex(stored), nbytes(length)));
            lines.push(match length {
                0 => format!("no bytes follow: {}", at(elements, number)?),
                _ => format!("{}: {} = {}", span(start, length), hex(own), at(elements, number)?),
            });
            break;
        }
        place = start;
    }
    Some(lines)
}

pub(super) fn packbits(stage: &WorkedStage) -> Option<Vec<String>> {
    let (decoded, elements, number) = (stage.decoded()?, stage.output_array?, stage.example_element()?);
    let bits = bits(stage, &decoded.data_type)?;
    let first = number.checked_mul(bits)?;
    let last = first.checked_add(bits)?.checked_sub(1)?;
    let rest = stage.text("padding_encoding", "none");
    let skipped = usize::from(matches!(rest.as_str(), "first_byte" | "start_byte"));
    let from = first / 8 + skipped;
    let to = last / 8 + skipped;
    let stored = stage.input_bytes?.get(from..=to)?;
    let digits: Vec<String> = stored.iter().map(|byte| format!("{byte:08b}")).collect();
    Some(vec![
        format!("each element takes {bits} bits, the lowest bit first; {rest} says how many are left over"),
        format!("{}, number {number}: bits {first} to {last}", element(&stage.coords(number)?)),
        format!("{}: {} = {}", span(from, stored.len()), hex(stored), digits.join(" ")),
        format!("the element there is {}", at(elements, number)?),
    ])
}

fn bits(stage: &WorkedStage, data_type: &DataType) -> Option<usize> {
    let (width, components) = match data_type {
        DataType::Bool => (1, 1),
        DataType::Integer(integer) => (integer.bits, 1),
        DataType::Float(float) => (float.format().bits, 1),
        DataType::Complex(float) => (float.format().bits, 2),
        _ => return None,
    };
    let bit = |names: [&str; 2], default: u64| {
        names.iter().find_map(|name| stage.member(name)).map_or(Some(default), serde_json::Value::as_u64)
    };
    let first = bit(["first_bit", "start_bit"], 0)?;
    let last = bit(["last_bit", "end_bit"], u64::from(width).checked_sub(1)?)?;
    usize::try_from(last.checked_sub(first)?.checked_add(1)?.checked_mul(components)?).ok()
}
