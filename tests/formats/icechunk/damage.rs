//! Repositories that are damaged: every file cut off at many places, and with wrong bytes in its tables. Whatever comes of it, it
//! is said; nothing panics, hangs or takes memory without end.

use std::fs;
use std::path::{Path, PathBuf};

use zarrscope::store::{Below, ByteSource, Detail, Store, Walk};

use super::{Copied, files, rewrite};

/// How many wrong versions of each file are tried.
const TRIES: u64 = 16;

/// Numbers that look random, the same ones in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below.max(1)
    }
}

/// Reads all there is in a repository: the history, every name and every value. How many values were read.
fn read_all(root: &Path) -> usize {
    let Ok(store) = Store::at(root) else { return 0 };
    let _ = store.history("");
    let mut keys = Vec::new();
    let mut seen = 0;
    store.walk("", Detail::Sizes, |key, below| {
        seen += 1;
        assert!(seen < 100_000, "a walk without end");
        if let Below::File(_) = below {
            keys.push(key.to_owned());
        }
        Walk::On
    });
    for entry in store.list("", 1000).unwrap_or_default() {
        let _ = (store.list(&entry.name, 1000), store.notes(&entry.name));
    }
    let read = |key: &String| Some(store.open(key).ok()??.read_all().is_ok());
    keys.iter().filter_map(read).count()
}

/// The files that say where something is.
fn described(root: &Path) -> Vec<PathBuf> {
    let all = files(root).into_iter();
    all.filter(|file| !file.starts_with("chunks") && !file.starts_with("transactions")).collect()
}

#[test]
fn a_file_that_is_cut_off_is_no_panic() {
    for name in ["plain1.icechunk", "history2.icechunk"] {
        let copied = Copied::of(name);
        let sound = read_all(&copied.root);
        assert!(sound > 20, "{sound}");
        for file in described(&copied.root) {
            let file = copied.root.join(file);
            let whole = fs::read(&file).unwrap();
            let step = whole.len() / 40 + 1;
            for end in (0..whole.len()).step_by(step) {
                fs::write(&file, &whole[..end]).unwrap();
                assert!(read_all(&copied.root) <= sound, "{}", file.display());
            }
            fs::write(&file, &whole).unwrap();
        }
    }
}

#[test]
fn wrong_bytes_in_a_file_are_no_panic() {
    let mut numbers = Numbers(21);
    for name in ["plain2.icechunk", "history1.icechunk", "history2.icechunk"] {
        let copied = Copied::of(name);
        for file in described(&copied.root) {
            let file = copied.root.join(file);
            let whole = fs::read(&file).unwrap();
            let has_tables = whole.starts_with("ICE".as_bytes());
            for attempt in 0..TRIES {
                let mut spoil = |bytes: &mut Vec<u8>| {
                    for _ in 0..=attempt % 8 {
                        let at = numbers.next(bytes.len());
                        // Small numbers are offsets and lengths that lead elsewhere, others are wild.
                        let wrong = if attempt % 2 == 0 { numbers.next(256) } else { numbers.next(8) };
                        if let Some(byte) = bytes.get_mut(at) {
                            *byte = u8::try_from(wrong).unwrap();
                        }
                    }
                };
                if has_tables && attempt % 4 != 3 {
                    rewrite(&file, |tables| spoil(tables));
                } else {
                    let mut bytes = whole.clone();
                    spoil(&mut bytes);
                    fs::write(&file, bytes).unwrap();
                }
                read_all(&copied.root);
                fs::write(&file, &whole).unwrap();
            }
        }
    }
}

#[test]
fn what_a_file_takes_is_bounded() {
    let copied = Copied::of("plain2.icechunk");
    // 300 MB of zeros in a few kilobytes.
    rewrite(&copied.root.join("repo"), |tables| *tables = vec![0; 300 << 20]);
    let error = Store::at(&copied.root).err().unwrap().to_string();
    assert_eq!(
        error,
        "expected a repository of Icechunk that can be read, found more than 268435456 bytes (--max-reference-bytes), where \
         the overview of a repository of Icechunk in repo was expected"
    );
}
