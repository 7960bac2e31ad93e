/// How many bytes a text takes in an address, where all but letters, digits and slashes may be written as `%41`.
#[cfg(feature = "remote")]
pub(super) fn encoded_nbytes(text: &str) -> usize {
    let of = |byte: u8| if byte.is_ascii_alphanumeric() || byte == b'/' { 1 } else { 3 };
    text.bytes().map(of).sum()
}

pub(super) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%'
            && let Some(Ok(digits)) = after.get(..2).map(std::str::from_utf8)
            && let Ok(byte) = u8::from_str_radix(digits, 16)
        {
            bytes.push(byte);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
