//! Changes bytes as a fuzzer does, but the same way in every run.

/// Numbers that look random.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below a bound; 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next()).unwrap() % bound.max(1)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Numbers at which programs often fail.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    7,
    8,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    1 << 20,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    1 << 32,
    1 << 62,
    0x7fff_ffff_ffff_ffff,
    1 << 63,
    u64::MAX - 1,
    u64::MAX,
];
/// Words that documents are made of.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "\"\"",
    "null",
    "true",
    "[]",
    "{}",
    "1e999",
    "0.5",
    "NaN",
    "18446744073709551615",
    "9223372036854775807",
    "\"NaN\"",
    "\"0x7fc00000\"",
    "\"\\u001b[2J\"",
    "\"\\u202e\"",
    "[0]",
    "[[1,2]]",
    "\"int8\"",
    "\"float64\"",
    "\"bytes\"",
    "\"gzip\"",
    "\"string\"",
    "{\"name\":\"bytes\"}",
    "\"|O\"",
];
/// Bytes that a mutant has, at most.
const LONGEST: usize = 1 << 16;

/// One more mutant of a seed; `others` is where splices come from.
pub fn mutate(seed: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(4) {
        once(&mut bytes, others, dice);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn once(bytes: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.below(bytes.len());
    let end = at + dice.below(bytes.len() - at.min(bytes.len())).min(dice.below(64) + 1);
    let end = end.min(bytes.len());
    match dice.below(12) {
        0 | 1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
        2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = dice.below(256).to_le_bytes()[0]),
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let copy = bytes[at..end].to_vec();
            let times = 1 + dice.below(9);
            bytes.splice(at..at, copy.repeat(times));
        }
        6..=8 => number(bytes, at, dice),
        9 => word(bytes, at, dice),
        10 => {
            let other = dice.pick(others);
            let from = dice.below(other.len());
            let until = from + dice.below(other.len() - from + 1);
            bytes.splice(at..end, other[from..until].iter().copied());
        }
        _ => bytes
            .iter_mut()
            .take(end)
            .skip(at)
            .for_each(|byte| *byte = if at.is_multiple_of(2) { 0 } else { 0xff }),
    }
}

/// Puts an odd number in place of some bytes, in one of both orders.
fn number(bytes: &mut [u8], at: usize, dice: &mut Dice) {
    let number = dice.pick(NUMBERS).wrapping_add(dice.below(3) as u64);
    let width = *dice.pick(&[1, 2, 4, 8]);
    let mut own = number.to_le_bytes()[..width].to_vec();
    if dice.below(2) == 0 {
        own.reverse();
    }
    bytes.iter_mut().skip(at).zip(own).for_each(|(byte, own)| *byte = own);
}

/// Puts a word in place of a number, a text or a list of a document.
fn word(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let starts = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'"' | b'[' | b'{');
    let Some(start) = bytes.iter().skip(at).position(starts).map(|found| at + found) else { return };
    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b':');
    let end = bytes.iter().skip(start).position(ends).map_or(bytes.len(), |found| start + found);
    bytes.splice(start..end, dice.pick(WORDS).bytes());
}
