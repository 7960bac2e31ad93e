//! Output that cannot be written, and files that are written whole or not at all.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

const DECODE: &str = "decode climate.zarr/temperature --format raw";

/// What is in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_command_says_that_its_output_is_full() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for command in [
        "tree grids.zarr",
        "tree grids.zarr --json",
        "info grids.zarr/one_d",
        "chunks grids.zarr/one_d",
        "trace grids.zarr/one_d --chunk 0",
        "trace grids.zarr/one_d --chunk 0 --json",
        "locate grids.zarr/one_d --chunk 0",
        "probe grids.zarr/one_d --at 0",
        "index sharded.zarr/plain --chunk 0,0",
        "decode grids.zarr/one_d",
        "decode grids.zarr/one_d --format json",
        "decode grids.zarr/one_d --format npy",
        "verify grids.zarr",
        "doctor grids.zarr",
        "report grids.zarr",
        "explain gzip",
        "completions bash",
        "man",
        "--help",
        "--version",
        "grids.zarr",
    ] {
        let run = zarrscope(command).stdout(full.try_clone().unwrap()).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(1), "{command}: {message}");
        assert_names(&message, &["error: output: No space left on device"]);
    }
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_nothing_is_left() {
    let directory = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_zarrscope");
    for to in ["-o out", "> out"] {
        let limited = format!("ulimit -f 8; exec {program} {DECODE} {}", to.replace("out", "$0/out"));
        let run = Command::new("sh")
            .args(["-c", &limited])
            .arg(directory.path())
            .current_dir(repository("sample-data"))
            .output()
            .unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(1), "{to}: {message}");
        assert_names(&message, &["File too large"]);
        assert_eq!(names(directory.path()).is_empty(), to.starts_with('-'), "{to}");
    }
}

#[test]
fn a_full_disk_is_an_error_and_nothing_is_left() {
    let disk = TempDir::new().unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "zarrscope"])
        .arg(disk.path())
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("passed over: only the superuser may make a small disk");
        return;
    }
    let out = disk.path().join("out");
    fs::write(&out, "kept").unwrap();
    let run = zarrscope(&format!("{DECODE} -o {}", out.display())).output().unwrap();
    let (left, kept) = (names(disk.path()), fs::read_to_string(&out).unwrap());
    assert!(Command::new("umount").arg(disk.path()).status().unwrap().success());
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert_names(&message, &["out: No space left on device"]);
    assert_eq!((left, kept.as_str()), (vec!["out".to_owned()], "kept"));
}

#[test]
fn nothing_is_left_behind_when_it_is_interrupted() {
    // No chunk is stored, and the array is huge: it prints fill values for longer than anybody waits.
    let store = Store::of(&Document::v3().shaped("[1099511627776]", "[1048576]"));
    let out = store.beside("out");
    fs::create_dir(&out).unwrap();
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let command = format!("decode {store} --format csv -o {}", out.join("csv").display());
        let mut child = zarrscope(&command).spawn().unwrap();
        while names(&out).is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "it has ended");
            std::thread::yield_now();
        }
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(names(&out), [""; 0]);
    }
}

#[test]
fn nothing_is_written_into_a_store_by_a_link_or_beside_documents_of_version_2() {
    let directory = TempDir::new().unwrap();
    copy("grids.zarr", directory.path());
    let (link, chunk) = (directory.path().join("link"), directory.path().join("grids.zarr/one_d/c/0"));
    symlink(&chunk, &link).unwrap();
    let bytes = fs::read(&chunk).unwrap();
    let message = misused(&format!("{DECODE} -o {}", link.display()));
    assert_names(&message, &["grids.zarr/one_d", "expected a file outside of any store"]);
    assert_eq!(fs::read(&chunk).unwrap(), bytes);
    for document in [".zarray", ".zgroup", ".zattrs", ".zmetadata"] {
        let store = directory.path().join("v2");
        fs::create_dir_all(store.join("0")).unwrap();
        fs::write(store.join(document), "{}").unwrap();
        assert_names(&misused(&format!("{DECODE} -o {}/0/0", store.display())), &["the store"]);
        assert_eq!(names(&store), [document, "0"]);
        fs::remove_dir_all(store).unwrap();
    }
}

#[test]
fn what_stands_in_the_place_of_the_file_stays_what_it_is() {
    let directory = TempDir::new().unwrap();
    let at = |name: &str| directory.path().join(name);
    let decode = |name: &str| format!("{DECODE} -o {}", at(name).display());
    let all = sound(DECODE);
    // A link leads to the file that is written.
    fs::write(at("file"), "old").unwrap();
    symlink("file", at("link")).unwrap();
    sound(&decode("link"));
    assert!(at("link").symlink_metadata().unwrap().is_symlink());
    assert!(fs::read(at("file")).unwrap() == all);
    // A directory cannot be written.
    fs::create_dir(at("directory")).unwrap();
    assert_names(&faulty(&decode("directory")).0, &["directory: Is a directory"]);
    // What a link leads to need not be there yet; one that leads to itself stays, and so does what may not be written.
    symlink("new", at("begun")).unwrap();
    sound(&decode("begun"));
    assert!(at("begun").is_symlink() && fs::read(at("new")).unwrap() == all);
    symlink("loop", at("loop")).unwrap();
    assert_names(&faulty(&decode("loop")).0, &["loop: Too many levels of symbolic links"]);
    assert!(at("loop").is_symlink());
    fs::write(at("kept"), "old").unwrap();
    let mut permissions = fs::metadata(at("kept")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(at("kept"), permissions).unwrap();
    assert_names(&faulty(&decode("kept")).0, &["kept: permission denied"]);
    assert_eq!(fs::read(at("kept")).unwrap(), b"old");
    // Opening a FIFO waits for a reader.
    assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    let copied = File::create(at("copied")).unwrap();
    let mut reader = Command::new("cat").arg(at("fifo")).stdout(copied).spawn().unwrap();
    sound(&decode("fifo"));
    assert!(reader.wait().unwrap().success() && fs::read(at("copied")).unwrap() == all);
    assert!(at("fifo").metadata().unwrap().file_type().is_fifo());
    sound(&format!("{DECODE} -o /dev/null"));
    assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
    assert!(sound(&format!("{DECODE} -o /dev/stdout")) == all);
    assert_eq!(
        names(directory.path()),
        ["begun", "copied", "directory", "fifo", "file", "kept", "link", "loop", "new"]
    );
}

/// `-o >(command)` of a shell is such a name.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_that_has_the_name_of_a_file_is_written_to() {
    use std::io::Read;
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = zarrscope("decode climate.zarr/temperature --region 0:1,0:1,0:2 -o /dev/fd/0");
    command.stdin(writer);
    let status = command.status().unwrap();
    drop(command);
    let mut found = String::new();
    reader.read_to_string(&mut found).unwrap();
    assert!(status.success() && found.contains("281"), "{status}: {found}");
}

#[test]
fn a_name_may_be_as_long_as_names_can_be() {
    let directory = TempDir::new().unwrap();
    let name = "n".repeat(255);
    sound(&format!("{DECODE} -o {}/{name}", directory.path().display()));
    assert_eq!(names(directory.path()), [name]);
}

#[test]
fn a_directory_that_may_not_be_written_is_named() {
    let directory = TempDir::new().unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o500)).unwrap();
    if File::create(directory.path().join("probe")).is_ok() {
        eprintln!("passed over: the superuser may write everywhere");
        return;
    }
    let (message, _) = faulty(&format!("{DECODE} -o {}/out", directory.path().display()));
    assert_names(&message, &["out: Permission denied"]);
}

#[test]
fn nothing_is_written_into_a_repository_of_icechunk() {
    for marks in
        [&["snapshots", "refs/branch.main"][..], &["snapshots", "manifests"], &["manifests", "transactions"]]
    {
        let directory = TempDir::new().unwrap();
        for mark in marks {
            fs::create_dir_all(directory.path().join("ice").join(mark)).unwrap();
        }
        fs::write(directory.path().join("ice/repo"), "of icechunk").unwrap();
        for file in ["repo", "new.npy", &format!("{}/new", marks[0])] {
            let message =
                misused(&format!("{DECODE} -o {}", directory.path().join("ice").join(file).display()));
            assert_names(&message, &["expected a file outside of any store, found the store"]);
        }
        assert_eq!(fs::read(directory.path().join("ice/repo")).unwrap(), b"of icechunk");
    }
}

#[test]
fn nothing_is_written_into_a_container_of_n5() {
    let directory = TempDir::new().unwrap();
    let block = directory.path().join("field/0/0");
    fs::create_dir_all(block.parent().unwrap()).unwrap();
    fs::write(directory.path().join("attributes.json"), r#"{"n5": "2.5.1"}"#).unwrap();
    fs::write(&block, "a block").unwrap();
    let message = misused(&format!("{DECODE} -o {}", block.display()));
    assert_names(&message, &["expected a file outside of any store, found the store"]);
    assert_eq!(fs::read(&block).unwrap(), b"a block");
}

#[test]
fn a_link_to_a_file_without_a_name_stays_a_link() {
    let directory = TempDir::new().unwrap();
    let (link, removed) = (directory.path().join("out"), directory.path().join("removed"));
    symlink("/proc/self/fd/1", &link).unwrap();
    let stdout = File::create(&removed).unwrap();
    fs::remove_file(&removed).unwrap();
    let mut command = zarrscope(&format!("{DECODE} -o {}", link.display()));
    assert!(command.stdout(stdout).status().unwrap().success());
    assert!(link.is_symlink());
    assert_eq!(names(directory.path()), ["out"]);
}
