//! Whether an answer is a page of a list. `object_store` reads any names: a page that does not say where more is, for the last.
//!
//! [`ListObjectsV2`](https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html) ·
//! [`List Blobs`](https://learn.microsoft.com/en-us/rest/api/storageservices/list-blobs)

use object_store::path::Path;
use quick_xml::Reader;
use quick_xml::events::Event;

#[derive(Debug, Clone, Copy)]
pub(super) struct Listing;

const LISTS: [&[u8]; 2] = [b"ListBucketResult", b"EnumerationResults"];
const LETTERS: usize = 64;
/// Lists nest their names four deep. Each level that is open takes memory.
const MOST_LEVELS: usize = 32;

#[derive(Debug, Default)]
struct ListPage {
    root: Option<Vec<u8>>,
    is_truncated: String,
    token: String,
    code: String,
    /// The key, prefix or size that is being read.
    item: String,
    odd_item: Option<String>,
    is_whole: bool,
}

const UNTOLD: &str = "a list that has more pages, without saying where they begin";

/// Checks that an answer is a page of a list. Also gives what is wrong with a page whose own names can be used.
pub fn check(text: &[u8]) -> Result<Option<&'static str>, String> {
    let page = ListPage::read(text);
    let Some(root) = &page.root else {
        return Err("an answer with nothing in it, in place of a list".to_owned());
    };
    if !LISTS.contains(&root.as_slice()) {
        return Err(format!("an answer <{}>{}, in place of a list", word(root), page.code()));
    }
    if !page.is_whole {
        return Err("a list that breaks off".to_owned());
    }
    if let Some(odd) = page.odd_item {
        return Err(odd);
    }
    let is_untold = page.is_truncated.trim() == "true" && page.token.trim().is_empty();
    Ok(if is_untold { Some(UNTOLD) } else { None })
}

impl ListPage {
    fn read(text: &[u8]) -> Self {
        let mut reader = Reader::from_reader(text);
        let mut page = Self::default();
        let mut path: Vec<Vec<u8>> = Vec::new();
        loop {
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let name = element.local_name().as_ref().to_vec();
                    page.root.get_or_insert_with(|| name.clone());
                    path.push(name);
                    if path.len() > MOST_LEVELS {
                        page.odd_item =
                            Some(format!("a list with more than {MOST_LEVELS} elements in each other"));
                        page.is_whole = true;
                        return page;
                    }
                }
                Ok(Event::Empty(element)) if path.is_empty() => {
                    page.root.get_or_insert_with(|| element.local_name().as_ref().to_vec());
                    page.is_whole = true;
                }
                Ok(Event::End(_)) => {
                    page.end_item(&path);
                    path.pop();
                    page.is_whole |= path.is_empty();
                }
                Ok(Event::Text(text)) => {
                    if let [_, name] = path.as_slice() {
                        page.take(name, &text);
                    } else if path.len() == 3 {
                        page.item.push_str(&String::from_utf8_lossy(&text));
                    }
                }
                // Which character it is makes no difference to how a key is cut into names.
                Ok(Event::GeneralRef(_)) => page.item.push('&'),
                Ok(Event::CData(text)) => page.item.push_str(&String::from_utf8_lossy(&text)),
                Ok(Event::Eof) | Err(_) => return page,
                Ok(_) => {}
            }
        }
    }

    fn take(&mut self, name: &[u8], text: &[u8]) {
        let place = match name {
            b"IsTruncated" => &mut self.is_truncated,
            b"NextContinuationToken" => &mut self.token,
            b"Code" => &mut self.code,
            _ => return,
        };
        place.push_str(&String::from_utf8_lossy(text));
    }

    /// `object_store` refuses a whole page for one key without a name between two slashes, and does not say which.
    fn end_item(&mut self, path: &[Vec<u8>]) {
        let item = std::mem::take(&mut self.item);
        let [_, group, name] = path else { return };
        let shown: String = item.chars().take(LETTERS).collect();
        let odd = match (group.as_slice(), name.as_slice()) {
            (b"Contents", b"Key") | (b"CommonPrefixes", b"Prefix") if Path::parse(&item).is_err() => {
                format!("a list with the key \"{shown}\", which cannot be read")
            }
            (b"Contents", b"Size") if item.trim().parse::<u64>().is_err() => {
                format!("a list with the size \"{shown}\"")
            }
            _ => return,
        };
        self.odd_item.get_or_insert(odd);
    }

    /// The name of an error, if it is only a name: any other text of an error may repeat secrets.
    fn code(&self) -> String {
        let code = word(self.code.trim().as_bytes());
        if code.is_empty() { String::new() } else { format!(" with the code {code}") }
    }
}

fn word(name: &[u8]) -> String {
    let letters = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).take(LETTERS);
    letters.map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_whole_is_a_list() {
        for text in [
            "<ListBucketResult/>",
            "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"http://x\"><IsTruncated>false</IsTruncated></ListBucketResult>",
            "<s:ListBucketResult xmlns:s=\"x\"><s:IsTruncated>true</s:IsTruncated>\
             <s:NextContinuationToken>a&amp;b</s:NextContinuationToken></s:ListBucketResult>",
            "<ListBucketResult><NextContinuationToken>1</NextContinuationToken><IsTruncated>true</IsTruncated></ListBucketResult>",
            // A name may be anything.
            "<ListBucketResult><Contents><Key>&lt;IsTruncated>true&lt;/IsTruncated></Key></Contents></ListBucketResult>",
            "<ListBucketResult><Contents><IsTruncated>true</IsTruncated></Contents></ListBucketResult>",
            "<EnumerationResults><Blobs/><NextMarker/></EnumerationResults>",
            "<ListBucketResult><Contents><Key>x/&amp;/b</Key><Size><![CDATA[7]]></Size></Contents></ListBucketResult>",
        ] {
            assert_eq!(check(text.as_bytes()), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_is_no_list_or_not_all_of_a_page_is_none() {
        for (text, expected) in [
            ("", "an answer with nothing in it, in place of a list"),
            ("sorry", "an answer with nothing in it, in place of a list"),
            (
                "<Error><Code>SlowDown</Code><Message>m</Message></Error>",
                "an answer <Error> with the code SlowDown, in place of a list",
            ),
            ("<Error><Code>\u{1b}[31m</Code></Error>", "an answer <Error>, in place of a list"),
            ("<html><head>", "an answer <html>, in place of a list"),
            ("<ListBucketResult><Contents><Key>a</Key>", "a list that breaks off"),
            (
                "<ListBucketResult><Contents><Key>a</Key><Size>1</Size></Contents>\
                 <Contents><Key>x//a</Key><Size>1</Size></Contents></ListBucketResult>",
                "a list with the key \"x//a\", which cannot be read",
            ),
            (
                "<ListBucketResult><CommonPrefixes><Prefix>x/../</Prefix></CommonPrefixes></ListBucketResult>",
                "a list with the key \"x/../\", which cannot be read",
            ),
            (
                "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
                "a list with the size \"-1\"",
            ),
        ] {
            assert_eq!(check(text.as_bytes()), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn elements_in_each_other_have_an_end() {
        let text = format!("<ListBucketResult>{}", "<a>".repeat(1 << 20));
        let found = "a list with more than 32 elements in each other";
        assert_eq!(check(text.as_bytes()), Err(found.to_owned()));
    }

    #[test]
    fn a_page_without_the_place_of_the_next_one_is_no_end() {
        for text in [
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<ListBucketResult><IsTruncated> true </IsTruncated><NextContinuationToken/></ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated><NextMarker>b</NextMarker></ListBucketResult>",
        ] {
            assert_eq!(check(text.as_bytes()), Ok(Some(UNTOLD)), "{text}");
        }
    }
}
