use std::{fmt::Write, ops::Range, path::Path};

use super::quoted::{python_text, shell_text};
use super::words::slices;
use crate::metadata::text::is_unsafe;
use crate::pipeline::{Located, StoredPlace};
use crate::store::{FileKind, FileOf, join};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyAs {
    pub what: &'static str,
    pub text: String,
}

pub fn copies(located: &Located) -> Vec<CopyAs> {
    let coordinates: Vec<String> = located.address.levels().map(|coords| joined(coords)).collect();
    let forms = [
        ("key", Some(located.key.clone())),
        ("path", path(&located.file)),
        ("coordinates", Some(coordinates.join(" "))),
        ("python", python(located)),
        ("shell", shell(located)),
        ("zarrscope", zarrscope(located)),
    ];
    let mut copies = Vec::new();
    for (what, text) in forms {
        if let Some(text) = text {
            copies.push(CopyAs { what, text });
        }
    }
    copies
}

/// A member is written as if its archive were a directory. `None` for names that are no text.
fn path(file: &FileOf) -> Option<String> {
    let path = file.path.to_str()?;
    let text = match &file.member {
        Some(member) => join(path, member),
        None => path.to_owned(),
    };
    if text.contains(is_unsafe) { None } else { Some(text) }
}

fn joined(coords: &[u64]) -> String {
    let numbers: Vec<String> = coords.iter().map(u64::to_string).collect();
    numbers.join(",")
}

fn python(located: &Located) -> Option<String> {
    let opened = if located.file.kind == FileKind::Virtual {
        let FileOf { path, member, .. } = &located.array;
        ARRAY.versioned(path.to_str()?, member.as_deref().unwrap_or_default(), true)?
    } else {
        open_array(&located.array)?
    };
    // Without dimensions NumPy takes the empty tuple for the only element.
    match located.inside.as_deref()? {
        [] => Some(format!("{opened}[()]")),
        region => Some(format!("{opened}[{}]", slices(region))),
    }
}

/// How a function of Python is called: its name, its argument for the place inside of a store, and the arguments at the end.
pub(super) struct Opener(pub(super) &'static str, pub(super) &'static str, pub(super) &'static str);

pub(super) const GROUP: Opener = Opener("zarr.open_group", "path", ", mode=\"r\"");
const ARRAY: Opener = Opener("zarr.open_array", "path", ", mode=\"r\"");

pub fn open_array(array: &FileOf) -> Option<String> {
    ARRAY.call(array)
}

impl Opener {
    pub(super) fn call(&self, node: &FileOf) -> Option<String> {
        let Self(function, inside, end) = self;
        let FileOf { path, member, kind } = node;
        let path = path.to_str()?;
        let name = member.as_deref().unwrap_or_default();
        match kind {
            FileKind::References => return Some(self.referred(path, name, "")),
            // Where fsspec reads tables, zarr-python does not find out the format by itself.
            FileKind::ReferenceTables => return Some(self.referred(path, name, ", zarr_format=2")),
            FileKind::Repository => return self.versioned(path, name, false),
            _ => {}
        }
        if member.is_none()
            && let Some(opened) = self.address(path)
        {
            return Some(opened);
        }
        // zarr-python parses texts as URLs, in which some characters are special and others are dropped.
        let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
        let is_read_as_written = !path.starts_with("//") && path.chars().all(is_plain);
        let text = python_text(path);
        Some(match member.as_deref() {
            None if is_read_as_written => format!("{function}({text}{end})"),
            None => format!("{function}(zarr.storage.LocalStore({text}){end})"),
            Some(member) => {
                let store = format!("zarr.storage.ZipStore({text}, mode=\"r\")");
                let own = format!(", {inside}={}", python_text(member));
                let own = if member.is_empty() { "" } else { &own };
                format!("{function}({store}{own}{end})")
            }
        })
    }

    /// fsspec reads files of references, and takes paths from where it runs.
    fn referred(&self, path: &str, node: &str, format: &str) -> String {
        let Self(function, _, end) = self;
        let (address, path) = (python_text(&format!("reference://{node}")), python_text(path));
        format!("{function}({address}, storage_options={{\"fo\": {path}}}{end}{format})")
    }

    /// Whoever lets Icechunk read virtual chunks has to say so, for each container.
    fn versioned(&self, path: &str, name: &str, allows_virtual: bool) -> Option<String> {
        let Self(function, inside, end) = self;
        // How to reach a repository on a network would take more than an expression.
        if path.contains("://") {
            return None;
        }
        let (version, node) = name.split_once('/').unwrap_or((name, ""));
        let (kind, version) = version.split_once('.')?;
        let version = python_text(&version.replace("%2F", "/").replace("%25", "%"));
        let session = match kind {
            "tag" => format!("tag={version}"),
            "snapshot" => format!("snapshot_id={version}"),
            _ => version,
        };
        let storage = format!("icechunk.local_filesystem_storage({})", python_text(path));
        let mut repository = format!("icechunk.Repository.open({storage})");
        if allows_virtual {
            let containers = "icechunk.Repository.fetch_config(s).virtual_chunk_containers";
            let access = format!("authorize_virtual_chunk_access=dict.fromkeys({containers})");
            repository = format!("icechunk.Repository.open(s := {storage}, {access})");
        }
        let node = python_text(node);
        Some(format!("{function}({repository}.readonly_session({session}).store, {inside}={node}{end})"))
    }

    fn address(&self, path: &str) -> Option<String> {
        let Self(function, _, end) = self;
        let (scheme, rest) = path.split_once("://")?;
        let address = match scheme {
            // The name under which fsspec knows the hosts of Azure.
            "az" | "azure" => format!("az://{rest}"),
            "http" | "https" => web_address(path)?,
            _ => path.to_owned(),
        };
        Some(format!("{function}({}{end})", python_text(&address)))
    }
}

pub fn with_imports(expression: &str) -> String {
    let own = if expression.contains("icechunk.Repository.open(") { "import icechunk\n" } else { "" };
    format!("{own}import zarr\n{expression}")
}

fn shell(located: &Located) -> Option<String> {
    let FileOf { path, member, kind } = &located.file;
    let is_whole = member.is_none() && *kind == FileKind::Whole && !located.address.is_inner();
    if let StoredPlace::Range(range) = &located.place
        && let Some(address) = path.to_str()
        && address.contains("://")
        && member.is_none()
    {
        return shell_of_address(address, if is_whole { None } else { Some(range) });
    }
    let file = shell_text(&plain(path)?)?;
    match (&located.place, member) {
        (StoredPlace::Range(_), _) if is_whole => Some(format!("cat {file}")),
        (StoredPlace::Range(range), _) => {
            let (first, count) = (range.start.checked_add(1)?, range.end.checked_sub(range.start)?);
            Some(format!("tail -c +{first} {file} | head -c {count}"))
        }
        (StoredPlace::Deflated, Some(member)) => {
            // `unzip` takes names as patterns, and as options where they begin with a hyphen.
            let mut name = String::new();
            for (index, c) in member.chars().enumerate() {
                match c {
                    '-' if index == 0 => name.push_str("[-]"),
                    '*' | '?' | '[' | '\\' => name.extend(['\\', c]),
                    _ => name.push(c),
                }
            }
            Some(format!("unzip -p {file} {}", shell_text(&name)?))
        }
        _ => None,
    }
}

fn zarrscope(located: &Located) -> Option<String> {
    let coords = |coords: &[u64]| if coords.is_empty() { "''".to_owned() } else { joined(coords) };
    let mut text =
        format!("{} --chunk {}", command("trace", &located.array)?, coords(&located.address.chunk));
    for inner in &located.address.inner {
        text.push_str(" --inner ");
        text.push_str(&coords(inner));
    }
    Some(text)
}

pub fn command(name: &str, node: &FileOf) -> Option<String> {
    let mut path = plain(&node.path)?;
    if let Some(member) = &node.member {
        path = join(&path, member);
    }
    Some(format!("zarrscope {name} {}", shell_text(&path)?))
}

pub(super) fn plain(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    Some(if text.starts_with('-') { format!("./{text}") } else { text.to_owned() })
}

fn shell_of_address(path: &str, range: Option<&Range<u64>>) -> Option<String> {
    let (scheme, _) = path.split_once("://")?;
    let part = |option: &str| match range {
        Some(range) => Some(format!("{option}{}-{} ", range.start, range.end.checked_sub(1)?)),
        None => Some(String::new()),
    };
    match scheme {
        "http" | "https" => Some(format!("curl -fsS {}{}", part("-r ")?, shell_text(&web_address(path)?)?)),
        "gs" => Some(format!("gcloud storage cat {}{}", part("--range=")?, shell_text(path)?)),
        "s3" => {
            let whole = format!("aws s3 cp {} -", shell_text(path)?);
            // This program reads whole objects only.
            let Some(range) = range else { return Some(whole) };
            let first = range.start.checked_add(1)?;
            let count = range.end.checked_sub(range.start)?;
            Some(format!("{whole} | tail -c +{first} | head -c {count}"))
        }
        _ => None,
    }
}

/// Percent-encodes an address; `None` where a sign of a name would end the path.
pub(super) fn web_address(path: &str) -> Option<String> {
    if path.contains(['#', '?']) {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        if is_plain(byte) {
            address.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::ChunkAddress;
    use std::path::PathBuf;

    fn located(path: &str, member: Option<&str>) -> Located {
        let file = |path: String, member: Option<String>| FileOf {
            path: PathBuf::from(path),
            kind: if member.is_some() { FileKind::Archive } else { FileKind::Whole },
            member,
        };
        Located {
            address: vec![1, 7].into(),
            key: "c/1/7".to_owned(),
            file: match member {
                None => file(format!("{path}/c/1/7"), None),
                Some(member) => file(path.to_owned(), Some(format!("{member}/c/1/7"))),
            },
            array: file(path.to_owned(), member.map(str::to_owned)),
            place: StoredPlace::Range(0..68),
            covers: Some(vec![5..10, 140..160]),
            inside: Some(vec![5..10, 140..150]),
        }
    }

    fn text(located: &Located, what: &str) -> Option<String> {
        copies(located).into_iter().find(|copy| copy.what == what).map(|copy| copy.text)
    }

    #[test]
    fn a_virtual_chunk_is_read_by_who_lets_icechunk_read_it() {
        let repository = FileOf {
            path: "r".into(),
            member: Some("branch.a%2Fb/v".to_owned()),
            kind: FileKind::Repository,
        };
        let file = |kind| FileOf { path: "x.bin".into(), member: None, kind };
        let of = |kind| Located { array: repository.clone(), file: file(kind), ..located("r", None) };
        let before = "zarr.open_array(icechunk.Repository.open(";
        let after = ".readonly_session(\"a/b\").store, path=\"v\", mode=\"r\")[5:10, 140:150]";
        let native = format!("{before}icechunk.local_filesystem_storage(\"r\")){after}");
        assert_eq!(text(&of(FileKind::Native), "python"), Some(native.clone()));
        let lets = "s := icechunk.local_filesystem_storage(\"r\"), authorize_virtual_chunk_access=\
                    dict.fromkeys(icechunk.Repository.fetch_config(s).virtual_chunk_containers))";
        assert_eq!(text(&of(FileKind::Virtual), "python"), Some(format!("{before}{lets}{after}")));
        assert_eq!(with_imports(&native), format!("import icechunk\nimport zarr\n{native}"));
        assert_eq!(with_imports("zarr.open_array(\"a\")"), "import zarr\nzarr.open_array(\"a\")");
    }

    #[test]
    fn tables_of_references_are_of_v2() {
        let of = |kind| FileOf { path: "a.parq".into(), member: Some("v".to_owned()), kind };
        let line = "zarr.open_array(\"reference://v\", storage_options={\"fo\": \"a.parq\"}, mode=\"r\"";
        assert_eq!(open_array(&of(FileKind::References)), Some(format!("{line})")));
        assert_eq!(open_array(&of(FileKind::ReferenceTables)), Some(format!("{line}, zarr_format=2)")));
    }

    #[test]
    fn a_chunk_in_a_directory() {
        let located = located("data.zarr/t", None);
        let forms: Vec<String> =
            copies(&located).into_iter().map(|copy| copy.what.to_owned() + ": " + &copy.text).collect();
        assert_eq!(
            forms,
            [
                "key: c/1/7",
                "path: data.zarr/t/c/1/7",
                "coordinates: 1,7",
                "python: zarr.open_array(\"data.zarr/t\", mode=\"r\")[5:10, 140:150]",
                "shell: cat 'data.zarr/t/c/1/7'",
                "zarrscope: zarrscope trace 'data.zarr/t' --chunk 1,7",
            ]
        );
    }

    #[test]
    fn an_inner_chunk_is_a_range_of_its_file() {
        let inner = Located {
            address: ChunkAddress { chunk: vec![1, 7], inner: vec![vec![0, 1]] },
            place: StoredPlace::Range(28..55),
            ..located("t", None)
        };
        assert_eq!(text(&inner, "shell").unwrap(), "tail -c +29 't/c/1/7' | head -c 27");
        assert_eq!(text(&inner, "coordinates").unwrap(), "1,7 0,1");
        assert_eq!(text(&inner, "zarrscope").unwrap(), "zarrscope trace 't' --chunk 1,7 --inner 0,1");
    }

    #[test]
    fn a_member_of_an_archive() {
        let stored = Located { place: StoredPlace::Range(100..168), ..located("a.zip", Some("g/t")) };
        assert_eq!(text(&stored, "path").unwrap(), "a.zip/g/t/c/1/7");
        assert_eq!(text(&stored, "shell").unwrap(), "tail -c +101 'a.zip' | head -c 68");
        assert_eq!(
            text(&stored, "python").unwrap(),
            "zarr.open_array(zarr.storage.ZipStore(\"a.zip\", mode=\"r\"), path=\"g/t\", mode=\"r\")[5:10, 140:150]"
        );
        assert_eq!(text(&stored, "zarrscope").unwrap(), "zarrscope trace 'a.zip/g/t' --chunk 1,7");
        let deflated = Located { place: StoredPlace::Deflated, ..located("a.zip", Some("g[1]/t")) };
        assert_eq!(text(&deflated, "shell").unwrap(), "unzip -p 'a.zip' 'g\\[1]/t/c/1/7'");
        let option = Located { place: StoredPlace::Deflated, ..located("a.zip", Some("-d")) };
        assert_eq!(text(&option, "shell").unwrap(), "unzip -p 'a.zip' '[-]d/c/1/7'");
    }

    #[test]
    fn what_is_not_stored_has_no_bytes_to_print() {
        for place in [StoredPlace::Missing, StoredPlace::Compressed] {
            assert_eq!(text(&Located { place, ..located("t", None) }, "shell"), None);
        }
    }

    #[test]
    fn an_array_without_dimensions() {
        let only = Located {
            address: vec![].into(),
            inside: Some(vec![]),
            covers: Some(vec![]),
            ..located("t", None)
        };
        assert_eq!(text(&only, "python").unwrap(), "zarr.open_array(\"t\", mode=\"r\")[()]");
        assert_eq!(text(&only, "zarrscope").unwrap(), "zarrscope trace 't' --chunk ''");
    }

    #[test]
    fn odd_names_are_quoted() {
        let odd = located("-it's \"a\"\n100%\\x", None);
        assert_eq!(
            text(&odd, "python").unwrap(),
            "zarr.open_array(zarr.storage.LocalStore(\"-it's \\\"a\\\"\\n100%\\\\x\"), mode=\"r\")[5:10, 140:150]"
        );
        assert_eq!(
            text(&odd, "shell").unwrap(),
            "cat \"$(printf './-it\\047s \"a\"\\012100%%\\\\x/c/1/7')\""
        );
        assert_eq!(text(&odd, "path"), None);
        assert_eq!(text(&located("it's", None), "shell").unwrap(), "cat 'it'\\''s/c/1/7'");
        let before = located("!!\n/t", None);
        assert_eq!(text(&before, "shell").unwrap(), "cat \"$(printf '\\041\\041\\012/t/c/1/7')\"");
        for copy in copies(&located("\u{1b}[2J\u{202e}", None)) {
            assert!(!copy.text.contains(is_unsafe), "{}", copy.text);
        }
    }

    #[test]
    fn every_host_has_its_program() {
        let range = 28..55;
        for (path, whole, part) in [
            (
                "s3://bucket/a b/c/0",
                Some("aws s3 cp 's3://bucket/a b/c/0' -"),
                Some("aws s3 cp 's3://bucket/a b/c/0' - | tail -c +29 | head -c 27"),
            ),
            (
                "gs://bucket/c/0",
                Some("gcloud storage cat 'gs://bucket/c/0'"),
                Some("gcloud storage cat --range=28-54 'gs://bucket/c/0'"),
            ),
            (
                "https://host:8/a b/ü/c/0",
                Some("curl -fsS 'https://host:8/a%20b/%C3%BC/c/0'"),
                Some("curl -fsS -r 28-54 'https://host:8/a%20b/%C3%BC/c/0'"),
            ),
            ("az://container/c/0", None, None),
            ("http://host/a#b/c/0", None, None),
        ] {
            assert_eq!(shell_of_address(path, None).as_deref(), whole);
            assert_eq!(shell_of_address(path, Some(&range)).as_deref(), part);
        }
    }

    #[test]
    fn zarr_python_opens_addresses_by_their_text() {
        assert_eq!(
            ARRAY.address("s3://b/x.zarr/t").unwrap(),
            "zarr.open_array(\"s3://b/x.zarr/t\", mode=\"r\")"
        );
        assert_eq!(ARRAY.address("azure://c/t").unwrap(), "zarr.open_array(\"az://c/t\", mode=\"r\")");
        assert_eq!(ARRAY.address("http://h/a b").unwrap(), "zarr.open_array(\"http://h/a%20b\", mode=\"r\")");
        assert_eq!(ARRAY.address("data.zarr/t"), None);
    }
}
