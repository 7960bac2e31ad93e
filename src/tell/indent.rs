//! JSON for a reader: indented, with short lists on one line, and very long texts cut.

use serde_json::Value;

use crate::metadata::text::shorten;

const ONE_LINE: usize = 64;
/// Of a text, a number or a name. An attribute may hold megabytes, which the screen would have to wrap in every frame.
const SHOWN: usize = 4096;

fn scalar(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= SHOWN {
        return text;
    }
    format!("{} ({} bytes)", shorten(&text, SHOWN), text.len())
}

/// With a space after commas and colons. Gives `false` and stops where it does not fit.
fn fits_one_line(value: &Value, line: &mut String) -> bool {
    let Some([open, close]) = brackets(value) else {
        line.push_str(&scalar(value));
        return line.chars().count() <= ONE_LINE;
    };
    line.push(open);
    for (index, (name, item)) in members(value).enumerate() {
        line.push_str(if index == 0 { "" } else { ", " });
        line.push_str(&name_text(name));
        if !fits_one_line(item, line) {
            return false;
        }
    }
    line.push(close);
    line.chars().count() <= ONE_LINE
}

fn brackets(value: &Value) -> Option<[char; 2]> {
    match value {
        Value::Array(_) => Some(['[', ']']),
        Value::Object(_) => Some(['{', '}']),
        _ => None,
    }
}

fn members(value: &Value) -> impl Iterator<Item = (Option<&String>, &Value)> {
    let items = value.as_array().into_iter().flatten().map(|item| (None, item));
    items.chain(value.as_object().into_iter().flatten().map(|(name, member)| (Some(name), member)))
}

fn name_text(name: Option<&String>) -> String {
    match name {
        Some(name) => format!("{}: ", scalar(&Value::String(name.clone()))),
        None => String::new(),
    }
}

pub(super) fn indented(value: &Value) -> Vec<String> {
    let mut lines = vec![String::new()];
    indent(value, 0, &mut lines);
    lines
}

fn indent(value: &Value, depth: usize, lines: &mut Vec<String>) {
    let mut short = String::new();
    let fits = fits_one_line(value, &mut short);
    let go_on = |text: &str, lines: &mut Vec<String>| {
        if let Some(line) = lines.last_mut() {
            line.push_str(text);
        }
    };
    let count = members(value).count();
    let Some([open, close]) = brackets(value).filter(|_| count > 0 && !(fits && depth > 0)) else {
        return go_on(&short, lines);
    };
    go_on(&open.to_string(), lines);
    for (index, (name, item)) in members(value).enumerate() {
        lines.push(format!("{}{}", "  ".repeat(depth + 1), name_text(name)));
        indent(item, depth + 1, lines);
        go_on(if index + 1 < count { "," } else { "" }, lines);
    }
    lines.push(format!("{}{close}", "  ".repeat(depth)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_lists_stay_on_one_line() {
        let value = json!({"shape": [10, 200], "text": "a\":b,\"c", "long": vec!["0123456789"; 8]});
        let lines = indented(&value);
        assert_eq!(lines[..3], ["{", "  \"shape\": [10, 200],", "  \"text\": \"a\\\":b,\\\"c\","]);
        assert_eq!(lines[3..5], ["  \"long\": [", "    \"0123456789\","]);
    }

    #[test]
    fn empty_lists_and_long_scalars() {
        assert_eq!(indented(&json!({"a": [], "b": {}})), ["{", "  \"a\": [],", "  \"b\": {}", "}"]);
        assert_eq!(indented(&json!([])), ["[]"]);
        let long = "x".repeat(5000);
        let lines = indented(&json!({"a": long}));
        assert!(lines[1].len() < 4200 && lines[1].ends_with("… (5002 bytes)"), "{}", lines[1]);
    }
}
