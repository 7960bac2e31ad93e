use std::fmt::Write;

use super::{copy_as::CopyAs, hex_rows::printable, python::nested_lists};
use crate::codec::hex;
use crate::metadata::{Elements, text::escape};

pub const PYTHON: &str = "Python";
pub const HEX: &str = "hex";

pub fn of_elements(elements: &Elements, shape: &[u64]) -> Vec<CopyAs> {
    let row = shape.last().copied().unwrap_or(1).max(1);
    let mut text = String::new();
    for (scalar, position) in elements.iter().zip(0_u64..) {
        let between = if position.is_multiple_of(row) { "\n" } else { " " };
        text.push_str(if position == 0 { "" } else { between });
        text.push_str(&escape(&scalar.to_string()));
    }
    let list = escape(&nested_lists(elements, shape)).into_owned();
    let mut forms = vec![CopyAs { what: "text", text }, CopyAs { what: PYTHON, text: list }];
    if !elements.data_type().is_variable() {
        forms.push(CopyAs { what: HEX, text: hex(elements.visible_bytes()) });
    }
    forms
}

pub fn of_bytes(bytes: &[u8]) -> Vec<CopyAs> {
    let mut python = String::new();
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(python, "\\x{byte:02x}");
    }
    vec![
        CopyAs { what: "text", text: bytes.iter().copied().map(printable).collect() },
        CopyAs { what: PYTHON, text: format!("b\"{python}\"") },
        CopyAs { what: HEX, text: hex(bytes) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    #[test]
    fn elements_and_bytes_in_three_forms() {
        let values: Vec<u8> = [1_i16, -2, 300, 4].iter().flat_map(|value| value.to_ne_bytes()).collect();
        let elements = Elements::new(DataType::from_name("int16").unwrap(), values);
        let forms = of_elements(&elements, &[2, 2]);
        let texts: Vec<&str> = forms.iter().map(|form| form.text.as_str()).collect();
        assert_eq!(texts[..2], ["1 -2\n300 4", "[[1, -2], [300, 4]]"]);
        let forms = of_bytes(b"a\0\"");
        let texts: Vec<&str> = forms.iter().map(|form| form.text.as_str()).collect();
        assert_eq!(texts, ["a.\"", r#"b"\x61\x00\x22""#, "61 00 22"]);
    }
}
