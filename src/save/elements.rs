use std::io::{self, Write};
use std::{fmt::Write as _, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::ValuesFormat;
use crate::meaning::{Meaning, is_nothing};
use crate::metadata::text::{escape, escape_json, shape, shorten};
use crate::metadata::{DataType, Elements, Scalar, delinear, fill_value, float::Float, v2::Dtype};
use crate::pipeline::{ArrayLabels, LabelPick};
use crate::tell::meaning::title;
use crate::tell::python::list_ends;

#[derive(Debug, Clone)]
pub struct WrittenValues {
    pub shape: Vec<u64>,
    pub origin: Vec<u64>,
    pub data_type: DataType,
    /// The shape of the array, where elements may lie past it. Only a table marks those.
    pub end: Option<Vec<u64>>,
    pub picks: Vec<LabelPick>,
    pub meaning: Option<Arc<Meaning>>,
    pub labels: Option<Arc<ArrayLabels>>,
}

impl WrittenValues {
    pub fn plain(shape: Vec<u64>, origin: Vec<u64>, data_type: DataType) -> Self {
        Self { shape, origin, data_type, end: None, picks: Vec::new(), meaning: None, labels: None }
    }

    fn label(&self, axis: usize, coord: u64) -> String {
        match self.labels.as_ref().and_then(|labels| labels.text(axis, coord)) {
            Some(label) => shorten(&escape(&label), LABEL),
            None => coord.to_string(),
        }
    }

    fn label_width(&self, axis: usize) -> usize {
        if self.shape.is_empty() {
            return 0;
        }
        if let Some(labels) = self.labels.as_ref().and_then(|labels| labels.axes.get(axis)?.as_ref()) {
            return labels.width.min(LABEL);
        }
        let ends = self.shape.iter().zip(&self.origin).map(|(edge, origin)| edge.saturating_add(*origin));
        ends.max().unwrap_or(0).to_string().len()
    }

    fn rounding(&self, values: bool) -> Option<String> {
        let axes = self.labels.iter().flat_map(|labels| labels.axes.iter().flatten());
        let labels = axes.into_iter().any(|labels| labels.is_rounded);
        let said = match (values, labels) {
            (true, true) => "values and labels are",
            (true, false) => "values are",
            (false, true) => "labels are",
            (false, false) => return None,
        };
        let all = if values { "; --format csv and json have all digits of values" } else { "" };
        Some(format!("{said} rounded{all}"))
    }

    fn row(&self) -> u64 {
        if self.shape.len() < 2 { 1 } else { self.shape.last().copied().unwrap_or(1) }
    }
}

const LABEL: usize = 32;
/// What is longer reaches over the edge of its column, so that it does not pad all others.
const WIDEST: usize = 1 << 10;
/// One text is often far longer than the others.
const WIDEST_TEXT: usize = 32;

const PAST: &str = "*";

pub struct ElementWriter<'a> {
    format: ValuesFormat,
    subject: WrittenValues,
    output: &'a mut (dyn Write + Send),
    position: u64,
    width: usize,
    is_rounded: bool,
}

impl<'a> ElementWriter<'a> {
    pub fn begin(
        format: ValuesFormat,
        subject: WrittenValues,
        output: &'a mut (dyn Write + Send),
    ) -> io::Result<Self> {
        match format {
            ValuesFormat::Npy => output.write_all(&npy_header(&subject))?,
            ValuesFormat::Json => {
                let data_type = match &subject.meaning {
                    Some(meaning) if meaning.time.is_some() => "date".to_owned(),
                    Some(meaning) => meaning.physical.to_string(),
                    None => subject.data_type.to_string(),
                };
                let data_type = Value::from(data_type);
                write!(output, "{{\"shape\": {:?}, \"data_type\": {data_type}, ", subject.shape)?;
                if let Some(meaning) = &subject.meaning {
                    // Dates are dates: the unit is that of the counts that they come from.
                    let unit =
                        if meaning.time.is_none() { meaning.description.units.as_deref() } else { None };
                    let unit = Value::from(unit).to_string();
                    write!(output, "\"values_are\": \"physical\", \"unit\": {}, ", escape_json(&unit))?;
                }
                if !subject.picks.is_empty() {
                    let picks = serde_json::to_string(&subject.picks)?;
                    write!(output, "\"selection\": {}, ", escape_json(&picks))?;
                }
                write!(output, "\"values\": ")?;
            }
            ValuesFormat::Table => {
                if let Some(meaning) = &subject.meaning {
                    writeln!(output, "{}", title(meaning))?;
                }
                for pick in &subject.picks {
                    writeln!(output, "{}", pick.text())?;
                }
                if subject.meaning.is_some() || !subject.picks.is_empty() {
                    writeln!(output)?;
                }
            }
            ValuesFormat::Csv | ValuesFormat::Raw => {}
        }
        Ok(Self { format, subject, output, position: 0, width: 0, is_rounded: false })
    }

    pub fn piece(&mut self, elements: &Elements) -> io::Result<()> {
        if self.format == ValuesFormat::Table && self.width == 0 {
            for scalar in elements.iter() {
                let widest = match scalar {
                    Scalar::Text(_) | Scalar::Chars(_) | Scalar::Json(_) => WIDEST_TEXT,
                    _ => WIDEST,
                };
                self.width = self.width.max(self.text(&scalar).width().min(widest));
            }
            self.width += usize::from(self.subject.end.is_some());
        }
        let write = match self.format {
            ValuesFormat::Raw | ValuesFormat::Npy => return self.bytes(elements),
            ValuesFormat::Csv => Self::csv,
            ValuesFormat::Json => Self::json,
            ValuesFormat::Table => Self::table,
        };
        for scalar in elements.iter() {
            write(self, &scalar)?;
            self.position += 1;
        }
        Ok(())
    }

    pub fn end(self) -> io::Result<()> {
        let is_empty = product(&self.subject.shape) == 0;
        match (self.format, &self.subject.end) {
            (ValuesFormat::Json, _) => {
                if is_empty {
                    empty_lists(&self.subject.shape, self.output)?;
                }
                writeln!(self.output, "}}")
            }
            (ValuesFormat::Table, _) if is_empty => writeln!(self.output, "no elements"),
            (ValuesFormat::Table, None) => match self.subject.rounding(self.is_rounded) {
                Some(said) => writeln!(self.output, "\n{said}"),
                None => Ok(()),
            },
            (ValuesFormat::Table, Some(end)) => {
                let array = shape(end);
                writeln!(
                    self.output,
                    "\n{PAST} past the array, whose shape is {array}: overhang, which is not read"
                )
            }
            (ValuesFormat::Csv | ValuesFormat::Npy | ValuesFormat::Raw, _) => Ok(()),
        }
    }

    fn bytes(&mut self, elements: &Elements) -> io::Result<()> {
        match &self.subject.meaning {
            Some(meaning) if meaning.time.is_some() => {
                let mut bytes = Vec::with_capacity(elements.size().saturating_mul(4 * DATE as usize));
                for scalar in elements.iter() {
                    let text = if is_nothing(&scalar) { "NaT".to_owned() } else { exact(meaning, &scalar) };
                    let mut codes: Vec<u32> = text.chars().map(u32::from).collect();
                    codes.resize(DATE as usize, 0);
                    bytes.extend(codes.into_iter().flat_map(u32::to_le_bytes));
                }
                self.output.write_all(&bytes)
            }
            _ => self.output.write_all(elements.bytes()),
        }
    }

    fn text(&self, scalar: &Scalar) -> String {
        match &self.subject.meaning {
            Some(meaning) => meaning.table_text(scalar),
            None => scalar.to_string(),
        }
    }

    fn csv(&mut self, scalar: &Scalar) -> io::Result<()> {
        let row = self.subject.row();
        let ends_row = (self.position + 1).is_multiple_of(row);
        let mut field = csv_text(scalar, self.subject.meaning.as_deref());
        if field.is_empty() && row == 1 {
            // Programs skip a line with nothing in it, and all after it would move up.
            field.push_str("\"\"");
        }
        write!(self.output, "{field}{}", if ends_row { "\n" } else { "," })
    }

    fn json(&mut self, scalar: &Scalar) -> io::Result<()> {
        let (opens, closes) = list_ends(&self.subject.shape, self.position);
        let comma = if self.position == 0 { "" } else { ", " };
        let text = json_field(scalar, self.subject.meaning.as_deref());
        let (opens, closes) = ("[".repeat(opens), "]".repeat(closes));
        write!(self.output, "{comma}{opens}{}{closes}", escape_json(&text))
    }

    fn table(&mut self, scalar: &Scalar) -> io::Result<()> {
        let row = self.subject.row();
        let rank = self.subject.shape.len();
        let [across, down] = [rank.saturating_sub(1), rank.saturating_sub(2)];
        let width = if rank < 2 { self.width } else { self.width.max(self.subject.label_width(across)) };
        let within = delinear(self.position, &self.subject.shape);
        let coords: Vec<u64> = within.iter().zip(&self.subject.origin).map(|(at, from)| from + at).collect();
        let label = self.subject.label_width(down);
        if let Some(meaning) = &self.subject.meaning {
            self.is_rounded |= is_rounded(meaning, scalar);
        }
        if self.position.is_multiple_of(row) {
            let rows = if rank < 2 { 1 } else { self.subject.shape.get(down).copied().unwrap_or(1) };
            if rank >= 2 && self.position.is_multiple_of(row * rows) {
                if rank > 2 {
                    let gap = if self.position == 0 { "" } else { "\n" };
                    write!(self.output, "{gap}[")?;
                    for (axis, coord) in coords.iter().take(rank - 2).enumerate() {
                        write!(self.output, "{}, ", self.subject.label(axis, *coord))?;
                    }
                    writeln!(self.output, ":, :]")?;
                }
                write!(self.output, "{:label$}", "")?;
                let first = self.subject.origin.last().copied().unwrap_or(0);
                for column in 0..row {
                    write!(self.output, "  {:>width$}", self.subject.label(across, first + column))?;
                }
                writeln!(self.output)?;
            }
            if let Some(coord) = coords.get(down) {
                write!(self.output, "{:>label$}", self.subject.label(down, *coord))?;
            }
        }
        let gap = if rank == 0 { "" } else { "  " };
        let is_past = self.subject.end.iter().flatten().zip(&coords).any(|(end, coord)| coord >= end);
        let mark = if is_past { PAST } else { "" };
        let text = format!("{mark}{}", self.text(scalar));
        // The columns that a text takes are not its characters.
        let padding = if rank == 0 { 0 } else { width.saturating_sub(text.width()) };
        let end = if (self.position + 1).is_multiple_of(row) { "\n" } else { "" };
        write!(self.output, "{gap}{:padding$}{text}{end}", "")
    }
}

/// With the meaning of physical values, what is masked is empty.
pub(super) fn csv_text(scalar: &Scalar, meaning: Option<&Meaning>) -> String {
    match meaning {
        Some(_) if is_nothing(scalar) => String::new(),
        Some(meaning) if !matches!(scalar, Scalar::Text(_)) => quoted_field(exact(meaning, scalar)),
        _ => csv_field(scalar),
    }
}

/// With the meaning of physical values, what is masked is null.
pub(super) fn json_field(scalar: &Scalar, meaning: Option<&Meaning>) -> String {
    match meaning.and_then(|meaning| meaning.label(scalar)) {
        _ if meaning.is_some() && is_nothing(scalar) => "null".to_owned(),
        Some(label) => Value::from(label).to_string(),
        None => json_text(scalar),
    }
}

/// Texts have no quotes, unless a comma or a quote is in them (RFC 4180).
pub(super) fn csv_field(scalar: &Scalar) -> String {
    let text = match scalar {
        Scalar::Text(text) => escape(text).into_owned(),
        other => other.to_string(),
    };
    quoted_field(text)
}

pub(super) fn quoted_field(text: String) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A NaN with other bits than usual is its bit pattern, as in a fill value of V3.
pub(super) fn json_text(scalar: &Scalar) -> String {
    let float = |float: &Float| match float.value() {
        value if value.is_finite() => float.to_string(),
        _ => fill_value::write(&Scalar::Float(*float)).to_string(),
    };
    match scalar {
        Scalar::Float(value) => float(value),
        Scalar::Complex([real, imaginary]) => format!("[{}, {}]", float(real), float(imaginary)),
        // The standard alphabet (RFC 4648, section 4).
        Scalar::Raw(bytes) | Scalar::Chars(bytes) => format!("\"{}\"", STANDARD.encode(bytes)),
        Scalar::List(items) => {
            format!("[{}]", items.iter().map(json_text).collect::<Vec<_>>().join(", "))
        }
        Scalar::Struct(fields) => {
            let mut members = Vec::new();
            for (name, value) in fields.iter() {
                members.push(format!("{}: {}", Value::from(name.as_ref()), json_text(value)));
            }
            format!("{{{}}}", members.join(", "))
        }
        Scalar::Json(text) => text.to_string(),
        other => fill_value::write(other).to_string(),
    }
}

pub(super) fn product(edges: &[u64]) -> u64 {
    edges.iter().fold(1, |product: u64, edge| product.saturating_mul(*edge))
}

/// A shape such as `[2^62, 0]` has very many lists, so that they are written one by one.
fn empty_lists(shape: &[u64], output: &mut (dyn Write + Send)) -> io::Result<()> {
    let outer = shape.split(|edge| *edge == 0).next().unwrap_or_default();
    for position in 0..product(outer) {
        let (opens, closes) = list_ends(outer, position);
        let comma = if position == 0 { "" } else { ", " };
        write!(output, "{comma}{}[]{}", "[".repeat(opens), "]".repeat(closes))?;
    }
    Ok(())
}

/// NumPy's format 1.0, or 2.0 where it is long: magic, version, length, and a dictionary padded to a multiple of 64 bytes.
fn npy_header(subject: &WrittenValues) -> Vec<u8> {
    let shape = match subject.shape.as_slice() {
        [single] => format!("({single},)"),
        shape => format!("({})", shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    };
    let descr = match &subject.meaning {
        // Dates are texts: no other form has those of every calendar.
        Some(meaning) if meaning.time.is_some() => npy_descr(&DataType::Utf32(DATE)),
        Some(meaning) => npy_descr(&meaning.physical),
        None => npy_descr(&subject.data_type),
    };
    let mut text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    // Version 1.0 has two bytes for the length; version 2.0, for headers of very many fields, has four.
    let is_long = text.len() + 64 > usize::from(u16::MAX);
    let fixed = if is_long { 12 } else { 10 };
    let total = (fixed + text.len() + 1).next_multiple_of(64);
    text.extend(std::iter::repeat_n(' ', total - fixed - text.len() - 1));
    text.push('\n');
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes();
    let (version, length) = if is_long { (2, &length[..]) } else { (1, &length[..2]) };
    [b"\x93NUMPY", &[version, 0][..], length, text.as_bytes()].concat()
}

fn npy_descr(data_type: &DataType) -> String {
    match data_type {
        DataType::Struct(fields) => {
            let mut described = Vec::new();
            for field in fields.iter() {
                let name = python_string(&field.name);
                described.push(match &field.data_type {
                    DataType::Subarray(array) => {
                        let shape: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
                        format!("({name}, {}, ({},))", npy_descr(&array.data_type), shape.join(", "))
                    }
                    other => format!("({name}, {})", npy_descr(other)),
                });
            }
            format!("[{}]", described.join(", "))
        }
        plain => match (Dtype::name_of(plain), plain) {
            (Some(name), _) => format!("'{name}'"),
            // Integers of fewer than eight bits take a byte.
            (None, DataType::Integer(integer)) => format!("'|{}1'", if integer.signed { 'i' } else { 'u' }),
            (None, DataType::Chars(nbytes)) => format!("'|S{nbytes}'"),
            (None, DataType::Utf32(size)) => format!("'<U{size}'"),
            (None, _) => format!("'|V{}'", plain.nbytes()),
        },
    }
}

fn python_string(text: &str) -> String {
    let mut string = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => string.extend(['\\', c]),
            ' '..='~' => string.push(c),
            other => {
                let _ = write!(string, "\\U{:08x}", u32::from(other));
            }
        }
    }
    string + "'"
}

/// NumPy reads texts of one length as dates.
const DATE: u32 = 32;

fn is_rounded(meaning: &Meaning, scalar: &Scalar) -> bool {
    let whole = |text: &str| text.parse::<f64>().map(f64::to_bits).ok();
    matches!(scalar, Scalar::Float(_))
        && meaning.packing.is_some()
        && meaning.label(scalar).is_none()
        && whole(&meaning.table_text(scalar)) != whole(&scalar.to_string())
}

fn exact(meaning: &Meaning, scalar: &Scalar) -> String {
    meaning.label(scalar).unwrap_or_else(|| scalar.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: ValuesFormat, shape: &[u64], name: &str, bytes: &[u8]) -> String {
        let data_type = DataType::from_name(name).unwrap();
        let subject = WrittenValues::plain(shape.to_vec(), vec![10; shape.len()], data_type.clone());
        let mut output = Vec::new();
        let mut writer = ElementWriter::begin(format, subject, &mut output).unwrap();
        // Two pieces, so that every format goes on where it stopped.
        let middle = bytes.len() / data_type.nbytes() / 2 * data_type.nbytes();
        for piece in [&bytes[..middle], &bytes[middle..]] {
            writer.piece(&Elements::new(data_type.clone(), piece.to_vec())).unwrap();
        }
        writer.end().unwrap();
        String::from_utf8_lossy(&output).into_owned()
    }

    #[test]
    fn csv_has_a_line_for_each_row() {
        assert_eq!(written(ValuesFormat::Csv, &[2, 3], "uint8", &[1, 2, 3, 4, 5, 6]), "1,2,3\n4,5,6\n");
        assert_eq!(written(ValuesFormat::Csv, &[3], "uint8", &[1, 2, 3]), "1\n2\n3\n");
        assert_eq!(written(ValuesFormat::Csv, &[], "uint8", &[1]), "1\n");
        assert_eq!(written(ValuesFormat::Csv, &[2, 1, 2], "uint8", &[1, 2, 3, 4]), "1,2\n3,4\n");
    }

    #[test]
    fn json_has_nested_lists() {
        let head = |shape: &str, name: &str| {
            format!("{{\"shape\": {shape}, \"data_type\": \"{name}\", \"values\": ")
        };
        assert_eq!(
            written(ValuesFormat::Json, &[2, 1, 2], "uint8", &[1, 2, 3, 4]),
            head("[2, 1, 2]", "uint8") + "[[[1, 2]], [[3, 4]]]}\n"
        );
        assert_eq!(written(ValuesFormat::Json, &[], "bool", &[1]), head("[]", "bool") + "true}\n");
        assert_eq!(written(ValuesFormat::Json, &[2, 0], "bool", &[]), head("[2, 0]", "bool") + "[[], []]}\n");
        let numbers = [f32::NAN, f32::NEG_INFINITY, 0.1].map(f32::to_le_bytes).concat();
        assert_eq!(
            written(ValuesFormat::Json, &[3], "float32", &numbers),
            head("[3]", "float32") + "[\"NaN\", \"-Infinity\", 0.1]}\n"
        );
        // As in a fill value of V3, and with every bit of it.
        let payloads = [0x7fc0_0001_u32, 0xffc0_0000, 0x7f80_0001].map(u32::to_le_bytes).concat();
        assert_eq!(
            written(ValuesFormat::Json, &[3], "float32", &payloads),
            head("[3]", "float32") + "[\"0x7fc00001\", \"0xffc00000\", \"0x7f800001\"]}\n"
        );
        assert_eq!(
            written(ValuesFormat::Json, &[1], "complex_float16", &[1, 0x7e, 0, 0x3c]),
            head("[1]", "complex_float16") + "[[\"0x7e01\", 1.0]]}\n"
        );
        assert_eq!(written(ValuesFormat::Json, &[1], "r16", &[1, 2]), head("[1]", "r16") + "[\"AQI=\"]}\n");
    }

    #[test]
    fn npy_has_the_header_that_numpy_writes() {
        let text = written(ValuesFormat::Npy, &[3], "int16", &[1, 0, 2, 0, 3, 0]);
        assert!(
            text.starts_with('\u{fffd}')
                && text.contains("'descr': '<i2', 'fortran_order': False, 'shape': (3,), }")
        );
        let header = npy_header(&WrittenValues::plain(vec![], vec![], DataType::Bool));
        assert_eq!(header.len() % 64, 0);
        assert!(String::from_utf8_lossy(&header).contains("'shape': (), }"));
    }

    #[test]
    fn a_table_has_array_coordinates() {
        assert_eq!(
            written(ValuesFormat::Table, &[2, 3], "uint8", &[1, 2, 3, 4, 5, 6]),
            "    10  11  12\n10   1   2   3\n11   4   5   6\n"
        );
        assert_eq!(written(ValuesFormat::Table, &[2], "uint8", &[100, 2]), "10  100\n11    2\n");
        assert_eq!(
            written(ValuesFormat::Table, &[2, 1, 1], "uint8", &[1, 2]),
            "[10, :, :]\n    10\n10   1\n\n[11, :, :]\n    10\n10   2\n"
        );
        assert_eq!(written(ValuesFormat::Table, &[], "uint8", &[7]), "7\n");
        assert_eq!(written(ValuesFormat::Table, &[0, 4], "uint8", &[]), "no elements\n");
    }

    #[test]
    fn a_text_that_is_wider_than_any_column_is_written_whole() {
        let data_type = DataType::Utf32(70_000);
        let text = Scalar::Text("x".repeat(70_000).into());
        let subject = WrittenValues::plain(vec![2], vec![0], data_type.clone());
        let mut output = Vec::new();
        let mut writer = ElementWriter::begin(ValuesFormat::Table, subject, &mut output).unwrap();
        writer.piece(&Elements::filled(&data_type, &text, 2)).unwrap();
        writer.end().unwrap();
        assert_eq!(output, format!("0  {text}\n1  {text}\n").as_bytes());
    }

    #[test]
    fn a_long_header_is_one_of_version_2_of_npy() {
        let field = |number| crate::metadata::StructField {
            name: format!("f{number}").into(),
            data_type: DataType::from_name("uint8").unwrap(),
        };
        let data_type = DataType::Struct((0..5000).map(field).collect());
        let header = npy_header(&WrittenValues::plain(vec![1], vec![0], data_type));
        let (start, text) = header.split_at(12);
        assert_eq!(&start[..8], b"\x93NUMPY\x02\x00");
        assert_eq!(u32::from_le_bytes(*start.last_chunk().unwrap()) as usize, text.len());
        assert!(header.len().is_multiple_of(64) && text.ends_with(b"\n"));
    }

    #[test]
    fn very_many_empty_lists_are_written_one_by_one() {
        /// Takes so many bytes and no more.
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failure = empty_lists(&[1 << 62, 0], &mut Full(1000)).unwrap_err();
        assert_eq!(failure.kind(), io::ErrorKind::StorageFull);
        let mut output = Vec::new();
        empty_lists(&[2, 2, 0, 5], &mut output).unwrap();
        assert_eq!(output, b"[[[], []], [[], []]]");
    }
}
