use std::fmt::Write;

use crate::metadata::text::is_unsafe;

pub(super) fn python_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        // Writing to a String cannot fail.
        let _ = match c {
            '"' | '\\' => write!(quoted, "\\{c}"),
            '\n' => write!(quoted, "\\n"),
            c if is_unsafe(c) => write!(quoted, "\\U{:08x}", u32::from(c)),
            c => write!(quoted, "{c}"),
        };
    }
    quoted + "\""
}

/// One word of a POSIX shell. Characters that could control a terminal are octal bytes for `printf`, so that the line
/// can be shown. `$(…)` drops line breaks at the end, so that such a text gives `None`. `!` is an octal byte too: an
/// interactive shell replaces it by an earlier command, even in double quotes.
pub(super) fn shell_text(text: &str) -> Option<String> {
    if !text.contains(is_unsafe) {
        return Some(format!("'{}'", text.replace('\'', "'\\''")));
    }
    if text.ends_with('\n') {
        return None;
    }
    let mut format = String::new();
    for c in text.chars() {
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).bytes();
        // Writing to a String cannot fail.
        let _ = match c {
            '\\' => write!(format, "\\\\"),
            '%' => write!(format, "%%"),
            c if c == '\'' || c == '!' || is_unsafe(c) => {
                bytes.into_iter().try_for_each(|byte| write!(format, "\\{byte:03o}"))
            }
            c => write!(format, "{c}"),
        };
    }
    Some(format!("\"$(printf '{format}')\""))
}
