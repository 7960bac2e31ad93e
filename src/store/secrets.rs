//! Secrets in texts that look like addresses: a user, a password, a signature.

use std::borrow::Cow;

/// The text need not be an address that is read: `http:/u:p@host`, `ftp://…`, `simplecache::http://…`.
pub(super) struct AddressParts<'a> {
    pub(super) scheme: &'a str,
    slashes: &'a str,
    pub(super) user: Option<&'a str>,
    place: &'a str,
    pub(super) rest: &'a str,
}

impl<'a> AddressParts<'a> {
    pub(super) fn of(text: &'a str) -> Option<Self> {
        // Copied addresses have blanks before them.
        let text = text.trim_start();
        let (scheme, behind) = text.split_at_checked(text.find(":/")?)?;
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | ':' | '_');
        // One letter is a drive.
        if scheme.len() < 2 || !scheme.chars().all(is_scheme) {
            return None;
        }
        let place = behind.trim_start_matches(':').trim_start_matches('/');
        let (slashes, place) = behind.split_at_checked(behind.len().checked_sub(place.len())?)?;
        let end = end_of_user(place);
        let (user, place) = match end.and_then(|end| place.split_at_checked(end)) {
            Some((user, place)) => (Some(user), place.get(1..).unwrap_or_default()),
            None => (None, place),
        };
        let (place, rest) = place.split_at_checked(end_of_place(scheme, place))?;
        Some(Self { scheme, slashes, user, place, rest })
    }

    /// Without user and password, and without what follows `?` or `#`, where signatures are.
    pub(super) fn plain(&self) -> String {
        self.with_place(self.place)
    }

    /// That without the parameters of names either: `a;token=secret/b` is `a/b`.
    pub(super) fn shown(&self) -> String {
        let mut place = self.place.to_owned();
        for parameters in self.parameters() {
            place = place.replace(parameters, "");
        }
        self.with_place(&place)
    }

    fn with_place(&self, place: &str) -> String {
        let container = self.container().map(|name| format!("{name}@")).unwrap_or_default();
        format!("{}{}{container}{}", self.scheme, self.slashes, place.trim_end_matches('/'))
    }

    /// What follows `;` in the names of a path, or `&` and the like in a query whose beginning was escaped or lost. In a bucket
    /// these are parts of a name, unless what follows looks like a secret.
    fn parameters(&self) -> Vec<&'a str> {
        let mut found = Vec::new();
        for name in self.place.split('/') {
            let small = name.to_ascii_lowercase();
            let first = SEPARATORS.iter().filter_map(|separator| small.find(separator)).min();
            let sets_value =
                |at: &usize| small.get(*at..).is_some_and(|rest| rest.contains('=') || rest.contains("%3d"));
            let own = if is_bucket(self.scheme) { None } else { name.find(';') };
            found.extend(first.filter(sets_value).or(own).and_then(|at| name.get(at..)));
        }
        found.sort_by_key(|parameters| std::cmp::Reverse(parameters.len()));
        found
    }

    /// Azure has the container before `@`, which is no secret; a password after it would be one.
    fn container(&self) -> Option<&'a str> {
        if !self.scheme.to_ascii_lowercase().starts_with("abfs") {
            return None;
        }
        self.user?.split(':').next().filter(|name| !name.is_empty())
    }
}

/// Also as they are escaped: a server may take them for the same.
const SEPARATORS: [&str; 7] = [";", "&", "|", "%3b", "%3f", "%26", "%7c"];

fn is_bucket(scheme: &str) -> bool {
    ["s3", "gs", "az", "abfs", "abfss"].iter().any(|own| scheme.eq_ignore_ascii_case(own))
}

/// In a bucket `#` and `?` are parts of names, unless what follows looks like a signature.
fn end_of_place(scheme: &str, place: &str) -> usize {
    if is_bucket(scheme) {
        let is_query = |at: &usize| place.get(*at..).is_some_and(|rest| rest.contains('='));
        return place.find('?').filter(is_query).unwrap_or(place.len());
    }
    place.find(['?', '#']).unwrap_or(place.len())
}

/// A password may have a slash in it: then what would be the port is no number.
fn end_of_user(place: &str) -> Option<usize> {
    let before = place.find(['/', '?', '#']).unwrap_or(place.len());
    let whole = place.get(..before)?;
    let user = whole.rfind('@');
    let host = user.and_then(|at| whole.get(at + 1..)).unwrap_or(whole);
    if host.is_empty() {
        return place.rfind('@');
    }
    let Some((_, port)) = host.rsplit_once(':') else { return user };
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    if is_port || host.ends_with(']') { user } else { place.rfind('@') }
}

/// What is taken as a file name, but may have been meant as an address: `s3:user:password@bucket`, `//user:password@host`,
/// `data.bin?sig=…`.
pub(super) fn without_secrets(text: &str) -> String {
    if let Some(parts) = AddressParts::of(text) {
        return parts.shown();
    }
    let text = without_query(text);
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    let (scheme, rest) = text.split_at(text.find(|c| !is_scheme(c)).unwrap_or(text.len()));
    let place = rest.trim_start_matches(':').trim_start_matches(['/', '\\']);
    let begins = rest.len() - place.len();
    let is_address = if scheme.is_empty() { begins > 1 } else { rest.starts_with(':') };
    match place.rsplit_once('@') {
        Some((_, host)) if is_address => {
            format!("{scheme}{}…@{host}", rest.get(..begins).unwrap_or_default())
        }
        _ => text.into_owned(),
    }
}

/// Without the values behind `?`, where signatures are.
pub(super) fn without_query(text: &str) -> Cow<'_, str> {
    match text.split_once('?') {
        Some((path, query)) if query.contains('=') => Cow::Owned(format!("{path}?…")),
        _ => Cow::Borrowed(text),
    }
}

#[derive(Default)]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// An address may follow the `=` of an option, or be in a list.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found = Vec::new();
        for word in words {
            let word = match word.split_once('=') {
                Some((option, value)) if option.starts_with('-') => value,
                _ => word,
            };
            for text in std::iter::once(word).chain(word.split(',')) {
                let Some(parts) = AddressParts::of(text) else { continue };
                if let Some(user) = parts.user
                    && parts.container() != Some(user)
                {
                    found.push(format!("{user}@"));
                }
                found.extend(parts.parameters().into_iter().map(str::to_owned));
                found.push(parts.rest.to_owned());
            }
        }
        found.retain(|secret| secret.len() > 1);
        // A secret that contains another one goes first.
        found.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self(found)
    }

    pub fn hidden_in(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            text = text.replace(secret.as_str(), "");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_secret_is_shown_of_what_looks_like_an_address() {
        for (written, expected) in [
            ("http://user:PASS/W0RD@host/x.zarr", "http://host/x.zarr"),
            ("http://user:P@SS:W/0RD@host/x.zarr", "http://host/x.zarr"),
            ("http://user:PASS/W@RD@host:80/x.zarr?sig=1", "http://host:80/x.zarr"),
            ("ftp://user:secret@h/x", "ftp://h/x"),
            ("hdfs://user:secret@h/x", "hdfs://h/x"),
            ("simplecache::http://user:secret@h/x?sig=secret", "simplecache::http://h/x"),
            ("http:/user:secret@host/x.zarr", "http:/host/x.zarr"),
            ("http:///user:secret@host/x.zarr", "http:///host/x.zarr"),
            ("https://host:8080/a@b.zarr", "https://host:8080/a@b.zarr"),
            ("https://[::1]/a@b.zarr", "https://[::1]/a@b.zarr"),
            ("abfs://container:secret@account/a", "abfs://container@account/a"),
            ("s3://key:secret@bucket/a.zarr?sig=secret", "s3://bucket/a.zarr"),
            ("s3://bucket/a #1?.zarr", "s3://bucket/a #1?.zarr"),
            ("s3://bucket/a#1?sig=secret#1", "s3://bucket/a#1"),
            ("https://host/a;secret/b.zarr;secret2?secret3", "https://host/a/b.zarr"),
            ("https://host/a/;secret", "https://host/a"),
            ("https://user:secret@/user:secret@host", "https://host"),
            ("https://host/a;x;jsessionid=secret/b", "https://host/a/b"),
            ("s3://bucket/a;1/b;token=secret", "s3://bucket/a;1/b"),
            ("https://host/a%3Btoken=secret/b", "https://host/a/b"),
            ("https://host/a%3ftoken%3Dsecret", "https://host/a"),
            ("https://host/a|token=secret/b&sig=secret", "https://host/a/b"),
            ("https://host/year=2020/a&b/c|d", "https://host/year=2020/a&b/c|d"),
            ("  https://user:secret@host/a", "https://host/a"),
        ] {
            assert_eq!(AddressParts::of(written).unwrap().shown(), expected, "{written}");
        }
    }

    #[test]
    fn a_path_looks_like_no_address() {
        for path in ["a.zarr", "/x/a@b.zarr", "C:/user@home/a", "a b:/c@d", "", ":/x@y"] {
            assert!(AddressParts::of(path).is_none(), "{path}");
        }
    }

    #[test]
    fn secrets_of_words_are_taken_out_of_messages() {
        let words = [
            "tree",
            "--endpont=http://u:secret@h?sig=secret2",
            "a,ftp://u:pa/ss@h/x",
            "abfs://c@h/x",
            "http://h/a;secret3/b",
        ];
        let secrets = Secrets::of(words);
        for (text, expected) in [
            (
                "unexpected argument 'http://u:secret@h?sig=secret2' found",
                "unexpected argument 'http://h' found",
            ),
            ("a,ftp://u:pa/ss@h/x: no such path", "a,ftp://h/x: no such path"),
            ("abfs://c@h/x: none", "abfs://c@h/x: none"),
            ("http://h/a;secret3/b: none", "http://h/a/b: none"),
        ] {
            assert_eq!(secrets.hidden_in(text), expected);
        }
    }
}
