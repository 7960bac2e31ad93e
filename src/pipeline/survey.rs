use std::ops::Range;

use super::{Fault, Region, ShortFault, Sizes, chunk_list::ChunkList};
use crate::hierarchy::is_document;
use crate::limits::{ASKED_CHUNKS, ASKED_UNASKED, at_most};
use crate::metadata::{ChunkGrid, ChunkKeyEncoding, common, covers, delinear, lengths};
use crate::store::{Below, Detail, Store, StoreError, Walk, join, relative};

pub(super) const NAMED: usize = 16;
/// The size of a chunk of which a list has only the name.
pub(super) const UNSAID: u64 = u64::MAX;
const ASKED_AT_ONCE: usize = 256;
/// After this many refusals no more chunks are asked for.
const REFUSALS: usize = 16;

/// The stored chunks of an array, and how large each is. The cost is that of the files, not of the grid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    grid_size: Option<u128>,
    stored: ChunkList,
    blocked: ChunkList,
    pub strays: Vec<String>,
    pub stray_count: u64,
    pub unreadable: Vec<StoreError>,
    /// Boxes of those chunks, which overlap until the survey ends. Chunks in them may have been found nevertheless.
    pub(super) unread: Vec<Region>,
    pub hidden: u128,
    is_cut: bool,
    sizes: Option<Sizes>,
    /// Added up once, because the screen asks again and again.
    pub total_nbytes: u64,
}

#[derive(Debug)]
pub struct Surveying(Survey);

impl Surveying {
    pub(super) fn begin(grid: &ChunkGrid) -> Self {
        let chunks = ChunkList::new(grid.rank());
        Self(Survey { grid_size: grid.size(), stored: chunks.clone(), blocked: chunks, ..Survey::default() })
    }

    pub fn stored(&self) -> u64 {
        self.0.stored()
    }

    pub fn so_far(&self) -> Survey {
        let found = &self.0;
        let stored = found.stored.sorted();
        let mut survey = Survey {
            grid_size: found.grid_size,
            total_nbytes: sum(&stored.sizes),
            stored,
            blocked: found.blocked.sorted(),
            strays: found.strays.clone(),
            stray_count: found.stray_count,
            unreadable: found.unreadable.clone(),
            unread: found.unread.clone(),
            is_cut: found.is_cut,
            ..Survey::default()
        };
        survey.count_hidden();
        survey
    }

    pub(super) fn end(mut self) -> Survey {
        // The unsorted chunks are freed as soon as they are sorted.
        self.0.stored = self.0.stored.sorted();
        self.0.blocked = self.0.blocked.sorted();
        self.0.unreadable.sort_by(|one, other| one.key().cmp(other.key()));
        self.0.total_nbytes = sum(&self.0.stored.sizes);
        self.0.sizes = Sizes::of(self.0.stored.sizes.iter().copied());
        self.0.count_hidden();
        self.0
    }

    pub(super) fn insert(&mut self, coords: &[u64], nbytes: u64) {
        self.0.stored.push(coords, nbytes);
    }

    pub(super) fn block(&mut self, coords: &[u64]) {
        self.0.blocked.push(coords, 0);
    }

    fn add(&mut self, name: &str, below: Below, chunks: &StoredChunks) -> Walk {
        let StoredChunks { key: array, grid, encoding, .. } = *chunks;
        if is_document(name) {
            return Walk::Past;
        }
        if let Some(coords) = encoding.coords(name, grid.rank())
            && grid.contains(&coords)
        {
            if let Below::File(nbytes) = below {
                self.insert(&coords, nbytes);
                return Walk::On;
            }
            self.block(&coords);
            return Walk::Past;
        }
        let leads_on = || name.is_empty() || encoding.leads_to_chunks(name, grid);
        match below {
            Below::Unreadable(error) if leads_on() => self.hide(name, error, chunks),
            // It is not known whether the chunks below it are stored.
            Below::File(_) | Below::Other if leads_on() => {
                let found = "something else";
                self.hide(name, StoreError::NotADirectory { key: join(array, name), found }, chunks);
            }
            // A link may lead anywhere: it is only followed where it may lead to chunks.
            Below::Link if leads_on() => {}
            Below::Directory | Below::Other => {}
            Below::File(_) | Below::Link | Below::Unreadable(_) => {
                self.0.stray_count += 1;
                // Every machine walks in its own order, but the first by name are the same.
                let place = self.0.strays.partition_point(|before| before.as_str() < name);
                if place < NAMED {
                    self.0.strays.insert(place, name.to_owned());
                    self.0.strays.truncate(NAMED);
                }
                return Walk::Past;
            }
        }
        Walk::On
    }

    fn hide(&mut self, name: &str, error: StoreError, chunks: &StoredChunks) {
        self.0.unread.extend(chunks.encoding.box_behind(name, chunks.grid));
        self.0.unreadable.push(error);
    }
}

/// Names from one on, up to another or all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyRange {
    pub(super) start: String,
    pub(super) end: Option<String>,
}

impl KeyRange {
    fn is_behind(&self, name: &str) -> bool {
        self.end.as_deref().is_some_and(|end| name >= end)
    }

    fn holds(&self, name: &str) -> bool {
        name >= self.start.as_str() && !self.is_behind(name)
    }

    /// Whether names below a directory may be in the range.
    fn reaches_below(&self, directory: &str) -> bool {
        // The digit zero comes behind the slash: it is after everything below.
        directory.is_empty() || (format!("{directory}0") > self.start && !self.is_behind(directory))
    }

    /// What stands before chunks concerns all ranges that these may be in; everything else is in one.
    fn is_wanted(&self, name: &str, below: &Below, chunks: &StoredChunks) -> bool {
        let StoredChunks { grid, encoding, .. } = *chunks;
        let is_chunk = encoding.coords(name, grid.rank()).is_some();
        let is_above = matches!(below, Below::Directory) || encoding.leads_to_chunks(name, grid);
        if !is_chunk && (name.is_empty() || is_above) { self.reaches_below(name) } else { self.holds(name) }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct StoredChunks<'a> {
    pub store: &'a Store,
    pub key: &'a str,
    pub grid: &'a ChunkGrid,
    pub encoding: &'a ChunkKeyEncoding,
}

impl Survey {
    /// `go_on` is called now and then with what was found so far, and gives false to stop: then the result is `None`.
    pub fn take(chunks: &StoredChunks, go_on: impl FnMut(&Surveying) -> bool) -> Option<Self> {
        Self::look(chunks, Detail::Sizes, chunks.store.asked_chunks(), go_on)
    }

    /// Without a request of the user, a server that lists no names is asked for fewer chunks.
    pub fn take_unasked(chunks: &StoredChunks, go_on: impl FnMut(&Surveying) -> bool) -> Option<Self> {
        Self::look(chunks, Detail::Sizes, chunks.store.asked_chunks().min(ASKED_UNASKED), go_on)
    }

    pub fn take_names(chunks: &StoredChunks, go_on: impl FnMut(&Surveying) -> bool) -> Option<Self> {
        Self::look(chunks, Detail::Names, chunks.store.asked_chunks(), go_on)
    }

    /// From names that somebody else has listed.
    pub(super) fn of_names<'a>(
        chunks: &StoredChunks,
        names: impl Iterator<Item = (&'a str, Option<u64>)>,
    ) -> Self {
        let mut survey = Surveying::begin(chunks.grid);
        for (name, nbytes) in names {
            survey.add(name, Below::File(nbytes.unwrap_or(UNSAID)), chunks);
        }
        survey.end()
    }

    /// Only what has a key in a range. Also gives the last name that was seen, where a server has been listed for `most` names: what
    /// comes behind it is another range.
    pub(super) fn take_range(
        chunks: &StoredChunks,
        range: &KeyRange,
        most: usize,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<(Self, Option<String>)> {
        let mut survey = Surveying::begin(chunks.grid);
        let (mut stopped, mut last) = (false, None);
        let (mut seen, mut files): (u64, usize) = (0, 0);
        let in_order = chunks.store.lists_in_order();
        chunks.store.walk_from(chunks.key, &range.start, Detail::Names, |name, below| {
            seen += 1;
            stopped = seen.is_multiple_of(1024) && !go_on();
            if stopped || (in_order && range.is_behind(name)) {
                return Walk::Stop;
            }
            if !range.is_wanted(name, &below, chunks) {
                return if below == Below::Directory { Walk::Past } else { Walk::On };
            }
            files += usize::from(matches!(below, Below::File(_)));
            if in_order && files > most {
                return Walk::Stop;
            }
            last = Some(name.to_owned());
            survey.add(name, below, chunks)
        });
        if stopped {
            return None;
        }
        Some((survey.end(), last.filter(|_| in_order && files > most)))
    }

    /// The same, from names that somebody else has listed.
    pub(super) fn of_names_in<'a>(
        chunks: &StoredChunks,
        range: &KeyRange,
        names: impl Iterator<Item = (&'a str, Option<u64>)>,
    ) -> Self {
        Self::of_names(chunks, names.filter(|(name, _)| range.holds(name)))
    }

    fn look(
        chunks: &StoredChunks,
        detail: Detail,
        most: u64,
        mut go_on: impl FnMut(&Surveying) -> bool,
    ) -> Option<Self> {
        if !chunks.store.lists() {
            return Self::ask(chunks, most, go_on);
        }
        let mut survey = Surveying::begin(chunks.grid);
        let mut stopped = false;
        let mut seen: u64 = 0;
        chunks.store.walk(chunks.key, detail, |name, below| {
            seen += 1;
            stopped = seen.is_multiple_of(1024) && !go_on(&survey);
            if stopped { Walk::Stop } else { survey.add(name, below, chunks) }
        });
        if stopped { None } else { Some(survey.end()) }
    }

    fn ask(chunks: &StoredChunks, most: u64, mut go_on: impl FnMut(&Surveying) -> bool) -> Option<Self> {
        let StoredChunks { store, key: array, grid, encoding } = *chunks;
        let mut survey = Surveying::begin(grid);
        let size = match grid.size().map(u64::try_from) {
            Some(Ok(size)) if size <= most => size,
            _ => {
                let size = size_text(grid.size());
                let unit = "chunks to ask for";
                // Where nobody asked for it, fewer are asked for, whatever the option says.
                let is_all = most == chunks.store.asked_chunks();
                let most =
                    if is_all { at_most(most, unit, ASKED_CHUNKS) } else { format!("at most {most} {unit}") };
                let expected = format!("{most}, of a server that lists no names");
                let found = format!("{size}: which of them are stored is unknown");
                survey.hide("", StoreError::Unasked { key: array.to_owned(), expected, found }, chunks);
                return Some(survey.end());
            }
        };
        let shape = grid.grid_shape();
        let all: Vec<u64> = (0..size).collect();
        for batch in all.chunks(ASKED_AT_ONCE) {
            let coords: Vec<Vec<u64>> = batch.iter().map(|number| delinear(*number, &shape)).collect();
            let keys: Vec<String> = coords.iter().map(|coords| join(array, &encoding.key(coords))).collect();
            for (coords, found) in coords.iter().zip(store.sizes(&keys)) {
                match found {
                    Ok(Some(nbytes)) => survey.insert(coords, nbytes),
                    Ok(None) => {}
                    Err(error) => survey.hide(&encoding.key(coords), error, chunks),
                }
            }
            if survey.0.unreadable.len() > REFUSALS {
                survey.0.unread.extend(encoding.box_behind("", grid));
                survey.0.is_cut = true;
                break;
            }
            if !go_on(&survey) {
                return None;
            }
        }
        Some(survey.end())
    }

    pub fn nbytes(&self, coords: &[u64]) -> Option<u64> {
        self.stored.find(coords)
    }

    pub fn sizes(&self) -> Option<&Sizes> {
        self.sizes.as_ref()
    }

    pub fn outliers(&self) -> impl Iterator<Item = (&[u64], u64)> {
        let sizes = self.sizes.as_ref();
        self.iter().filter(move |(_, nbytes)| sizes.is_some_and(|sizes| sizes.is_outlier(*nbytes)))
    }

    pub fn empty_chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.iter().filter(|(_, nbytes)| *nbytes == 0).map(|(coords, _)| coords)
    }

    /// In C order. The cost is that of the chunks in the box and of its rows, not of the grid.
    pub fn in_box<'a>(&'a self, region: &'a [Range<u64>]) -> impl Iterator<Item = (&'a [u64], u64)> {
        self.stored.in_box(region)
    }

    pub fn blocked_in_box<'a>(&'a self, region: &'a [Range<u64>]) -> impl Iterator<Item = &'a [u64]> {
        self.blocked.in_box(region).map(|(coords, _)| coords)
    }

    pub fn is_hidden(&self, key: &str) -> bool {
        for error in &self.unreadable {
            let above = error.key();
            let rest = key.strip_prefix(above);
            if rest.is_some_and(|rest| above.is_empty() || rest.is_empty() || rest.starts_with('/')) {
                return true;
            }
        }
        self.is_cut
    }

    pub(super) fn hidden_in(&self, region: &[Range<u64>]) -> u128 {
        let mut sum: u128 = 0;
        for hidden in &self.unread {
            let hidden = common(hidden, region);
            sum = sum.saturating_add(volume(&hidden).saturating_sub(self.present_in(&hidden)));
        }
        sum
    }

    pub(super) fn present_in(&self, region: &[Range<u64>]) -> u128 {
        self.in_box(region).count() as u128 + self.blocked_in_box(region).count() as u128
    }

    fn count_hidden(&mut self) {
        // A box is that of a key, so it lies in another or apart from it; the larger one comes first.
        self.unread.sort_by_cached_key(|region| {
            region.iter().map(|range| (range.start, u64::MAX - range.end)).collect::<Vec<_>>()
        });
        self.unread.dedup_by(|later, kept| covers(kept, later));
        let whole: Region = vec![0..u64::MAX; self.stored.rank];
        self.hidden = self.hidden_in(&whole);
    }

    pub fn is_blocked(&self, coords: &[u64]) -> bool {
        self.blocked.find(coords).is_some()
    }

    pub fn blocked(&self) -> impl Iterator<Item = &[u64]> {
        self.blocked.iter().map(|(coords, _)| coords)
    }

    pub fn stored(&self) -> u64 {
        self.stored.len() as u64
    }

    pub fn missing(&self) -> Option<u128> {
        let present = self.stored.len().saturating_add(self.blocked.len());
        Some(self.grid_size?.checked_sub(present as u128)?.saturating_sub(self.hidden))
    }

    pub fn faults<'a>(&'a self, array: &'a str) -> impl Iterator<Item = ShortFault> + 'a {
        // It is no fault if the store gave no answer.
        self.unreadable.iter().filter(|error| !error.is_unknown()).map(move |error| {
            ShortFault::of_key(array, relative(error.key(), array), &Fault::from(error.clone()).to_string())
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u64], u64)> {
        self.stored.iter()
    }

    pub fn extremes(&self) -> Option<[(&[u64], u64); 2]> {
        Some([self.iter().min_by_key(|(_, nbytes)| *nbytes)?, self.iter().max_by_key(|(_, nbytes)| *nbytes)?])
    }
}

pub(super) fn volume(region: &[Range<u64>]) -> u128 {
    lengths(region).into_iter().fold(1, |product: u128, edge| product.saturating_mul(edge.into()))
}

pub(super) fn size_text(size: Option<u128>) -> String {
    match size {
        Some(size) => size.to_string(),
        None => "more than 2^128".to_owned(),
    }
}

fn sum(sizes: &[u64]) -> u64 {
    sizes.iter().fold(0, |sum: u64, nbytes| sum.saturating_add(*nbytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::KeyScheme;
    use std::fs;
    use std::path::Path;

    fn survey(keys: &[&str], grid: &ChunkGrid) -> Survey {
        let directory = tempfile::tempdir().unwrap();
        for key in keys {
            let path = directory.path().join("a").join(key);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, vec![0; key.len()]).unwrap();
        }
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let store = Store::at(directory.path()).unwrap();
        Survey::take(&StoredChunks { store: &store, key: "a", grid, encoding: &encoding }, |_| true).unwrap()
    }

    #[test]
    fn stored_missing_and_stray_keys_are_counted() {
        let grid = ChunkGrid::regular(&[30, 30], &[16, 16]);
        let survey = survey(&["zarr.json", "c/0/0", "c/1/1", "c/2/0", "c/9", "notes"], &grid);
        assert_eq!((survey.stored(), survey.missing()), (2, Some(2)));
        assert_eq!(survey.nbytes(&[1, 1]), Some(5));
        assert_eq!(survey.nbytes(&[0, 1]), None);
        assert_eq!(survey.stray_count, 3);
        assert_eq!(survey.iter().map(|(coords, _)| coords).collect::<Vec<_>>(), [[0, 0], [1, 1]]);
    }

    #[test]
    fn a_directory_under_the_key_of_a_chunk_is_no_chunk() {
        let grid = ChunkGrid::regular(&[30, 30], &[16, 16]);
        let survey = survey(&["zarr.json", "c/0/0", "c/1/1/oops"], &grid);
        assert_eq!((survey.stored(), survey.missing()), (1, Some(2)));
        assert!(survey.is_blocked(&[1, 1]) && !survey.is_blocked(&[0, 0]));
        assert_eq!(survey.blocked().collect::<Vec<_>>(), [[1, 1]]);
    }

    #[test]
    fn what_lies_behind_something_unreadable_is_hidden() {
        let mut survey = Surveying::begin(&ChunkGrid::regular(&[9, 9], &[1, 1])).end();
        assert!(!survey.is_hidden("a/c/1/0"));
        let found = "a link back to a directory it lies in";
        survey.unreadable.push(StoreError::NotAFile { key: "a/c/1".to_owned(), found });
        let hidden = ["a/c/1/0", "a/c/1", "a/c/10/0", "a/c/0/1"].map(|key| survey.is_hidden(key));
        assert_eq!(hidden, [true, true, false, false]);
    }

    #[test]
    fn what_is_stored_behind_something_unreadable_is_known() {
        let (store, grid) = (Store::at(Path::new(".")).unwrap(), ChunkGrid::regular(&[4, 5], &[1, 1]));
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let chunks = StoredChunks { store: &store, key: "a", grid: &grid, encoding: &encoding };
        let hide = |names: &[&str]| {
            let mut survey = Surveying::begin(&grid);
            survey.insert(&[0, 0], 7);
            survey.insert(&[2, 3], 7);
            survey.block(&[2, 4]);
            for name in names {
                survey.hide(name, StoreError::Unlisted { key: join("a", name) }, &chunks);
            }
            let survey = survey.end();
            let in_box = survey.hidden_in(&[1..3, 2..5]);
            (survey.missing(), survey.hidden, in_box)
        };
        // 20 chunks, of which something is found under three keys.
        assert_eq!(hide(&[]), (Some(17), 0, 0));
        assert_eq!(hide(&["c/1"]), (Some(12), 5, 3));
        assert_eq!(hide(&["c/2"]), (Some(14), 3, 1));
        assert_eq!(hide(&["c/2/1", "c/2", "c/2/3", "c/1/4"]), (Some(13), 4, 2));
        assert_eq!(hide(&["", "c/2", "c"]), (Some(0), 17, 4));
    }

    #[test]
    fn a_grid_of_any_size_costs_what_is_stored() {
        let grid = ChunkGrid::regular(&[1 << 40, 1 << 40], &[1, 1]);
        let survey = survey(&["zarr.json", "c/1099511627775/1099511627775"], &grid);
        assert_eq!(survey.missing(), Some((1 << 80) - 1));
        assert_eq!(survey.extremes().unwrap()[0].0, [1_099_511_627_775, 1_099_511_627_775]);
    }

    #[test]
    fn a_grid_without_a_countable_size_still_has_chunks() {
        let grid = ChunkGrid::regular(&[1 << 62; 3], &[1; 3]);
        let survey = survey(&["zarr.json", "c/4611686018427387903/0/4611686018427387903"], &grid);
        assert_eq!((survey.stored(), survey.missing(), survey.stray_count), (1, None, 0));
        assert_eq!(survey.nbytes(&[(1 << 62) - 1, 0, (1 << 62) - 1]), Some(43));
    }

    #[cfg(unix)]
    #[test]
    fn behind_a_link_only_directories_that_chunks_may_lie_in_are_looked_into() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        for key in ["elsewhere/0/0", "elsewhere/usr/lib/so", "elsewhere/7/1", "a/zarr.json"] {
            fs::create_dir_all(root.join(key).parent().unwrap()).unwrap();
            fs::write(root.join(key), b"chunk").unwrap();
        }
        symlink(root.join("elsewhere"), root.join("a/c")).unwrap();
        symlink(root.join("elsewhere/0"), root.join("elsewhere/1")).unwrap();
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let grid = ChunkGrid::regular(&[4, 2], &[1, 1]);
        let survey = Survey::take(
            &StoredChunks { store: &Store::at(root).unwrap(), key: "a", grid: &grid, encoding: &encoding },
            |_| true,
        )
        .unwrap();
        assert_eq!(survey.iter().map(|(coords, _)| coords).collect::<Vec<_>>(), [[0, 0]]);
        let mut strays = survey.strays;
        strays.sort();
        assert_eq!(strays, ["c/7", "c/usr"]);
        let unreadable: Vec<String> = survey.unreadable.iter().map(ToString::to_string).collect();
        let refused = "expected a regular file, found more links in a row than are followed (--max-links)";
        assert_eq!(unreadable, [format!("a/c/1: {refused}")]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_only_where_chunks_may_be() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        for key in ["elsewhere/0", "elsewhere/deep/down", "a/c/2/0"] {
            fs::create_dir_all(root.join(key).parent().unwrap()).unwrap();
            fs::write(root.join(key), b"chunk").unwrap();
        }
        symlink(root.join("elsewhere"), root.join("a/c/0")).unwrap();
        symlink("1", root.join("a/c/1")).unwrap();
        symlink(root.join("elsewhere"), root.join("a/c/2/1")).unwrap();
        symlink(root.join("elsewhere"), root.join("a/notes")).unwrap();
        symlink("..", root.join("a/c/3")).unwrap();
        symlink("3", root.join("a/loop")).unwrap();
        symlink("loop", root.join("a/3")).unwrap();
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let grid = ChunkGrid::regular(&[4, 2], &[1, 1]);
        let survey = Survey::take(
            &StoredChunks { store: &Store::at(root).unwrap(), key: "a", grid: &grid, encoding: &encoding },
            |_| true,
        )
        .unwrap();
        assert_eq!(survey.iter().map(|(coords, _)| coords).collect::<Vec<_>>(), [[0, 0], [2, 0]]);
        assert_eq!(survey.blocked().collect::<Vec<_>>(), [[2, 1]]);
        let unreadable: Vec<&str> = survey.unreadable.iter().map(StoreError::key).collect();
        assert_eq!(unreadable, ["a/c/1", "a/c/3"]);
        let mut strays = survey.strays;
        strays.sort();
        assert_eq!(strays, ["3", "c/0/deep", "loop", "notes"]);
    }
}
