//! Where references may lead. A file of references comes from strangers: it must not make us read what has nothing to do with it.
//!
//! Without an option, only files below the folder of the reference file, links and `..` followed, and no address.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::super::address::begins;
use super::super::regular::{check_regular, is_missing, open_regular};
use super::super::secrets::{without_query, without_secrets};
use super::super::{Address, PathError, StoreAccess, StoreError, StoredFile};
use super::reference::shorten;
use crate::limits::NAME_BYTES;

const SHOWN: usize = 256;
const FILES: &[&str] = &["file://localhost/", "file:///", "local:///"];
const ALIASES: &[(&str, &str)] = &[("gcs://", "gs://"), ("s3a://", "s3://"), ("s3n://", "s3://")];

const EXPECTED: &str = "a reference into the folder of the reference file or below it, or to a place that --allow-references \
                        names";

#[derive(Debug, Clone)]
pub(super) struct AllowedPlaces {
    /// Where relative paths begin: the folder of the reference file, without links. `None` for references on a network.
    base: Option<PathBuf>,
    folders: Vec<PathBuf>,
    addresses: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReferredPlace {
    File(PathBuf),
    Object(Address),
}

impl AllowedPlaces {
    pub(super) fn new(folder: Option<&Path>, access: &StoreAccess) -> Result<Self, PathError> {
        let unusable = |found: String| PathError::Address {
            expected: "a folder, a file, or the beginning of an address for --allow-references".to_owned(),
            found,
        };
        let base = folder.map(Path::canonicalize).transpose().map_err(|_| PathError::Missing)?;
        let mut folders = Vec::new();
        let mut addresses = Vec::new();
        for allowed in &access.references {
            match read(allowed) {
                Some(ReferredPlace::Object(address)) if is_plain(&address.plain()) => {
                    addresses.push(lowered(&address.plain()));
                }
                Some(ReferredPlace::File(path)) => match path.canonicalize() {
                    Ok(path) => folders.push(path),
                    Err(_) => return Err(unusable(format!("{}, where nothing is", path.display()))),
                },
                _ => return Err(unusable(shown(allowed))),
            }
        }
        Ok(Self { base, folders, addresses })
    }

    pub(super) fn place(&self, key: &str, target: &str) -> Result<ReferredPlace, StoreError> {
        if target.len() > NAME_BYTES {
            let expected = format!("a reference to a name of at most {NAME_BYTES} bytes");
            let found = format!("one of {} bytes", target.len());
            return Err(StoreError::Reference { key: key.to_owned(), expected, found });
        }
        match read(target) {
            Some(ReferredPlace::Object(object)) if self.allows(&object) => Ok(ReferredPlace::Object(object)),
            Some(ReferredPlace::File(path)) => match &self.base {
                Some(base) => Ok(ReferredPlace::File(base.join(path))),
                None if path.is_absolute() => Ok(ReferredPlace::File(path)),
                None => Err(refused(key, &shown(target))),
            },
            _ => Err(refused(key, &shown(target))),
        }
    }

    pub fn open(&self, key: &str, target: &str, path: &Path) -> Result<(StoredFile, PathBuf), StoreError> {
        let real = self.real(key, target, path)?;
        check_regular(key, &fs::metadata(&real).map_err(|error| StoreError::io(key, &error))?)?;
        match open_regular(key, &real)? {
            Some(file) => Ok((file, real)),
            None => Err(missing(key, target)),
        }
    }

    /// The path without links, if it is there and allowed. Nothing is opened.
    fn real(&self, key: &str, target: &str, path: &Path) -> Result<PathBuf, StoreError> {
        let error = match path.canonicalize() {
            Ok(real) if self.holds(&real) => return Ok(real),
            // The path as it is written says whether a link leads elsewhere.
            Ok(_) if self.holds(&without_dots(path)) => {
                return Err(refused(key, &format!("{}, a link that leads out of it", shown(target))));
            }
            Ok(_) => return Err(refused(key, &shown(target))),
            Err(error) => error,
        };
        // Nothing is said about what is not allowed, not even whether it is there.
        let plain = without_dots(path);
        // A name may have two thousand parts, and each question goes through all of them: half of those that are left are asked about.
        let above: Vec<&Path> = plain.ancestors().collect();
        let missing_ones = above.partition_point(|above| above.canonicalize().is_err());
        let nearest = above.get(missing_ones).and_then(|above| above.canonicalize().ok());
        if !nearest.is_some_and(|nearest| self.holds(&nearest)) {
            return Err(refused(key, &shown(target)));
        }
        Err(if is_missing(Some(&error)) || error.kind() == ErrorKind::InvalidInput {
            missing(key, target)
        } else {
            StoreError::io(key, &error)
        })
    }

    pub(super) fn below<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.strip_prefix(self.base.as_ref()?).ok()
    }

    fn holds(&self, path: &Path) -> bool {
        self.base.as_ref().is_some_and(|base| path.starts_with(base))
            || self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Whether an address begins with an allowed one, up to the end of a name.
    fn allows(&self, address: &Address) -> bool {
        let own = lowered(&address.plain());
        if !is_plain(&own) {
            return false;
        }
        for allowed in &self.addresses {
            if let Some(rest) = own.strip_prefix(allowed.as_str())
                && (rest.is_empty() || rest.starts_with('/') || allowed.ends_with("://"))
            {
                return true;
            }
        }
        false
    }

    pub(super) fn refuses(&self, target: &str) -> bool {
        match self.place("", target) {
            Ok(ReferredPlace::File(path)) => {
                matches!(self.real("", target, &path), Err(StoreError::Refused { .. }))
            }
            Ok(ReferredPlace::Object(_)) => false,
            Err(_) => true,
        }
    }
}

fn read(text: &str) -> Option<ReferredPlace> {
    if let Some(prefix) = FILES.iter().find(|prefix| begins(text, prefix)) {
        // The slash at the end of the prefix belongs to the path.
        return Some(ReferredPlace::File(text.get(prefix.len() - 1..)?.into()));
    }
    if !text.contains("://") {
        return Some(ReferredPlace::File(text.into()));
    }
    let text = match ALIASES.iter().find(|(alias, _)| begins(text, alias)) {
        Some((alias, own)) => text.replacen(alias, own, 1),
        None => text.to_owned(),
    };
    Some(ReferredPlace::Object(Address::of(Path::new(&text))?))
}

/// The part of a reference that may be shown: no secrets of an address. Thousands of faults may name it, so it has an end.
pub(in crate::store) fn shown(target: &str) -> String {
    match read(target) {
        Some(ReferredPlace::Object(address)) => shorten(address.shown(), SHOWN),
        Some(ReferredPlace::File(_)) if FILES.iter().any(|prefix| begins(target, prefix)) => {
            shorten(without_query(target).as_ref(), SHOWN)
        }
        Some(ReferredPlace::File(_)) => shorten(&without_secrets(target), SHOWN),
        // It is not known what is secret in an address with another scheme.
        None => {
            let scheme = target.split("://").next().unwrap_or_default();
            format!("{}://…", shorten(&without_secrets(scheme), SHOWN))
        }
    }
}

fn lowered(address: &str) -> String {
    let host = address.find("://").map_or(0, |at| at + 3);
    let end = address.get(host..).and_then(|rest| rest.find('/')).map_or(address.len(), |at| host + at);
    let (begin, path) = address.split_at(end);
    begin.to_ascii_lowercase() + path
}

/// Whether an address means what it says: nothing in it goes back, or is read in another way by some programs.
fn is_plain(address: &str) -> bool {
    let path = address.split_once("://").map_or(address, |(_, rest)| rest).to_ascii_lowercase();
    let goes_back = path.split('/').any(|name| matches!(name.replace("%2e", ".").as_str(), "." | ".."));
    !goes_back
        && !path.contains("%2f")
        && !path.contains("%5c")
        && !address.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace())
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

fn refused(key: &str, found: &str) -> StoreError {
    StoreError::Refused { key: key.to_owned(), expected: EXPECTED, found: format!("one to {found}") }
}

fn missing(key: &str, target: &str) -> StoreError {
    let expected = format!("the file to which the reference leads, {}", shown(target));
    StoreError::Reference { key: key.to_owned(), expected, found: "nothing".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(folder: &Path, allowed: &[&str]) -> AllowedPlaces {
        let references = allowed.iter().map(|text| (*text).to_owned()).collect();
        AllowedPlaces::new(Some(folder), &StoreAccess { references, ..StoreAccess::default() }).unwrap()
    }

    fn opened(places: &AllowedPlaces, target: &str) -> Result<PathBuf, String> {
        let text = |error: StoreError| error.contrast().1;
        match places.place("k", target).map_err(text)? {
            ReferredPlace::File(path) => places.open("k", target, &path).map(|(_, path)| path).map_err(text),
            ReferredPlace::Object(address) => Ok(address.shown().into()),
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_opened_only_in_its_folder() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        let (home, outside) = (root.join("home"), root.join("homes"));
        for file in ["home/sub/a.nc", "homes/b.nc"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), b"x").unwrap();
        }
        for (target, link) in
            [("../homes/b.nc", "out.nc"), ("sub/a.nc", "in.nc"), ("../homes", "folder"), ("gone", "gone.nc")]
        {
            std::os::unix::fs::symlink(target, home.join(link)).unwrap();
        }
        let inside = home.join("sub/a.nc");
        let own = places(&home, &[]);
        for target in [
            "sub/a.nc",
            "./sub/../sub/a.nc",
            "in.nc",
            &inside.display().to_string(),
            &format!("file://{}", inside.display()),
        ] {
            assert_eq!(opened(&own, target), Ok(inside.clone()), "{target}");
        }
        let absolute = outside.join("b.nc").display().to_string();
        for target in
            ["../homes/b.nc", &absolute, "sub/../../homes/b.nc", "/etc/passwd", "/nothing", "../homes/c.nc"]
        {
            assert_eq!(opened(&own, target), Err(format!("one to {target}")), "{target}");
        }
        assert_eq!(opened(&own, "file:///etc/passwd").unwrap_err(), "one to file:///etc/passwd");
        assert_eq!(opened(&own, "nothing/../../homes/b.nc").unwrap_err(), "one to nothing/../../homes/b.nc");
        for target in ["out.nc", "folder/b.nc"] {
            assert_eq!(
                opened(&own, target),
                Err(format!("one to {target}, a link that leads out of it")),
                "{target}"
            );
        }
        for target in ["sub/b.nc", "gone.nc", "sub/a.nc/b", "a\0b"] {
            assert_eq!(opened(&own, target), Err("nothing".to_owned()), "{target}");
        }
        for target in ["sub", "", ".", "file:///"] {
            assert!(opened(&own, target).is_err(), "{target}");
        }
        let told = places(&home, &[&outside.display().to_string()]);
        for target in ["../homes/b.nc", &absolute, "out.nc", "folder/b.nc"] {
            assert_eq!(opened(&told, target), Ok(outside.join("b.nc")), "{target}");
        }
        assert!(opened(&told, "/etc/passwd").is_err());
    }

    #[test]
    fn no_address_is_asked_that_is_not_allowed() {
        let directory = tempfile::tempdir().unwrap();
        let own = places(directory.path(), &[]);
        for target in
            ["http://169.254.169.254/latest", "s3://bucket/a.nc", "ftp://host/a", "simplecache::s3://b/a"]
        {
            assert!(own.refuses(target), "{target}");
        }
        let told = places(directory.path(), &["https://Host/data", "s3://bucket", "gs://"]);
        for (target, expected) in [
            ("https://host/data/a.nc", Some("https://host/data/a.nc")),
            ("HTTPS://HOST/data", Some("HTTPS://HOST/data")),
            ("https://host/Data/a.nc", None),
            ("https://host/database/a.nc", None),
            ("https://host/data/../a.nc", None),
            ("https://host/data/%2E%2e/a.nc", None),
            ("https://host/data/..%2fa.nc", None),
            ("https://host.evil/data/a.nc", None),
            ("https://host/data\\..\\a.nc", None),
            ("https://host\\@evil/data/a.nc", None),
            ("https://evil/?https://host/data/a.nc", None),
            ("https://evil@host/data/a.nc?x", Some("https://host/data/a.nc")),
            ("https://host@evil/data/a.nc", None),
            ("https://host:8080/data/a.nc", None),
            ("http://host/data/a.nc", None),
            ("s3://bucket/a.nc", Some("s3://bucket/a.nc")),
            ("s3a://bucket/a.nc", Some("s3://bucket/a.nc")),
            ("s3://buckets/a.nc", None),
            ("gcs://any/a.nc", Some("gs://any/a.nc")),
        ] {
            assert_eq!(opened(&told, target).ok(), expected.map(PathBuf::from), "{target}");
        }
    }

    #[test]
    fn nothing_secret_is_shown_of_a_reference() {
        let directory = tempfile::tempdir().unwrap();
        let own = places(directory.path(), &[]);
        for target in [
            "https://user:secret@host/a?sig=secret",
            "ftp://user:secret@host/a",
            "x::s3://secret@b/a",
            "s3a://secret:k@b/a",
        ] {
            let error = own.place("k", target).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
            assert!(error.contains("--allow-references"), "{error}");
        }
    }

    #[test]
    fn nothing_secret_is_shown_of_what_is_taken_as_a_file() {
        let directory = tempfile::tempdir().unwrap();
        let own = places(directory.path(), &[]);
        for (target, expected) in [
            ("https:/u:secret@h/x", "https:/h/x"),
            ("https:\\\\u:secret@h\\x", "https:\\\\…@h\\x"),
            ("s3:u:secret@b/x", "s3:…@b/x"),
            ("//u:secret@h/x", "//…@h/x"),
            ("data.bin?sig=secret", "data.bin?…"),
            ("file:///x?sig=secret", "file:///x?…"),
            ("u:secret@h://x", "u:…@h://…"),
            ("user:secret@h://x", "user:…@h://…"),
            ("a@b/c;1?.nc", "a@b/c;1?.nc"),
            ("/data/a:b@c.nc", "/data/a:b@c.nc"),
            ("file:///data#1/u@h.nc", "file:///data#1/u@h.nc"),
        ] {
            assert_eq!(shown(target), expected, "{target}");
            assert!(
                own.place("k", target)
                    .and_then(|place| match place {
                        ReferredPlace::File(path) => own.open("k", target, &path).map(drop),
                        ReferredPlace::Object(_) => Ok(()),
                    })
                    .is_err_and(|error| !error.to_string().contains("secret")),
                "{target}"
            );
        }
    }

    #[test]
    fn a_name_of_very_many_parts_is_looked_for_soon() {
        let directory = tempfile::tempdir().unwrap();
        let own = places(directory.path(), &[]);
        let deep = "d/".repeat(1900);
        for (target, expected) in [(format!("{deep}x"), "nothing"), (format!("../{deep}x"), "one to ../d/d")]
        {
            for _ in 0..500 {
                let found = opened(&own, &target).unwrap_err();
                assert!(found.starts_with(expected), "{found}");
            }
        }
    }

    #[test]
    fn what_is_allowed_has_to_be_there() {
        let directory = tempfile::tempdir().unwrap();
        for allowed in ["/nothing/at/all", "ftp://host", "https://host/../a"] {
            let access = StoreAccess { references: vec![allowed.to_owned()], ..StoreAccess::default() };
            assert!(AllowedPlaces::new(Some(directory.path()), &access).is_err(), "{allowed}");
        }
    }
}
