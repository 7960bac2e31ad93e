//! Which bytes of an element are stored in another order than in memory, where everything is little-endian. V3 has one
//! order for all of an array (`endian` of the codec `bytes`), V2 one for each field of a struct.

use super::data_type::DataType;
use crate::simd::widened;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByteOrder {
    Same(usize),
    Reversed(usize, usize),
    Parts(Vec<ByteOrder>),
    Repeated(usize, Box<ByteOrder>),
}

impl ByteOrder {
    pub fn big_endian(data_type: &DataType) -> Self {
        match data_type {
            DataType::Complex(float) => Self::reversed(float.format().nbytes(), 2),
            DataType::RawBits(nbytes) | DataType::RawBytes(nbytes) | DataType::Chars(nbytes) => {
                Self::Same(*nbytes as usize)
            }
            DataType::Utf32(size) => Self::reversed(4, *size as usize),
            DataType::Struct(fields) => {
                Self::Parts(fields.iter().map(|field| Self::big_endian(&field.data_type)).collect())
            }
            DataType::Subarray(array) => {
                Self::Repeated(array.size(), Box::new(Self::big_endian(&array.data_type)))
            }
            other => Self::reversed(other.nbytes(), 1),
        }
    }

    fn reversed(nbytes: usize, count: usize) -> Self {
        if nbytes == 1 { Self::Same(count) } else { Self::Reversed(nbytes, count) }
    }

    pub fn is_same(&self) -> bool {
        match self {
            Self::Same(_) => true,
            Self::Reversed(..) => false,
            Self::Parts(parts) => parts.iter().all(Self::is_same),
            Self::Repeated(_, part) => part.is_same(),
        }
    }

    pub fn apply(&self, bytes: &mut [u8], element_nbytes: usize) {
        match self {
            _ if self.is_same() => {}
            // Loops of a fixed width become vector instructions: these are nearly all big-endian data there is.
            Self::Reversed(2, _) => each(bytes, |unit| u16::from_ne_bytes(unit).swap_bytes().to_ne_bytes()),
            Self::Reversed(4, _) => each(bytes, |unit| u32::from_ne_bytes(unit).swap_bytes().to_ne_bytes()),
            Self::Reversed(8, _) => each(bytes, |unit| u64::from_ne_bytes(unit).swap_bytes().to_ne_bytes()),
            _ => bytes.chunks_exact_mut(element_nbytes.max(1)).for_each(|element| {
                self.element(element);
            }),
        }
    }

    fn element<'a>(&self, bytes: &'a mut [u8]) -> &'a mut [u8] {
        match self {
            Self::Same(nbytes) => bytes.get_mut(*nbytes..).unwrap_or_default(),
            Self::Reversed(nbytes, count) => {
                let (own, rest) = bytes.split_at_mut((nbytes * count).min(bytes.len()));
                own.chunks_exact_mut((*nbytes).max(1)).for_each(<[u8]>::reverse);
                rest
            }
            Self::Parts(parts) => parts.iter().fold(bytes, |rest, part| part.element(rest)),
            Self::Repeated(count, part) => (0..*count).fold(bytes, |rest, _| part.element(rest)),
        }
    }
}

fn each<const N: usize>(bytes: &mut [u8], reversed: impl Fn([u8; N]) -> [u8; N]) {
    widened(
        #[inline(always)]
        || {
            for unit in bytes.as_chunks_mut::<N>().0 {
                *unit = reversed(*unit);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_reversed_on_its_own() {
        let order = ByteOrder::Parts(vec![
            ByteOrder::Reversed(2, 1),
            ByteOrder::Same(1),
            ByteOrder::Repeated(
                2,
                Box::new(ByteOrder::Parts(vec![ByteOrder::Same(1), ByteOrder::Reversed(2, 1)])),
            ),
        ]);
        let mut bytes: Vec<u8> = (1..=18).collect();
        order.apply(&mut bytes, 9);
        assert_eq!(bytes, [2, 1, 3, 4, 6, 5, 7, 9, 8, 11, 10, 12, 13, 15, 14, 16, 18, 17]);
        order.apply(&mut bytes, 9);
        assert_eq!(bytes, (1..=18).collect::<Vec<u8>>());
    }

    #[test]
    fn units_of_every_size_are_reversed_in_any_number() {
        for (nbytes, count) in [(2, 1), (3, 1), (4, 1), (4, 2), (8, 1), (8, 2), (16, 1)] {
            for elements in 0..80 {
                let stored: Vec<u8> =
                    (0_usize..nbytes * count * elements).map(|i| (i % 251).to_le_bytes()[0]).collect();
                let expected: Vec<u8> =
                    stored.chunks(nbytes).flat_map(|unit| unit.iter().rev()).copied().collect();
                let mut bytes = stored;
                ByteOrder::Reversed(nbytes, count).apply(&mut bytes, nbytes * count);
                assert_eq!(bytes, expected, "{elements} elements of {count} units of {nbytes} bytes");
            }
        }
    }

    #[test]
    fn complex_numbers_and_texts_have_several_units() {
        let of = |name: &str| ByteOrder::big_endian(&DataType::from_name(name).unwrap());
        assert_eq!(of("complex64"), ByteOrder::Reversed(4, 2));
        assert_eq!(of("uint8"), ByteOrder::Same(1));
        assert_eq!(ByteOrder::big_endian(&DataType::Utf32(3)), ByteOrder::Reversed(4, 3));
        assert!(ByteOrder::big_endian(&DataType::Chars(3)).is_same());
    }
}
