use super::quoted::python_text;
use crate::metadata::{Elements, Scalar, float::Float};

pub fn nested_lists(elements: &Elements, shape: &[u64]) -> String {
    let mut text = String::new();
    for (scalar, position) in elements.iter().zip(0_u64..) {
        let (opens, closes) = list_ends(shape, position);
        if position > 0 {
            text.push_str(", ");
        }
        text.extend(std::iter::repeat_n('[', opens));
        text.push_str(&python(&scalar));
        text.extend(std::iter::repeat_n(']', closes));
    }
    text
}

pub fn list_ends(shape: &[u64], position: u64) -> (usize, usize) {
    let mut opens = 0;
    let mut closes = 0;
    let mut span = 1_u64;
    for edge in shape.iter().rev() {
        span = span.saturating_mul(*edge).max(1);
        opens += usize::from(position.is_multiple_of(span));
        closes += usize::from((position + 1).is_multiple_of(span));
    }
    (opens, closes)
}

fn python(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Bool(value) => if *value { "True" } else { "False" }.to_owned(),
        Scalar::Float(value) => float(value),
        Scalar::Complex([real, imaginary]) => format!("complex({}, {})", float(real), float(imaginary)),
        Scalar::Raw(bytes) | Scalar::Chars(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
            format!("b'{}'", bytes.concat())
        }
        Scalar::Text(text) => python_text(text),
        Scalar::Time(..) => python_text(&scalar.to_string()),
        Scalar::Struct(fields) => {
            let fields: Vec<String> = fields.iter().map(|(_, value)| python(value)).collect();
            let comma = if fields.len() == 1 { "," } else { "" };
            format!("({}{comma})", fields.join(", "))
        }
        Scalar::List(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Scalar::Integer(_) | Scalar::Json(_) => scalar.to_string(),
    }
}

fn float(float: &Float) -> String {
    let value = float.value();
    if value.is_nan() {
        return "float('nan')".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "float('inf')" } else { "float('-inf')" }.to_owned();
    }
    let text = float.to_string();
    if text.contains(['.', 'e']) { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn lists(name: &str, bytes: &[u8], shape: &[u64]) -> String {
        let data_type = DataType::from_name(name).unwrap();
        nested_lists(&Elements::new(data_type, bytes.to_vec()), shape)
    }

    #[test]
    fn every_dimension_is_a_list() {
        assert_eq!(lists("uint8", &[1, 2, 3, 4, 5, 6], &[2, 3]), "[[1, 2, 3], [4, 5, 6]]");
        assert_eq!(lists("uint8", &[1, 2], &[2]), "[1, 2]");
        assert_eq!(lists("bool", &[1, 0], &[1, 2, 1]), "[[[True], [False]]]");
        assert_eq!(lists("uint8", &[7], &[]), "7");
    }

    #[test]
    fn numbers_are_read_back_as_what_they_are() {
        let numbers = [1.0_f32, 0.1, f32::NAN, f32::NEG_INFINITY].map(f32::to_le_bytes).concat();
        assert_eq!(lists("float32", &numbers, &[4]), "[1.0, 0.1, float('nan'), float('-inf')]");
        assert_eq!(lists("r16", &[1, 0xff], &[1]), "[b'\\x01\\xff']");
    }
}
