use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::value::RawValue;

use super::super::entry::Below;
use super::super::keys::Listed;

const BASE64: &str = "base64:";
/// The longest list that is read: an address or a path, and two numbers.
const LIST_BYTES: usize = 64 << 10;
const SHOWN: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reference {
    Inline(Arc<[u8]>),
    /// The name of the target may have templates in it.
    Range {
        target: Arc<str>,
        offset: u64,
        nbytes: u64,
    },
    Whole(Arc<str>),
    /// Something else, shortened. Its chunk is not missing.
    Wrong(Box<str>),
}

impl Reference {
    pub(super) fn read(text: &str, share: &mut dyn FnMut(String) -> Arc<str>) -> Self {
        let read = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str::<String>(text).ok().and_then(|text| Self::inline(&text)),
            // A document that was not turned into a text.
            Some(b'{') => Some(Self::Inline(text.as_bytes().into())),
            Some(b'[') if text.len() <= LIST_BYTES => Self::list(text, share),
            _ => None,
        };
        read.unwrap_or_else(|| Self::wrong(text))
    }

    pub(super) fn inline(text: &str) -> Option<Self> {
        match text.strip_prefix(BASE64) {
            Some(encoded) => BASE64_STANDARD.decode(encoded).ok().map(|bytes| Self::Inline(bytes.into())),
            None => Some(Self::Inline(text.as_bytes().into())),
        }
    }

    fn list(text: &str, share: &mut dyn FnMut(String) -> Arc<str>) -> Option<Self> {
        let members: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        let (target, range) = members.split_first()?;
        let target: String = serde_json::from_str(target.get()).ok()?;
        match range {
            [] => Some(Self::Whole(share(target))),
            [offset, nbytes] => {
                let offset = offset.get().parse().ok()?;
                let nbytes = nbytes.get().parse().ok()?;
                Some(Self::Range { target: share(target), offset, nbytes })
            }
            _ => None,
        }
    }

    pub(super) fn wrong(text: &str) -> Self {
        Self::Wrong(shorten(text, SHOWN).into())
    }

    pub(super) fn nbytes(&self) -> Option<u64> {
        match self {
            Self::Inline(bytes) => Some(bytes.len() as u64),
            Self::Range { nbytes, .. } => Some(*nbytes),
            Self::Whole(_) | Self::Wrong(_) => None,
        }
    }

    pub(super) fn target(&self) -> Option<&str> {
        match self {
            Self::Range { target, .. } | Self::Whole(target) => Some(target),
            Self::Inline(_) | Self::Wrong(_) => None,
        }
    }
}

pub(super) fn shorten(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

impl Listed for Reference {
    fn below(&self) -> Below {
        Below::File(self.nbytes().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reference {
        Reference::read(text, &mut |text| text.into())
    }

    #[test]
    fn a_reference_is_a_text_a_file_or_a_range_of_one() {
        let inline = |bytes: &[u8]| Reference::Inline(bytes.into());
        assert_eq!(read(r#""a\u00e4\n""#), inline("aä\n".as_bytes()));
        assert_eq!(read(r#""base64:AAEC/w==""#), inline(&[0, 1, 2, 255]));
        assert_eq!(read(r#"{"zarr_format": 2}"#), inline(br#"{"zarr_format": 2}"#));
        assert_eq!(read(r#"["a.nc"]"#), Reference::Whole("a.nc".into()));
        assert_eq!(
            read(r#"["a.nc", 18446744073709551615, 0]"#),
            Reference::Range { target: "a.nc".into(), offset: u64::MAX, nbytes: 0 }
        );
    }

    #[test]
    fn what_is_no_reference_is_kept_as_such() {
        for text in [
            "null",
            "7",
            "true",
            "[]",
            "[null]",
            r#"["a.nc", 1]"#,
            r#"["a.nc", -1, 5]"#,
            r#"["a.nc", 1, -5]"#,
            r#"["a.nc", 1.5, 5]"#,
            r#"["a.nc", "1", 5]"#,
            r#"["a.nc", 18446744073709551616, 5]"#,
            r#"["a.nc", 1, 5, 6]"#,
            r#"[["a.nc"], 1, 5]"#,
            r#""base64:!""#,
        ] {
            assert_eq!(read(text), Reference::Wrong(text.into()), "{text}");
        }
        assert_eq!(read(&"9".repeat(70)), Reference::Wrong(format!("{}…", "9".repeat(60)).into()));
    }
}
