//! Reads a wish such as `time=2020-03-01 lat=47`.

use super::labels::LabelError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelQuery {
    pub dimension: String,
    pub wanted: String,
}

impl LabelQuery {
    /// Reads `time=2020-03-01,lat=40:50`, also with blanks instead of commas. A comma or a blank before something that is no name
    /// belongs to the label. Names and labels may be quoted; names of `known` dimensions may have blanks without quotes, and the
    /// longest that fits counts.
    pub fn read_all(text: &str, known: &[Option<String>]) -> Result<Vec<Self>, LabelError> {
        let form = || LabelError::Form { found: text.to_owned() };
        let mut queries: Vec<Self> = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() || queries.is_empty() {
            let (dimension, after) = name(rest, known).ok_or_else(form)?;
            let (wanted, next) = wanted(after, known).ok_or_else(form)?;
            if queries.iter().any(|query| query.dimension == dimension) {
                return Err(LabelError::Twice { dimension });
            }
            queries.push(Self { dimension, wanted });
            rest = next;
        }
        Ok(queries)
    }

    pub fn begins(text: &str, known: &[Option<String>]) -> bool {
        name(text.trim_start(), known).is_some()
    }

    /// The two parts at each colon: a date has colons of its own.
    pub(super) fn parts(&self) -> Vec<[&str; 2]> {
        let mut parts = Vec::new();
        for (at, _) in self.wanted.match_indices(':') {
            if let Some((from, to)) = self.wanted.split_at_checked(at) {
                parts.push([from.trim(), to.strip_prefix(':').unwrap_or(to).trim()]);
            }
        }
        parts
    }
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next()?;
    if matches!(quote, '"' | '\'') { text.get(1..)?.split_once(quote) } else { None }
}

fn after_equals(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('=').map(str::trim_start)
}

fn name<'a>(text: &'a str, known: &[Option<String>]) -> Option<(String, &'a str)> {
    if let Some((name, rest)) = quoted(text) {
        return if name.is_empty() { None } else { Some((name.to_owned(), after_equals(rest)?)) };
    }
    let mut longest: Option<(&String, &str)> = None;
    for name in known.iter().flatten() {
        if let Some(rest) = text.strip_prefix(name.as_str()).and_then(after_equals)
            && longest.is_none_or(|(before, _)| name.len() > before.len())
        {
            longest = Some((name, rest));
        }
    }
    if let Some((name, rest)) = longest
        && !name.is_empty()
    {
        return Some((name.clone(), rest));
    }
    let end = text.find(|letter: char| letter == ',' || letter == '=' || letter.is_whitespace())?;
    let (name, rest) = text.split_at_checked(end)?;
    // A quote that is not closed is a mistake.
    if name.is_empty() || name.starts_with(['"', '\'']) {
        return None;
    }
    Some((name.to_owned(), after_equals(rest)?))
}

fn wanted<'a>(text: &'a str, known: &[Option<String>]) -> Option<(String, &'a str)> {
    if let Some((label, after)) = quoted(text) {
        let next = next_name(after);
        let is_last = after.trim().is_empty();
        let is_apart = next.len() < after.len() && name(next, known).is_some();
        return if is_last || is_apart { Some((label.to_owned(), next)) } else { None };
    }
    let mut label = text;
    let mut rest = "";
    // The label ends at the first gap in front of another name.
    for (at, letter) in text.char_indices() {
        if letter != ',' && !letter.is_whitespace() {
            continue;
        }
        let Some(next) = text.get(at + 1..).map(next_name) else { continue };
        if name(next, known).is_some() {
            label = text.get(..at).unwrap_or(text);
            rest = next;
            break;
        }
    }
    let label = label.trim_end();
    if label.is_empty() || label.ends_with(',') { None } else { Some((label.to_owned(), rest)) }
}

fn next_name(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix(',').unwrap_or(text).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<(String, String)>> {
        let known = ["my dim", "my", "a=b"].map(|name| Some(name.to_owned()));
        let queries = LabelQuery::read_all(text, &known).ok()?;
        Some(queries.into_iter().map(|query| (query.dimension, query.wanted)).collect())
    }

    #[test]
    fn dimensions_have_labels_or_two_ends() {
        let pair = |name: &str, wanted: &str| (name.to_owned(), wanted.to_owned());
        let expected = vec![pair("time", "2020-03-01"), pair("lat", "40:50")];
        assert_eq!(read("time=2020-03-01, lat = 40:50"), Some(expected));
        assert_eq!(read("name=Rome, Italy,x=1"), Some(vec![pair("name", "Rome, Italy"), pair("x", "1")]));
        let expected = vec![pair("time", "2020-03-01"), pair("lat", "47")];
        assert_eq!(read("time=2020-03-01 lat=47 "), Some(expected));
        assert_eq!(read("name=New York x=a=b"), Some(vec![pair("name", "New York"), pair("x", "a=b")]));
        for bad in [
            "",
            "time",
            "time=",
            "=3",
            "time=1,time=2",
            ",time=1",
            "time=1,",
            "\"time=3",
            "\"\"=3",
            "x=\"1\"y=2",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn names_may_have_blanks_and_signs() {
        let pair = |name: &str, wanted: &str| (name.to_owned(), wanted.to_owned());
        for text in
            ["my dim=3,a=b=4", "\"my dim\"=3 'a=b'=4", "my dim = 3 a=b = 4", "\"my dim\"=\"3\",a=b='4'"]
        {
            assert_eq!(read(text), Some(vec![pair("my dim", "3"), pair("a=b", "4")]), "{text}");
        }
        assert_eq!(read("my=3"), Some(vec![pair("my", "3")]));
        assert_eq!(read("\"x, y\"='a, b=c'"), Some(vec![pair("x, y", "a, b=c")]));
        assert!(LabelQuery::begins("my dim=3", &[Some("my dim".to_owned())]));
        assert!(!LabelQuery::begins("find attr=3", &[]));
    }
}
