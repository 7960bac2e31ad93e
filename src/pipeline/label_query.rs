//! What somebody wants of a dimension, by its labels: `time=2020-03-01`, `lat=40:50`.

use super::labels::LabelError;

/// What is wanted of one dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelQuery {
    /// The name of the dimension.
    pub dimension: String,
    /// A label, or two with a colon between them.
    pub wanted: String,
}

impl LabelQuery {
    /// Reads `time=2020-03-01,lat=40:50`, also with blanks in the place of commas. A comma or a blank in front of what has no
    /// name belongs to the label before it. Names and labels may be in quotes; of names with blanks, those of `known`
    /// dimensions need none, and the longest counts.
    ///
    /// # Errors
    /// When there is no name, or nothing behind it.
    pub fn read_all(text: &str, known: &[Option<String>]) -> Result<Vec<Self>, LabelError> {
        let form = || LabelError::Form { found: text.to_owned() };
        let mut queries: Vec<Self> = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() || queries.is_empty() {
            let (dimension, behind) = name(rest, known).ok_or_else(form)?;
            let (wanted, next) = wanted(behind, known).ok_or_else(form)?;
            if queries.iter().any(|query| query.dimension == dimension) {
                return Err(LabelError::Twice { dimension });
            }
            queries.push(Self { dimension, wanted });
            rest = next;
        }
        Ok(queries)
    }

    /// Whether a line begins as such a list does.
    pub fn begins(text: &str, known: &[Option<String>]) -> bool {
        name(text.trim_start(), known).is_some()
    }

    /// The two parts at each colon: a date has colons of its own.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = self.wanted.as_str();
        let colons = text.match_indices(':').map(|(at, _)| at);
        colons.filter_map(|at| Some((text.get(..at)?.trim(), text.get(at + 1..)?.trim())))
    }
}

/// A text in quotes at the beginning, and what is behind them.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    text.get(1..)?.split_once(quote)
}

/// The name that a text begins with, and what is behind its sign of equality.
fn name<'a>(text: &'a str, known: &[Option<String>]) -> Option<(String, &'a str)> {
    let equals = |behind: &'a str| behind.trim_start().strip_prefix('=').map(str::trim_start);
    if let Some((name, behind)) = quoted(text) {
        return Some((name.to_owned(), equals(behind)?)).filter(|(name, _)| !name.is_empty());
    }
    let own = |name: &String| Some((name.clone(), equals(text.strip_prefix(name.as_str())?)?));
    let longest = known.iter().flatten().filter_map(own).max_by_key(|(name, _)| name.len());
    let plain = || {
        let end = text.find(|letter: char| letter == ',' || letter == '=' || letter.is_whitespace())?;
        let (name, behind) = text.split_at_checked(end)?;
        // A quote that is not closed is a mistake.
        let is_name = !name.is_empty() && !name.starts_with(['"', '\'']);
        is_name.then(|| Some((name.to_owned(), equals(behind)?))).flatten()
    };
    longest.filter(|(name, _)| !name.is_empty()).or_else(plain)
}

/// The label that a text begins with, and the next name.
fn wanted<'a>(text: &'a str, known: &[Option<String>]) -> Option<(String, &'a str)> {
    if let Some((label, behind)) = quoted(text) {
        let (trimmed, is_last) = (behind.trim_start(), behind.trim().is_empty());
        let next = trimmed.strip_prefix(',').unwrap_or(trimmed).trim_start();
        let is_apart = is_last || trimmed.len() < behind.len() || next.len() < behind.len();
        return (is_apart && (is_last || name(next, known).is_some())).then(|| (label.to_owned(), next));
    }
    let is_gap = |(_, letter): &(usize, char)| *letter == ',' || letter.is_whitespace();
    // The first gap in front of another name.
    let next = text.char_indices().filter(is_gap).find_map(|(at, _)| {
        let behind = text.get(at + 1..)?.trim_start();
        let behind = behind.strip_prefix(',').unwrap_or(behind).trim_start();
        name(behind, known).map(|_| (at, behind))
    });
    let (label, rest) = next.map_or((text, ""), |(at, behind)| (text.get(..at).unwrap_or(text), behind));
    let label = label.trim_end();
    (!label.is_empty() && !label.ends_with(',')).then(|| (label.to_owned(), rest))
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
