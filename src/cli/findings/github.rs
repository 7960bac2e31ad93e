//! Annotations: [workflow commands](https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). In a
//! message `%` and line ends are escaped, in a property also `:` and `,`.

use std::io::Write;

use super::super::{Output, Result};
use super::FoundList;
use crate::check::Severity;
use crate::metadata::text::escape;
use crate::tell::words::count;

pub(super) fn write(list: &FoundList, output: &mut Output) -> Result {
    for found in &list.findings {
        let command = match found.rule.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let file = property(&found.file());
        let title = property(&format!("{} ({})", list.command, found.rule.id));
        writeln!(output, "::{command} file={file},title={title}::{}", data(&found.text()))?;
    }
    if let Some(unfinished) = &list.unfinished {
        writeln!(output, "::error title={}::{}", property(list.command), data(unfinished))?;
    }
    Ok(writeln!(output, "{}: {}", list.command, count(list.findings.len() as u128, "finding"))?)
}

fn data(text: &str) -> String {
    escape(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_begins_another_command() {
        assert_eq!(data("100%: a,b"), "100%25: a,b");
        assert_eq!(property("a:b,c%\n::error::"), "a%3Ab%2Cc%25\\n%3A%3Aerror%3A%3A");
    }
}
