use std::ops::Range;

use super::card_text::{CardPart, CardRow, flow, parts};
use super::cards::{self, Card, card_of_stage};
use super::worked::in_chunk;
use super::{byte_fields::ByteFields, stage_bytes::input};
use crate::pipeline::{Array, ChunkTrace};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardPage {
    pub rows: Vec<CardRow>,
    pub links: Vec<CardLink>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLink {
    pub row: usize,
    pub columns: Range<usize>,
    pub target: CardTarget,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardTarget {
    Card(&'static str),
    Field(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InChunk {
    pub lines: Vec<String>,
    pub fields: Vec<&'static str>,
}

pub const IN_THIS_CHUNK: &str = "In this chunk";

pub fn page(card: &Card, in_chunk: Option<&InChunk>, width: usize) -> CardPage {
    let mut all = Vec::new();
    let mut fields: &[&str] = &[];
    if let Some(InChunk { lines, fields: there }) = in_chunk {
        fields = there;
        all.extend(about_chunk(lines));
        all.push(CardPart::Gap);
    }
    all.extend(parts(card.text));
    let rows = flow(&all, width);
    let mut links = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for (columns, name) in row.names() {
            if let Some(target) = target(card, name, fields) {
                links.push(CardLink { row: number, columns, target });
            }
        }
    }
    CardPage { rows, links }
}

pub fn with_chunk(array: &Array, trace: &ChunkTrace, card: &Card, element: Option<&[u64]>) -> InChunk {
    let fields = fields(trace, card).map(|(_, fields)| fields.names()).unwrap_or_default();
    InChunk { lines: in_chunk(array, trace, card, element), fields }
}

pub fn fields<'a>(trace: &'a ChunkTrace, card: &Card) -> Option<(usize, ByteFields<'a>)> {
    for (row, stage) in trace.stages().iter().enumerate() {
        if let Some(found) = card_of_stage(&stage.info)
            && found.topic == card.topic
            && let Some(bytes) = input(trace, row)
        {
            let fields = ByteFields::of(trace, row, bytes);
            if !fields.names().is_empty() {
                return Some((row, fields));
            }
        }
    }
    None
}

pub fn about_chunk(lines: &[String]) -> Vec<CardPart> {
    let mut parts = vec![CardPart::Heading(IN_THIS_CHUNK.to_owned())];
    parts.extend(lines.iter().cloned().map(CardPart::Example));
    parts
}

fn target(card: &Card, name: &str, fields: &[&str]) -> Option<CardTarget> {
    if fields.contains(&name) {
        return Some(CardTarget::Field(name.to_owned()));
    }
    let other = cards::linked(name)?;
    if other.topic == card.topic { None } else { Some(CardTarget::Card(other.topic)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(topic: &str, in_chunk: Option<&InChunk>) -> Vec<CardTarget> {
        let card = cards::find(topic).unwrap();
        page(&card, in_chunk, 70).links.into_iter().map(|link| link.target).collect()
    }

    #[test]
    fn names_of_other_cards_are_links() {
        let links = targets("sharding_indexed", None);
        assert_eq!(links.first(), Some(&CardTarget::Card("bytes")));
        assert!(links.contains(&CardTarget::Card("crc32c")));
        assert!(!links.contains(&CardTarget::Card("sharding_indexed")), "no card leads to itself");
    }

    #[test]
    fn fields_are_links_where_their_bytes_are_there() {
        let typesize = CardTarget::Field("typesize".to_owned());
        assert!(!targets("blosc", None).contains(&typesize));
        let in_chunk = InChunk { lines: vec!["byte 3: `typesize`".to_owned()], fields: vec!["typesize"] };
        assert_eq!(targets("blosc", Some(&in_chunk)).first(), Some(&typesize));
    }

    #[test]
    fn every_card_is_reached_from_another() {
        for card in cards::all() {
            let leads = |other: &Card| {
                page(other, None, 78).links.iter().any(|link| link.target == CardTarget::Card(card.topic))
            };
            assert!(cards::all().any(|other| leads(&other)), "{}", card.topic);
        }
    }
}
