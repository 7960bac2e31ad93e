//! JSON for a reader: indented, with short lists on one line, and very long texts cut.

use serde_json::Value;

use crate::metadata::text::shorten;

const ONE_LINE: usize = 64;
/// The most characters that are shown of a text, a number or a name. An attribute may hold megabytes, which the screen
/// would have to wrap in every frame.
const SHOWN: usize = 4096;

fn scalar(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= SHOWN {
        return text;
    }
    format!("{} ({} bytes)", shorten(&text, SHOWN), text.len())
}

fn json_string(text: &str) -> String {
    scalar(&Value::String(text.to_owned()))
}

/// Writes JSON on one line, with a space after commas and colons. Gives `false` and stops where it does not fit.
fn fits_one_line(value: &Value, line: &mut String) -> bool {
    let separate = |index: usize, line: &mut String| line.push_str(if index == 0 { "" } else { ", " });
    match value {
        Value::Array(items) => {
            line.push('[');
            let fit = items.iter().enumerate().all(|(index, item)| {
                separate(index, line);
                fits_one_line(item, line)
            });
            line.push(']');
            fit && line.chars().count() <= ONE_LINE
        }
        Value::Object(members) => {
            line.push('{');
            let fit = members.iter().enumerate().all(|(index, (name, member))| {
                separate(index, line);
                line.push_str(&json_string(name));
                line.push_str(": ");
                fits_one_line(member, line)
            });
            line.push('}');
            fit && line.chars().count() <= ONE_LINE
        }
        other => {
            line.push_str(&scalar(other));
            line.chars().count() <= ONE_LINE
        }
    }
}

pub(super) fn indented(value: &Value) -> Vec<String> {
    let mut lines = vec![String::new()];
    indent(value, 0, &mut lines);
    lines
}

fn indent(value: &Value, depth: usize, lines: &mut Vec<String>) {
    let items: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (Some(name), member)).collect(),
        _ => Vec::new(),
    };
    let mut short = String::new();
    let fits = fits_one_line(value, &mut short);
    let go_on = |text: &str, lines: &mut Vec<String>| {
        if let Some(line) = lines.last_mut() {
            line.push_str(text);
        }
    };
    if items.is_empty() || (fits && depth > 0) {
        return go_on(&short, lines);
    }
    let (open, close) = if value.is_array() { ("[", ']') } else { ("{", '}') };
    go_on(open, lines);
    let count = items.len();
    for (index, (name, item)) in items.into_iter().enumerate() {
        let name = name.map(|name| format!("{}: ", json_string(name))).unwrap_or_default();
        lines.push(format!("{}{name}", "  ".repeat(depth + 1)));
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
