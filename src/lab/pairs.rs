use super::{boxes::product, numbers::Equality, options::EqualityRules, sides::Sides};
use crate::metadata::{Elements, delinear, linear};

pub struct ElementPairs<'a> {
    elements: Sides<&'a Elements>,
    shapes: Sides<&'a [u64]>,
    /// The element of each side in the first pair.
    begins: Sides<Vec<u64>>,
    pub shape: Vec<u64>,
    /// `None` where the data types have no values in common.
    equality: Option<Equality>,
}

impl<'a> ElementPairs<'a> {
    /// `begins` may be empty for the first elements. `None` where the sides have different numbers of dimensions.
    pub fn of(own: Sides<&'a Elements>, shapes: Sides<&'a [u64]>, begins: &Sides<Vec<u64>>) -> Option<Self> {
        let rank = shapes.a.len();
        if shapes.b.len() != rank {
            return None;
        }
        let begin = |begin: &Vec<u64>| if begin.len() == rank { begin.clone() } else { vec![0; rank] };
        let begins = begins.as_ref().map(begin);
        // What only one side has is in no pair.
        let mut shape = Vec::new();
        for ((a, b), (begin_a, begin_b)) in shapes.a.iter().zip(shapes.b).zip(begins.a.iter().zip(&begins.b))
        {
            shape.push(a.saturating_sub(*begin_a).min(b.saturating_sub(*begin_b)));
        }
        let equality = Equality::of(own.a.data_type(), own.b.data_type(), EqualityRules::default());
        Some(Self { elements: own, shapes, begins, shape, equality })
    }

    pub fn are_alike(&self) -> bool {
        self.shapes.are_same() && self.elements.a.data_type() == self.elements.b.data_type()
    }

    pub fn size(&self) -> u64 {
        product(&self.shape)
    }

    pub fn differ(&self, index: u64) -> bool {
        if self.shapes.are_same() && self.begins.are_same() && self.begins.a.iter().all(|begin| *begin == 0) {
            return self.elements_differ(Some(index), Some(index));
        }
        self.differ_at(&delinear(index, &self.shape))
    }

    pub fn differ_at(&self, coords: &[u64]) -> bool {
        let index = |shape: &[u64], begin: &[u64]| {
            let own: Vec<u64> = coords.iter().zip(begin).map(|(at, from)| at.saturating_add(*from)).collect();
            linear(&own, shape)
        };
        self.elements_differ(index(self.shapes.a, &self.begins.a), index(self.shapes.b, &self.begins.b))
    }

    fn elements_differ(&self, a: Option<u64>, b: Option<u64>) -> bool {
        let place = |index: Option<u64>| usize::try_from(index?).ok();
        let (Some(one), Some(other)) = (place(a), place(b)) else { return a.is_some() != b.is_some() };
        let Some(equality) = &self.equality else { return true };
        let Sides { a, b } = self.elements;
        // The same bytes of one type are the same value.
        if a.data_type() == b.data_type() && a.element(one) == b.element(other) {
            return false;
        }
        match (a.get(one), b.get(other)) {
            (Some(one), Some(other)) => !equality.are_equal(&one, &other),
            (one, other) => one.is_some() != other.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn elements(name: &str, bytes: &[u8]) -> Elements {
        Elements::new(DataType::from_name(name).unwrap(), bytes.to_vec())
    }

    #[test]
    fn values_count_and_not_bytes() {
        let one = elements("float32", &[0.0_f32, 1.0, f32::NAN, 3.0].map(f32::to_le_bytes).concat());
        let other = elements("float32", &[-0.0_f32, 1.5, -f32::NAN, 3.0].map(f32::to_le_bytes).concat());
        let shapes = Sides { a: &[2, 2][..], b: &[2, 2][..] };
        let pairs = ElementPairs::of(Sides { a: &one, b: &other }, shapes, &Sides::default()).unwrap();
        assert_eq!([0, 1, 2, 3].map(|index| pairs.differ(index)), [false, true, false, false]);
        let whole = elements("uint8", &[0, 1, 2, 3]);
        let pairs = ElementPairs::of(Sides { a: &one, b: &whole }, shapes, &Sides::default()).unwrap();
        assert_eq!([0, 1, 2, 3].map(|index| pairs.differ(index)), [false, false, true, false]);
    }

    #[test]
    fn chunks_of_other_shapes_are_laid_on_each_other() {
        let (one, other) = (elements("uint8", &[0, 1, 2, 3, 4, 5]), elements("uint8", &[4, 9]));
        let shapes = Sides { a: &[2, 3][..], b: &[1, 2][..] };
        let begins = Sides { a: vec![1, 1], b: vec![0, 0] };
        let pairs = ElementPairs::of(Sides { a: &one, b: &other }, shapes, &begins).unwrap();
        assert_eq!((pairs.shape.as_slice(), pairs.size()), (&[1, 2][..], 2));
        assert_eq!([pairs.differ(0), pairs.differ(1), pairs.differ_at(&[0, 2])], [false, true, false]);
        assert!(!pairs.differ_at(&[1, 0]) && pairs.differ_at(&[0, 1]));
        let flat = Sides { a: &[6][..], b: &[1, 2][..] };
        assert!(ElementPairs::of(Sides { a: &one, b: &other }, flat, &begins).is_none());
    }
}
