use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;

use object_store::list::{PaginatedListOptions, PaginatedListResult};
use object_store::path::Path;

use super::super::entry::{is_in, sort};
use super::super::{Below, DirectoryEntry, EntryKind, StoreError, Walk};
use super::heard::Unanswered;
use super::page::Listing;
use super::{RemoteStore, words};
use crate::limits::{LIST_PAGES, LISTED_NAMES_BYTES, NAME_BYTES, at_most};

const EMPTY_PAGES: usize = 1000;

impl RemoteStore {
    pub(in super::super) fn list(&self, key: &str, limit: u64) -> Result<Vec<DirectoryEntry>, StoreError> {
        let mut entries: Vec<DirectoryEntry> = Vec::new();
        let _all_or_enough = self.pages(key, Some("/"), None, |page, prefix| {
            let directories = page.result.common_prefixes.iter().map(|path| (path, EntryKind::Directory));
            let files = page.result.objects.iter().map(|object| (&object.location, EntryKind::File));
            for (path, kind) in directories.chain(files) {
                // An object with the name of a directory marks one that would be empty otherwise.
                if let Some(name) = path.as_ref().strip_prefix(prefix)
                    && !name.is_empty()
                {
                    entries.push(DirectoryEntry { name: name.to_owned(), kind });
                }
            }
            if entries.len() as u64 > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if entries.is_empty() {
            return Err(StoreError::NotADirectory { key: key.to_owned(), found: "nothing" });
        }
        sort(&mut entries);
        self.listed.remember(key, &entries);
        Ok(entries)
    }

    pub(in super::super) fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        if !self.lists() {
            let found = "neither a document of a node nor a server that lists names";
            return Err(StoreError::NotADirectory { key: key.to_owned(), found });
        }
        let mut is_there = false;
        let _enough = self.pages(key, Some("/"), None, |page, _| {
            is_there = !page.result.common_prefixes.is_empty() || !page.result.objects.is_empty();
            ControlFlow::Break(())
        })?;
        let found = "nothing";
        if is_there { Ok(()) } else { Err(StoreError::NotADirectory { key: key.to_owned(), found }) }
    }

    pub(in super::super) fn walk(&self, key: &str, visit: impl FnMut(&str, Below) -> Walk) {
        self.walk_pages(key, None, visit);
    }

    /// From a name on, which is that of a chunk or ends in a zero byte. Names have to come in the order of their bytes: the caller
    /// ends the walk where its range ends.
    pub(in super::super) fn walk_from(&self, key: &str, start: &str, visit: impl FnMut(&str, Below) -> Walk) {
        self.walk_pages(key, Some(start), visit);
    }

    fn walk_pages(&self, key: &str, start: Option<&str>, visit: impl FnMut(&str, Below) -> Walk) {
        let mut walking = Walking { visit, entered: String::new(), past: None, marker: None };
        let mut before = String::new();
        let mut disorder = None;
        let walked = self.pages(key, None, start, |page, prefix| {
            for object in &page.result.objects {
                let Some(name) = object.location.as_ref().strip_prefix(prefix) else { continue };
                if name.is_empty() {
                    continue;
                }
                if start.is_some() {
                    if name <= before.as_str() {
                        disorder = Some(out_of_order(key, name, &before));
                        return ControlFlow::Break(());
                    }
                    name.clone_into(&mut before);
                }
                walking.meet(name, object.size)?;
            }
            ControlFlow::Continue(())
        });
        match disorder.map_or(walked, Err) {
            Ok(ControlFlow::Break(())) => {}
            Ok(ControlFlow::Continue(())) => {
                let _ = walking.end();
            }
            Err(error) => {
                let _ = walking.end();
                (walking.visit)("", Below::Unreadable(error));
            }
        }
    }

    /// Reads a list page by page, as long as `take` goes on. It gets a page and the beginning of all of its keys.
    fn pages(
        &self,
        key: &str,
        delimiter: Option<&'static str>,
        start: Option<&str>,
        mut take: impl FnMut(&PaginatedListResult, &str) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StoreError> {
        let Some(pages) = &self.connection.pages else {
            return Err(StoreError::Unlisted { key: key.to_owned() });
        };
        let location: Path = self.location(key)?;
        let prefix = if location.as_ref().is_empty() { String::new() } else { format!("{location}/") };
        let offset = start.map(|start| prefix.clone() + &just_before(start)).filter(|own| !own.is_empty());
        let mut token: Option<String> = None;
        let mut empty = 0;
        let mut seen = SeenPages::default();
        let mut nbytes = 0;
        loop {
            let lister = Arc::clone(pages);
            let wanted = prefix.clone();
            // A place to go on says all.
            let offset = offset.clone().filter(|_| token.is_none());
            let asked = self.connection.ask(|mut extensions| async move {
                extensions.insert(Listing);
                let delimiter = delimiter.map(Cow::Borrowed);
                let page_token = token;
                let options =
                    PaginatedListOptions { offset, delimiter, page_token, extensions, ..Default::default() };
                let prefix = if wanted.is_empty() { None } else { Some(wanted.as_str()) };
                lister.list_paginated(prefix, options).await
            });
            let (page, heard) = asked.map_err(|refused: Unanswered| words::failed(key, &refused))?;
            check_names(key, &prefix, &page)?;
            let refused = |expected: String, found: String| {
                Err(StoreError::Answer { key: key.to_owned(), expected, found })
            };
            if let Some(repeated) = seen.repeats(&page) {
                return refused("a list that goes on".to_owned(), repeated.to_owned());
            }
            nbytes += names(&page).map(|name| name.as_ref().len() as u64).sum::<u64>();
            if nbytes > LISTED_NAMES_BYTES {
                return refused(
                    format!("at most {LISTED_NAMES_BYTES} bytes of names in a list"),
                    "more".to_owned(),
                );
            }
            if take(&page, &prefix).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // A page is taken even where the list cannot go on after it.
            if let Some(found) = heard.wrong() {
                return refused("a whole list".to_owned(), found);
            }
            let is_empty = page.result.objects.is_empty() && page.result.common_prefixes.is_empty();
            empty = if is_empty { empty + 1 } else { 0 };
            token = page.page_token;
            if token.as_ref().is_some_and(|token| token.len() > NAME_BYTES) {
                return refused(
                    format!("a place to go on of at most {NAME_BYTES} bytes"),
                    "a longer one".to_owned(),
                );
            }
            if token.is_none() {
                return Ok(ControlFlow::Continue(()));
            }
            if empty > EMPTY_PAGES {
                return refused("a list that ends".to_owned(), format!("{empty} pages without a name"));
            }
            if seen.count >= self.options.list_pages {
                let expected = at_most(self.options.list_pages, "pages of a list", LIST_PAGES);
                return refused(expected, "more".to_owned());
            }
        }
    }
}

/// Servers are asked for what comes after a name, not for what begins with it. Names between the two are passed over by the caller.
fn just_before(start: &str) -> String {
    if let Some(last) = start.strip_suffix('\0') {
        return last.to_owned();
    }
    let mut bytes = start.as_bytes().to_vec();
    // A chunk ends in a digit, before which a digit or the slash comes, and behind all digits this.
    match bytes.pop().filter(u8::is_ascii_digit) {
        Some(digit) => bytes.extend([digit - 1, b'~']),
        None => bytes.clear(),
    }
    String::from_utf8(bytes).unwrap_or_default()
}

fn out_of_order(key: &str, name: &str, before: &str) -> StoreError {
    let expected = "a list in the order of names, without which no part can be listed alone".to_owned();
    let found = format!("{name} behind {before}");
    StoreError::Answer { key: key.to_owned(), expected, found }
}

/// A server that leads back to a page would keep us for ever. Hashes are enough to notice it.
#[derive(Default)]
struct SeenPages {
    count: u64,
    hasher: RandomState,
    hashes: HashSet<u64>,
}

impl SeenPages {
    /// What came before: the token of a page, or names, whatever their token is.
    fn repeats(&mut self, page: &PaginatedListResult) -> Option<&'static str> {
        self.count = self.count.saturating_add(1);
        if let Some(token) = &page.page_token
            && !self.hashes.insert(self.hasher.hash_one(token))
        {
            return Some("a page that leads back to one before it");
        }
        let objects: Vec<&str> = page.result.objects.iter().map(|own| own.location.as_ref()).collect();
        let prefixes: Vec<&str> = page.result.common_prefixes.iter().map(Path::as_ref).collect();
        let is_empty = objects.is_empty() && prefixes.is_empty();
        if !is_empty && !self.hashes.insert(self.hasher.hash_one((objects, prefixes))) {
            return Some("a page with the names of one before it");
        }
        None
    }
}

fn names(page: &PaginatedListResult) -> impl Iterator<Item = &Path> {
    page.result.objects.iter().map(|own| &own.location).chain(&page.result.common_prefixes)
}

/// A list of names elsewhere does not say what is missing here.
fn check_names(key: &str, prefix: &str, page: &PaginatedListResult) -> Result<(), StoreError> {
    let refused = |expected, found| Err(StoreError::Answer { key: key.to_owned(), expected, found });
    if let Some(long) = names(page).map(|name| name.as_ref().len()).find(|nbytes| *nbytes > NAME_BYTES) {
        return refused(format!("names of at most {NAME_BYTES} bytes"), format!("one of {long} bytes"));
    }
    // The object that marks a directory has its name; its slash is gone when it is read.
    let is_below = |path: &Path| {
        let name = path.as_ref();
        name.starts_with(prefix) || Some(name) == prefix.strip_suffix('/')
    };
    if names(page).all(is_below) {
        return Ok(());
    }
    // What stands after a semicolon may be secret, as in the address.
    let plain = |part: &str| match part.split_once(';') {
        Some((name, rest)) if rest.contains('=') => name.to_owned(),
        _ => part.to_owned(),
    };
    let shown: Vec<String> = prefix.split('/').map(plain).collect();
    refused(format!("names below {}", shown.join("/")), "others".to_owned())
}

struct Walking<F> {
    visit: F,
    entered: String,
    past: Option<String>,
    /// An object of no bytes, which marks a directory if there is something in it.
    marker: Option<String>,
}

impl<F: FnMut(&str, Below) -> Walk> Walking<F> {
    fn meet(&mut self, name: &str, nbytes: u64) -> ControlFlow<()> {
        if let Some(marker) = self.marker.take()
            && !is_in(name, &marker)
        {
            self.visit_file(&marker, 0)?;
        }
        if nbytes == 0 {
            self.marker = Some(name.to_owned());
            return ControlFlow::Continue(());
        }
        self.visit_file(name, nbytes)
    }

    fn end(&mut self) -> ControlFlow<()> {
        match self.marker.take() {
            Some(marker) => self.visit_file(&marker, 0),
            None => ControlFlow::Continue(()),
        }
    }

    fn visit_file(&mut self, name: &str, nbytes: u64) -> ControlFlow<()> {
        let entered = std::mem::take(&mut self.entered);
        for (at, _) in name.match_indices('/') {
            let Some(directory) = name.get(..at) else { continue };
            if self.is_past(directory) {
                break;
            }
            if directory == entered || is_in(&entered, directory) {
                continue;
            }
            match (self.visit)(directory, Below::Directory) {
                Walk::On => {}
                Walk::Past => self.past = Some(directory.to_owned()),
                Walk::Stop => return ControlFlow::Break(()),
            }
        }
        name.rsplit_once('/').map_or("", |(directory, _)| directory).clone_into(&mut self.entered);
        if !self.is_past(name) && (self.visit)(name, Below::File(nbytes)) == Walk::Stop {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn is_past(&self, name: &str) -> bool {
        self.past.as_ref().is_some_and(|past| name == past || is_in(name, past))
    }
}

#[cfg(test)]
mod tests {
    use super::just_before;

    #[test]
    fn a_list_begins_close_before_a_name() {
        let pairs = [
            ("c/5/0", "c/5//~"),
            ("c/7", "c/6~"),
            ("10.40", "10.4/~"),
            ("c/5\0", "c/5"),
            ("c", ""),
            ("", ""),
        ];
        for (start, before) in pairs {
            assert_eq!(just_before(start), before);
            assert!(before <= start);
        }
        assert!("c/69999" < "c/6~" && "c/5//~" < "c/5/0" && "c/4/99" < "c/5//~");
    }
}
