//! Bob Jenkins' hash lookup3.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html#jenkinslookup3),
//! [lookup3.c](https://burtleburtle.net/bob/c/lookup3.c), `hashlittle`.

/// Three words are mixed in at once.
const CHUNK: usize = 12;

pub fn hash(bytes: &[u8], initval: u32) -> u32 {
    // The length counts modulo 2^32.
    let length = u32::try_from(bytes.len() as u64 & 0xffff_ffff).unwrap_or(0);
    let mut state = [0xdead_beef_u32.wrapping_add(length).wrapping_add(initval); 3];
    let Some(before) = bytes.len().checked_sub(1) else { return state[2] };
    // The last chunk has 1 to 12 bytes.
    let (front, last) = bytes.split_at(before / CHUNK * CHUNK);
    for chunk in front.as_chunks().0 {
        add(&mut state, chunk);
        mix(&mut state);
    }
    let mut padded = [0; CHUNK];
    for (to, from) in padded.iter_mut().zip(last) {
        *to = *from;
    }
    add(&mut state, &padded);
    finish(state)
}

fn add(state: &mut [u32; 3], chunk: &[u8; CHUNK]) {
    for (word, bytes) in state.iter_mut().zip(chunk.as_chunks().0) {
        *word = word.wrapping_add(u32::from_le_bytes(*bytes));
    }
}

/// The macro `mix` of lookup3.c.
fn mix(state: &mut [u32; 3]) {
    let [mut a, mut b, mut c] = *state;
    for rotate in [[4, 6, 8], [16, 19, 4]] {
        a = a.wrapping_sub(c) ^ c.rotate_left(rotate[0]);
        c = c.wrapping_add(b);
        b = b.wrapping_sub(a) ^ a.rotate_left(rotate[1]);
        a = a.wrapping_add(c);
        c = c.wrapping_sub(b) ^ b.rotate_left(rotate[2]);
        b = b.wrapping_add(a);
    }
    *state = [a, b, c];
}

/// The macro `final` of lookup3.c.
fn finish([mut a, mut b, mut c]: [u32; 3]) -> u32 {
    c = (c ^ b).wrapping_sub(b.rotate_left(14));
    a = (a ^ c).wrapping_sub(c.rotate_left(11));
    b = (b ^ a).wrapping_sub(a.rotate_left(25));
    c = (c ^ b).wrapping_sub(b.rotate_left(16));
    a = (a ^ c).wrapping_sub(c.rotate_left(4));
    b = (b ^ a).wrapping_sub(a.rotate_left(14));
    (c ^ b).wrapping_sub(b.rotate_left(24))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::fixture::{codec, decode, round_trips};
    use super::*;
    use serde_json::{Value, json};

    /// The values that lookup3.c gives for its own examples (`driver5`).
    #[test]
    fn the_examples_of_its_author() {
        assert_eq!(hash(b"", 0), 0xdead_beef);
        assert_eq!(hash(b"", 0xdead_beef), 0xbd5b_7dde);
        assert_eq!(hash(b"Four score and seven years ago", 0), 0x1777_0551);
        assert_eq!(hash(b"Four score and seven years ago", 1), 0xcd62_8161);
    }

    #[test]
    fn the_hash_stands_at_the_end() {
        let codec = codec("jenkins_lookup3", Value::Null).unwrap();
        let stored = b"abcd\x9c\x88\xf4\xb5";
        assert_eq!(decode(codec.as_ref(), stored).0.unwrap(), b"abcd");
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        round_trips(codec.as_ref());
    }

    #[test]
    fn a_prefix_and_a_first_value() {
        let codec = codec("jenkins_lookup3", json!({"initval": 1234, "prefix": [104, 105]})).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), b"abcd\xf7\x65\xe7\x0b");
    }

    #[test]
    fn the_configuration_is_checked() {
        assert!(codec("jenkins_lookup3", json!({"initval": 4_294_967_295_u32, "prefix": null})).is_ok());
        assert!(codec("jenkins_lookup3", json!({"initval": -1})).is_err());
        assert_eq!(
            codec("jenkins_lookup3", json!({"prefix": [1, 256]})).unwrap_err().to_string(),
            "/codecs/0/configuration/prefix/1: expected an integer from 0 to 255, found 256"
        );
    }
}
