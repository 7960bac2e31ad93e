//! What is known to be broken, of every node. So many faults are kept, and those beyond them are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Included, Unbounded};

use crate::pipeline::{FaultSite, NodeRow, ShortFault, VerifiedNode};
use crate::tell::faults::FaultCount;

/// The most faults that are kept, with a text of 200 characters at most each.
const MOST_FAULTS: usize = 10_000;
/// The most verified nodes that are kept; what is below one of them needs no entry.
const MOST_VERIFIED: usize = 1 << 17;

/// The key of a node, in the order of the tree: what is below a node follows it at once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct TreeKey(String);

impl TreeKey {
    /// Less than any letter of a name.
    const SEPARATOR: char = '\0';

    fn of(key: &str) -> Self {
        Self(key.replace('/', "\0"))
    }

    fn key(&self) -> String {
        self.0.replace(Self::SEPARATOR, "/")
    }

    fn is_in(&self, other: &Self) -> bool {
        let rest = self.0.strip_prefix(&other.0);
        rest.is_some_and(|rest| other.0.is_empty() || rest.is_empty() || rest.starts_with(Self::SEPARATOR))
    }

    fn up(&self) -> impl Iterator<Item = Self> + use<> {
        std::iter::successors(Some(self.clone()), |key| match key.0.rsplit_once(Self::SEPARATOR) {
            Some((above, _)) => Some(Self(above.to_owned())),
            None if key.0.is_empty() => None,
            None => Some(Self(String::new())),
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Station {
    node: TreeKey,
    site: FaultSite,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct KeptFault {
    text: String,
    /// Which run of verifying has found it; 0 where it was found by looking.
    run: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextFault {
    pub fault: ShortFault,
    pub number: u64,
    pub of: u64,
    pub is_wrapped: bool,
}

#[derive(Debug, Default)]
pub struct KnownFaults {
    faults: BTreeMap<Station, KeptFault>,
    /// Faults of a node that were counted and not kept.
    beyond: BTreeMap<TreeKey, u64>,
    /// Faults of a node and of everything below it.
    totals: BTreeMap<TreeKey, u64>,
    /// With the number of chunks that decode.
    verified: BTreeMap<TreeKey, u64>,
    run: u64,
    pub(crate) changes: u64,
}

impl KnownFaults {
    pub fn kept(&self) -> u64 {
        self.faults.len() as u64
    }

    pub fn keeps_all(&self) -> bool {
        self.beyond.is_empty()
    }

    pub fn count(&self, node: &str) -> FaultCount {
        let key = TreeKey::of(node);
        FaultCount {
            faults: self.totals.get(&key).copied().unwrap_or(0),
            is_verified: key.up().any(|above| self.verified.contains_key(&above)),
        }
    }

    pub fn decoded(&self, node: &str) -> Option<u64> {
        self.verified.get(&TreeKey::of(node)).copied()
    }

    pub fn chunks<'a>(&'a self, node: &str) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        self.of_node(&TreeKey::of(node)).filter_map(|(station, _)| match &station.site {
            FaultSite::Chunk(chunk) => Some(chunk.as_slice()),
            FaultSite::Document(_) | FaultSite::Key(_) => None,
        })
    }

    pub fn nodes(&self) -> BTreeSet<String> {
        self.faults.keys().map(|station| &station.node).chain(self.beyond.keys()).map(TreeKey::key).collect()
    }

    pub fn has_chunk(&self, node: &str, chunk: &[u64]) -> bool {
        let (node, site) = (TreeKey::of(node), FaultSite::Chunk(chunk.to_vec()));
        self.faults.contains_key(&Station { node, site })
    }

    pub fn of(&self, node: &str, most: usize) -> Vec<ShortFault> {
        let mut faults = Vec::new();
        for (station, kept) in self.of_node(&TreeKey::of(node)).take(most) {
            let (site, text) = (station.site.clone(), kept.text.clone());
            faults.push(ShortFault { node: node.to_owned(), site, text });
        }
        faults
    }

    fn of_node<'a>(&'a self, node: &TreeKey) -> impl Iterator<Item = (&'a Station, &'a KeptFault)> + use<'a> {
        let first = Station { node: node.clone(), site: FaultSite::Document(String::new()) };
        let node = node.clone();
        self.faults.range(first..).take_while(move |(station, _)| station.node == node)
    }

    /// What is wrong with the document of a node. Something that is no node is no fault.
    pub fn add_of_row(&mut self, row: &NodeRow) {
        if row.facts.faults > 0
            && let Some(fault) = &row.facts.fault
        {
            self.add(ShortFault::of_text(&row.key, fault.clone()));
        }
    }

    pub fn add(&mut self, fault: ShortFault) {
        self.insert(fault, 0);
    }

    fn insert(&mut self, fault: ShortFault, run: u64) {
        let station = Station { node: TreeKey::of(&fault.node), site: fault.site };
        let text = fault.text;
        if let Some(known) = self.faults.get_mut(&station) {
            known.run = known.run.max(run);
            if !text.is_empty() && known.text != text {
                known.text = text;
                self.changes += 1;
            }
            return;
        }
        if self.faults.len() >= MOST_FAULTS {
            // What is found by looking may be among those that verifying has counted already.
            if run > 0 || !self.beyond.contains_key(&station.node) {
                *self.beyond.entry(station.node.clone()).or_default() += 1;
                self.total(&station.node, 1);
            }
            return;
        }
        self.total(&station.node, 1);
        self.faults.insert(station, KeptFault { text, run });
    }

    fn total(&mut self, node: &TreeKey, by: i64) {
        self.changes += 1;
        for key in node.up() {
            let total = self.totals.entry(key.clone()).or_default();
            *total = total.saturating_add_signed(by);
            if *total == 0 {
                self.totals.remove(&key);
            }
        }
    }

    /// The chunk decodes, or is not stored any more.
    pub fn sound(&mut self, node: &str, chunk: &[u64]) {
        self.remove(&Station { node: TreeKey::of(node), site: FaultSite::Chunk(chunk.to_vec()) });
    }

    fn remove(&mut self, station: &Station) {
        if self.faults.remove(station).is_some() {
            self.total(&station.node, -1);
        }
    }

    fn remove_of(&mut self, node: &TreeKey, is_gone: impl Fn(&FaultSite, u64) -> bool) {
        let mut gone = Vec::new();
        for (station, kept) in self.of_node(node) {
            if is_gone(&station.site, kept.run) {
                gone.push(station.clone());
            }
        }
        for station in &gone {
            self.remove(station);
        }
    }

    pub(crate) fn set(&mut self, node: &str, faults: Vec<ShortFault>, is_of_kind: fn(&FaultSite) -> bool) {
        let sites: BTreeSet<&FaultSite> = faults.iter().map(|fault| &fault.site).collect();
        self.remove_of(&TreeKey::of(node), |site, _| is_of_kind(site) && !sites.contains(site));
        for fault in faults {
            self.add(fault);
        }
    }

    pub fn forget(&mut self, node: &str) {
        let node = TreeKey::of(node);
        self.unverify(&node);
        let gone: Vec<Station> = self.faults.keys().filter(|it| it.node.is_in(&node)).cloned().collect();
        for station in &gone {
            self.remove(station);
        }
        self.forget_beyond(&node);
        self.changes += 1;
    }

    fn unverify(&mut self, node: &TreeKey) {
        self.verified.retain(|key, _| !key.is_in(node) && !node.is_in(key));
    }

    fn forget_beyond(&mut self, node: &TreeKey) {
        let gone: BTreeMap<TreeKey, u64> = self.beyond.extract_if(.., |key, _| key.is_in(node)).collect();
        for (key, count) in gone {
            self.total(&key, i64::try_from(count).unwrap_or(i64::MAX).saturating_neg());
        }
    }

    /// Faults that are known of the node stay until it is looked at again.
    pub fn begin_run(&mut self, node: &str) {
        let node = TreeKey::of(node);
        self.run += 1;
        self.unverify(&node);
        self.forget_beyond(&node);
        self.changes += 1;
    }

    pub fn take_run(&mut self, faults: Vec<ShortFault>, verified: Vec<VerifiedNode>) {
        let run = self.run;
        for fault in faults {
            self.insert(fault, run);
        }
        for VerifiedNode { node, decoded } in verified {
            let node = TreeKey::of(&node);
            // What was known before and was not found again is gone.
            self.remove_of(&node, |_, found_in| found_in < run);
            self.changes += 1;
            if self.verified.len() >= MOST_VERIFIED {
                // What is below the node comes right after it, and is verified with it.
                let below = self.verified.range(node.clone()..).take_while(|(key, _)| key.is_in(&node));
                let below: Vec<TreeKey> = below.map(|(key, _)| key.clone()).collect();
                for key in &below {
                    self.verified.remove(key);
                }
            }
            if self.verified.len() < MOST_VERIFIED {
                self.verified.insert(node, decoded);
            }
        }
    }

    pub fn next(&self, node: &str, site: Option<FaultSite>, back: bool) -> Option<NextFault> {
        let site = site.unwrap_or(FaultSite::Document(String::new()));
        let at = Station { node: TreeKey::of(node), site };
        let (found, end) = if back {
            (self.faults.range((Unbounded, Excluded(&at))).next_back(), self.faults.iter().next_back())
        } else {
            (self.faults.range((Excluded(&at), Unbounded)).next(), self.faults.iter().next())
        };
        let (station, kept) = found.or(end)?;
        let number = self.faults.range((Unbounded, Included(station))).count() as u64;
        let (node, site, text) = (station.node.key(), station.site.clone(), kept.text.clone());
        let fault = ShortFault { node, site, text };
        Some(NextFault { fault, number, of: self.kept(), is_wrapped: found.is_none() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(node: &str, chunk: &[u64]) -> ShortFault {
        ShortFault::of_chunk(node, chunk, "bytes: expected 8, found 7")
    }

    fn known(faults: &[(&str, &[u64])]) -> KnownFaults {
        let mut known = KnownFaults::default();
        for (node, coords) in faults {
            known.add(chunk(node, coords));
        }
        known
    }

    fn counts(known: &KnownFaults, nodes: &[&str]) -> Vec<u64> {
        nodes.iter().map(|node| known.count(node).faults).collect()
    }

    /// The faults in the order in which they are gone through, from the root on.
    fn order(known: &KnownFaults) -> Vec<(String, FaultSite)> {
        let (mut node, mut site, mut found) = (String::new(), None, Vec::new());
        while let Some(next) = known.next(&node, site.clone(), false).filter(|next| !next.is_wrapped) {
            (node, site) = (next.fault.node, Some(next.fault.site));
            found.extend(site.clone().map(|site| (node.clone(), site)));
        }
        found
    }

    #[test]
    fn faults_add_up_to_the_root() {
        let mut known = known(&[("a/x", &[0]), ("a/x", &[1]), ("a/y", &[0]), ("b", &[0]), ("b", &[0])]);
        assert_eq!(counts(&known, &["", "a", "a/x", "a/y", "b", "c"]), [4, 3, 2, 1, 1, 0]);
        known.sound("a/x", &[1]);
        known.sound("a/x", &[7]);
        assert_eq!(counts(&known, &["", "a", "a/x"]), [3, 2, 1]);
        known.forget("a");
        assert_eq!(counts(&known, &["", "a", "a/x", "b"]), [1, 0, 0, 1]);
    }

    #[test]
    fn a_node_is_not_below_one_whose_name_begins_in_the_same_way() {
        let mut known = known(&[("ab", &[0]), ("a/b", &[0]), ("a-b", &[0])]);
        assert_eq!(counts(&known, &["a", "ab", "a-b"]), [1, 1, 1]);
        known.forget("a");
        assert_eq!(counts(&known, &["", "a", "ab", "a-b"]), [2, 0, 1, 1]);
    }

    #[test]
    fn the_order_is_that_of_the_tree_then_documents_then_chunks() {
        let mut known = known(&[("a-b", &[0]), ("a/c", &[1, 0]), ("a/c", &[0, 10]), ("a/c", &[0, 9])]);
        known.add(ShortFault::of_text("a", "no codec".to_owned()));
        known.add(ShortFault::of_key("a/c", "c/2", "no directory"));
        let chunk = |chunk: &[u64]| FaultSite::Chunk(chunk.to_vec());
        let expected = [
            ("a", FaultSite::Document("no codec".to_owned())),
            ("a/c", FaultSite::Key("c/2".to_owned())),
            ("a/c", chunk(&[0, 9])),
            ("a/c", chunk(&[0, 10])),
            ("a/c", chunk(&[1, 0])),
            ("a-b", chunk(&[0])),
        ];
        assert_eq!(order(&known), expected.map(|(node, site)| (node.to_owned(), site)));
    }

    #[test]
    fn behind_the_last_comes_the_first() {
        let known = known(&[("a", &[0]), ("b", &[1])]);
        let next = |node: &str, coords: &[u64], back| {
            let next = known.next(node, Some(FaultSite::Chunk(coords.to_vec())), back).unwrap();
            (next.fault.node, next.number, next.is_wrapped)
        };
        assert_eq!(next("a", &[0], false), ("b".to_owned(), 2, false));
        assert_eq!(next("b", &[1], false), ("a".to_owned(), 1, true));
        assert_eq!(next("a", &[0], true), ("b".to_owned(), 2, true));
        assert_eq!(next("b", &[0], true), ("a".to_owned(), 1, false));
        assert_eq!(KnownFaults::default().next("", None, false), None);
    }

    #[test]
    fn what_verifying_does_not_find_again_is_gone() {
        let mut known = known(&[("a", &[0]), ("a", &[1]), ("b", &[0])]);
        known.begin_run("");
        assert!(!known.count("a").is_verified);
        let done = |node: &str| VerifiedNode { node: node.to_owned(), decoded: 5 };
        known.take_run(vec![chunk("a", &[1]), chunk("a", &[2])], vec![done("a")]);
        assert_eq!(counts(&known, &["", "a", "b"]), [3, 2, 1]);
        assert_eq!((known.count("a").is_verified, known.count("b").is_verified), (true, false));
        assert_eq!((known.decoded("a"), known.decoded("b")), (Some(5), None));
        known.take_run(Vec::new(), vec![done("b"), done("")]);
        assert!(known.count("b/below").is_verified && known.count("").is_verified);
        known.forget("a");
        assert_eq!(["", "a", "b"].map(|node| known.count(node).is_verified), [false, false, true]);
    }

    #[test]
    fn faults_beyond_the_limit_are_counted() {
        let mut known = KnownFaults::default();
        known.begin_run("");
        let many = (0..MOST_FAULTS as u64 + 50).map(|index| chunk("a/b", &[index])).collect();
        known.take_run(many, Vec::new());
        assert_eq!((known.kept(), known.keeps_all()), (MOST_FAULTS as u64, false));
        assert_eq!(counts(&known, &["", "a", "a/b"]), [MOST_FAULTS as u64 + 50; 3]);
        known.add(chunk("a/b", &[MOST_FAULTS as u64 + 7]));
        assert_eq!(counts(&known, &["a"]), [MOST_FAULTS as u64 + 50], "it was counted");
        known.begin_run("a");
        assert_eq!(counts(&known, &["", "a/b"]), [MOST_FAULTS as u64; 2]);
        known.forget("");
        assert_eq!((known.kept(), known.keeps_all(), counts(&known, &[""])), (0, true, vec![0]));
    }
}
