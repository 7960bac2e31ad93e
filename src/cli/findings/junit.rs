use std::io::Write;

use super::super::{Output, Result};
use super::FoundList;
use crate::metadata::text::escape;

pub(super) fn write(list: &FoundList, output: &mut Output) -> Result {
    let name = attribute(&format!("zarrscope {} {}", list.command, list.path));
    let failures = list.failing().count();
    // Where nothing is found there is one case, which passes: a suite without cases counts as a mistake.
    let errors = usize::from(list.unfinished.is_some());
    let tests = (list.findings.len() + errors).max(1);
    let time = list.elapsed.as_secs_f64();
    let numbers = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\"");
    writeln!(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(output, "<testsuites {numbers}>")?;
    writeln!(output, "  <testsuite name=\"{name}\" {numbers}>")?;
    let own = format!("    <testcase classname=\"{}\" name=\"{}\"", attribute(list.path), list.command);
    if let Some(unfinished) = &list.unfinished {
        let message = attribute(unfinished);
        writeln!(output, "{own}>\n      <error message=\"{message}\">{message}</error>\n    </testcase>")?;
    } else if list.findings.is_empty() {
        writeln!(output, "{own} time=\"{time:.3}\"/>")?;
    }
    for found in &list.findings {
        let rule = found.rule;
        let class = attribute(found.path());
        let case = attribute(&format!("{}: {}", rule.id, found.file()));
        let message = attribute(&found.text());
        writeln!(output, "    <testcase classname=\"{class}\" name=\"{case}\">")?;
        if list.fail_on.decides(rule) {
            let rule = rule.id;
            writeln!(output, "      <failure type=\"{rule}\" message=\"{message}\">{message}</failure>")?;
        } else {
            writeln!(output, "      <system-out>{}: {message}</system-out>", rule.severity.name())?;
        }
        writeln!(output, "    </testcase>")?;
    }
    Ok(writeln!(output, "  </testsuite>\n</testsuites>")?)
}

fn attribute(text: &str) -> String {
    let mut written = String::new();
    for c in escape(text).chars() {
        match c {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => written.push(char::REPLACEMENT_CHARACTER),
            c => written.push(c),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(attribute("<a b=\"&'\">"), "&lt;a b=&quot;&amp;&apos;&quot;&gt;");
        assert_eq!(attribute("]]>\u{1b}\u{ffff}"), "]]&gt;\\u{1b}\u{fffd}");
    }
}
