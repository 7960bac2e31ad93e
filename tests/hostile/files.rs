//! Things that are in the place of a file, and names that no one would choose.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::document::Document;
use crate::store::{CHUNK, DOCUMENT, Hostile, SOUND};

/// Groups in groups, as many as a path can name.
fn levels() -> Vec<Hostile> {
    let row = |name: &str, levels: usize, status| {
        Hostile::new(name, status, "store", move |node| {
            Document::v3().write(node, &[7; 8]);
            fs::create_dir_all(node.with_file_name("b").join(vec!["g"; levels].join("/"))).unwrap();
        })
    };
    vec![
        row("200 levels of directories", 200, SOUND),
        // Only commands that walk the whole store find it.
        row("1800 levels of directories", 1800, "0100011"),
    ]
}

/// Every such store.
pub fn all() -> Vec<Hostile> {
    [
        in_place_of_a_chunk(),
        in_place_of_chunks(),
        in_place_of_a_document(),
        links(),
        names(),
        unreadable(),
        levels(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A name, and what makes such a thing at a path.
type Thing = (&'static str, fn(&Path));

/// Things that are no regular files.
const THINGS: &[Thing] = &[
    ("a directory", |path| fs::create_dir(path).unwrap()),
    ("a FIFO", |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ("a socket", |path| drop(UnixListener::bind(path).unwrap())),
    ("a device", |path| {
        // Only the superuser may make one: for others it is a directory.
        let made = Command::new("mknod").arg(path).args(["c", "1", "5"]).stderr(Stdio::null()).status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("only the superuser may make devices: {} is a directory", path.display());
            fs::create_dir(path).unwrap();
        }
    }),
    ("a link to itself", |path| symlink(path.file_name().unwrap(), path).unwrap()),
    ("a dangling link", |path| symlink("nowhere", path).unwrap()),
    ("a link to a device", |path| symlink("/dev/zero", path).unwrap()),
    ("a link to its directory", |path| symlink(".", path).unwrap()),
];

fn in_place_of_a_chunk() -> Vec<Hostile> {
    let row = |(name, make): &Thing| {
        let make = *make;
        Hostile::new(&format!("{name} as a chunk"), CHUNK, "store", move |node| {
            Document::v3().write(node, &[]);
            fs::remove_file(node.join("c/0")).unwrap();
            make(&node.join("c/0"));
        })
    };
    THINGS.iter().map(row).collect()
}

/// Where a directory of chunks is no directory, it is not known whether the chunks are stored: they are not missing.
fn in_place_of_chunks() -> Vec<Hostile> {
    let file: Thing = ("a file", |path| fs::write(path, [7; 8]).unwrap());
    let row = |(name, make): &Thing| {
        let make = *make;
        Hostile::new(&format!("{name} as the directory of chunks"), "0111111", "store", move |node| {
            fs::write(node.join("zarr.json"), Document::v3().text()).unwrap();
            make(&node.join("c"));
        })
    };
    let not_directories = THINGS.iter().filter(|(name, _)| !name.contains("directory"));
    not_directories.chain([&file]).map(row).collect()
}

fn in_place_of_a_document() -> Vec<Hostile> {
    let row = |(name, make): &Thing| {
        let make = *make;
        let name = format!("{name} as a document");
        Hostile::new(&name, DOCUMENT, "metadata", move |node| make(&node.join("zarr.json")))
    };
    THINGS.iter().map(row).collect()
}

fn links() -> Vec<Hostile> {
    let row = |name: &str, link: &'static str, to: &'static str| {
        Hostile::new(name, SOUND, "", move |node| {
            Document::v3().write(node, &[7; 8]);
            let _ = fs::remove_file(node.join(link));
            symlink(to, node.join(link)).unwrap();
        })
    };
    vec![
        row("a link back beside a node", "../again", "."),
        row("two links that lead to each other", "../one", "one"),
        row("a link out of the store beside a node", "../out", "/etc/hosts"),
        row("a link to everything beside a node", "../out", "/"),
        row("a link to processes beside a node", "../out", "/proc/self"),
        row("a link to everything in an array", "out", "/"),
        row("a link to processes in an array", "7", "/proc/self"),
        as_chunks("a link to everything as the chunks", "/", SOUND),
        as_chunks("a link to processes as the chunks", "/proc", SOUND),
        as_chunks("links across as the chunks", "../across", SOUND),
    ]
}

/// All chunks are in the directory that a link leads to.
fn as_chunks(name: &str, to: &'static str, status: &'static str) -> Hostile {
    Hostile::new(name, status, "", move |node| {
        let across = node.join("../across");
        fs::create_dir(&across).unwrap();
        fs::write(across.join("0"), [7; 8]).unwrap();
        symlink("../a", across.join("back")).unwrap();
        fs::write(node.join("zarr.json"), Document::v3().text()).unwrap();
        symlink(to, node.join("c")).unwrap();
    })
}

/// Names of nodes; the program escapes what it shows of them.
fn names() -> Vec<Hostile> {
    let row = |(name, node): &(&str, &[u8])| {
        Hostile::new(name, SOUND, "", |node| Document::v3().write(node, &[7; 8]))
            .node(OsString::from_vec(node.to_vec()))
    };
    // The same, of what is beside the node, and of what is beside its chunks.
    let beside = |(name, own): &(&str, &[u8])| {
        let own = OsString::from_vec(own.to_vec());
        Hostile::new(&format!("{name} beside a node and beside chunks"), SOUND, "", move |node| {
            Document::v3().write(node, &[7; 8]);
            fs::create_dir(node.with_file_name(&own)).unwrap();
            fs::write(node.join("c").join(&own), [7; 8]).unwrap();
        })
    };
    let not_utf_8: (&str, &[u8]) = ("a name that is no UTF-8", b"a\xff\x1b[2J\xc0\xaf");
    NAMES.iter().map(row).chain(NAMES.iter().chain([&not_utf_8]).map(beside)).collect()
}

const NAMES: &[(&str, &[u8])] = &[
    ("a name with a newline", b"a\nerror: b"),
    ("a name with a tab and a bell", b"a\t\x07"),
    ("a name that clears the screen", b"\x1b[2J\x1b]0;title\x07"),
    ("a name with a one-character escape", "\u{9b}2J".as_bytes()),
    ("a name that turns around", "a\u{202e}gnp.\u{2066}".as_bytes()),
    ("a name of marks", "\u{200e}\u{200f}".as_bytes()),
    ("a name of 255 bytes", &[b'n'; 255]),
    ("a name of quotes", b"\"'`$(x)\\"),
];

/// What may not be read. The superuser may read everything.
fn unreadable() -> Vec<Hostile> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
    if fs::read(&file).is_ok() {
        eprintln!("the tests run as root: files that cannot be read are passed over");
        return Vec::new();
    }
    let row = |name: &str, of: &'static str, status, stage| {
        Hostile::new(name, status, stage, move |node| {
            Document::v3().write(node, &[7; 8]);
            fs::set_permissions(node.join(of), Permissions::from_mode(0o000)).unwrap();
        })
    };
    vec![
        row("a chunk that may not be read", "c/0", CHUNK, "store"),
        row("a document that may not be read", "zarr.json", DOCUMENT, "metadata"),
        row("chunks that may not be listed", "c", "0111111", "store"),
    ]
}
