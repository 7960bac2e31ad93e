use super::card_text::{CardPart, parts};
use super::cards::{self, Card};
use super::{card_page::IN_THIS_CHUNK, markdown::Markdown};

pub fn card(card: &Card, in_chunk: Option<&[String]>) -> String {
    let mut page = Markdown::default();
    write(card, 1, false, &mut page);
    if let Some(lines) = in_chunk {
        page.heading(2, IN_THIS_CHUNK);
        page.block("text", lines);
    }
    page.finish()
}

pub fn course() -> String {
    let mut page = Markdown::default();
    page.heading(1, "Zarr in cards");
    page.paragraph("How arrays are divided, encoded and stored, in the order of reading. `zarrscope explain TOPIC` prints one card, and `E` opens all of them in the explorer.");
    let mut contents = Vec::new();
    for group in cards::groups() {
        let mut entries = Vec::new();
        for Card { topic, summary, .. } in cards::all().filter(|card| card.group == group) {
            entries.push(format!("[`{topic}`](#{topic}): {}", prose(summary, None)));
        }
        contents.push((prose(group, None), entries));
    }
    page.list(&contents);
    for group in cards::groups() {
        page.heading(2, &prose(group, None));
        for card in cards::all().filter(|card| card.group == group) {
            page.paragraph(&format!("<a id=\"{}\"></a>", card.topic));
            write(&card, 3, true, &mut page);
        }
    }
    page.finish()
}

fn write(card: &Card, level: usize, has_links: bool, page: &mut Markdown) {
    let own = if has_links { Some(card.topic) } else { None };
    let mut items = Vec::new();
    for part in parts(card.text) {
        let is_item = match &part {
            CardPart::Text { mark, .. } => mark == "- ",
            other => matches!(other, CardPart::Line(_)),
        };
        if !is_item {
            page.list(&std::mem::take(&mut items));
        }
        match part {
            CardPart::Title(text) => page.heading(level, &prose(&text, None)),
            CardPart::Heading(text) => page.heading(level + 1, &prose(&text, None)),
            CardPart::Text { text, .. } if is_item => items.push((prose(&text, own), Vec::new())),
            CardPart::Text { mark, text } => page.paragraph(&format!("{mark}{}", prose(&text, own))),
            CardPart::Layout(lines) => page.block("text", &lines),
            CardPart::Line(text) => {
                let (address, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
                let item = if address.starts_with("https://") {
                    format!("<{address}>{}", prose(rest, None))
                } else if address.starts_with("github.com/") {
                    format!("<https://{address}>{}", prose(rest, None))
                } else {
                    prose(&text, None)
                };
                items.push((item, Vec::new()));
            }
            CardPart::Example(_) | CardPart::Gap => {}
        }
    }
    page.list(&items);
}

/// Escapes text for Markdown. On the page of all cards, where `own` is set, a name in backticks links to its card.
fn prose(text: &str, own: Option<&str>) -> String {
    let mut written = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 0 {
            // A word between stars is emphasized in the cards too.
            for letter in part.replace(" * ", " \\* ").chars() {
                if "_<>[]|#~".contains(letter) {
                    written.push('\\');
                }
                written.push(letter);
            }
            continue;
        }
        match (own, cards::linked(part)) {
            (Some(own), Some(card)) if card.topic != own => {
                written.extend(["[`", part, "`](#", card.topic, ")"]);
            }
            _ => written.extend(["`", part, "`"]),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_outside_of_code_are_text() {
        assert_eq!(prose("r<N>, `a_b` * c_d", None), "r\\<N\\>, `a_b` \\* c\\_d");
        assert_eq!(prose("see `bytes`", Some("blosc")), "see [`bytes`](#bytes)");
        assert_eq!(prose("see `bytes`", Some("bytes")), "see `bytes`");
    }

    #[test]
    fn a_card_is_a_page() {
        let text = card(&cards::find("bytes").unwrap(), Some(&["byte 0".to_owned()]));
        assert!(text.starts_with("# bytes: the elements one after the other, in byte order\n\n## For\n\n"));
        assert!(text.contains("```text\nlittle   01 00 fe ff\nbig      00 01 ff fe\n```\n"));
        assert!(
            text.contains("- <https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html>\n")
        );
        assert!(text.ends_with("## In this chunk\n\n```text\nbyte 0\n```\n"), "{text}");
    }

    #[test]
    fn the_course_has_every_card_once_and_every_link_leads_there() {
        let text = course();
        for card in cards::all() {
            assert_eq!(text.matches(&format!("<a id=\"{}\"></a>", card.topic)).count(), 1, "{}", card.topic);
        }
        for part in text.split("](#").skip(1) {
            let anchor = part.split(')').next().unwrap();
            assert!(cards::all().any(|card| card.topic == anchor), "{anchor}");
        }
    }
}
