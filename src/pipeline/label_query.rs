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
    /// Reads `time=2020-03-01,lat=40:50`. A comma in front of what has no name belongs to the label before it.
    ///
    /// # Errors
    /// When there is no name, or nothing behind it.
    pub fn read_all(text: &str) -> Result<Vec<Self>, LabelError> {
        let mut queries: Vec<Self> = Vec::new();
        for part in text.split(',') {
            match (part.split_once('='), queries.last_mut()) {
                (Some((name, wanted)), _) => {
                    let (dimension, wanted) = (name.trim().to_owned(), wanted.trim().to_owned());
                    if queries.iter().any(|query| query.dimension == dimension) {
                        return Err(LabelError::Twice { dimension });
                    }
                    queries.push(Self { dimension, wanted });
                }
                (None, Some(last)) if !part.trim().is_empty() => {
                    last.wanted.push(',');
                    last.wanted.push_str(part.trim_end());
                }
                _ => return Err(LabelError::Form { found: text.to_owned() }),
            }
        }
        let is_whole = |query: &Self| !query.dimension.is_empty() && !query.wanted.is_empty();
        if queries.iter().all(is_whole) {
            Ok(queries)
        } else {
            Err(LabelError::Form { found: text.to_owned() })
        }
    }

    /// The two parts at each colon: a date has colons of its own.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = self.wanted.as_str();
        let colons = text.match_indices(':').map(|(at, _)| at);
        colons.filter_map(|at| Some((text.get(..at)?.trim(), text.get(at + 1..)?.trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<(String, String)>> {
        let queries = LabelQuery::read_all(text).ok()?;
        Some(queries.into_iter().map(|query| (query.dimension, query.wanted)).collect())
    }

    #[test]
    fn dimensions_have_labels_or_two_ends() {
        let pair = |name: &str, wanted: &str| (name.to_owned(), wanted.to_owned());
        let expected = vec![pair("time", "2020-03-01"), pair("lat", "40:50")];
        assert_eq!(read("time=2020-03-01, lat = 40:50"), Some(expected));
        assert_eq!(read("name=Rome, Italy,x=1"), Some(vec![pair("name", "Rome, Italy"), pair("x", "1")]));
        for bad in ["", "time", "time=", "=3", "time=1,time=2", ",time=1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
