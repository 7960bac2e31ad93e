use std::collections::HashMap;
use std::ops::Range;

use ndarray::{ArrayViewD, ArrayViewMutD, IxDyn, Slice};

use super::data_type::{DataType, REFERENCE_NBYTES, Variable};
use super::region::{lengths, product, starts};
use super::scalar::Scalar;

/// The elements of an array, packed in C order, each little-endian whatever the stored order was.
///
/// Elements of variable length (strings, bytes) are references of 16 bytes into bytes that they share: where an element
/// begins, and how long it is. So everything that moves elements about (boxes, `transpose`) works for them without
/// knowing.
///
/// ```
/// use zarrscope::{DataType, Elements, Scalar};
///
/// let data_type = DataType::from_name("int16").expect("a data type");
/// let elements = Elements::new(data_type, vec![1, 0, 0xff, 0xff]);
/// assert_eq!(elements.get(1), Some(Scalar::Integer(-1)));
/// ```
#[derive(Debug, Clone)]
pub struct Elements {
    data_type: DataType,
    bytes: Vec<u8>,
    shared: Vec<u8>,
}

impl Elements {
    /// Elements of a fixed size from their bytes; a last incomplete element is not counted.
    pub fn new(data_type: DataType, bytes: Vec<u8>) -> Self {
        Self { data_type, bytes, shared: Vec::new() }
    }

    #[doc(hidden)]
    pub fn variable<'a>(data_type: DataType, each: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut bytes = Vec::new();
        let mut shared = Vec::new();
        for element in each {
            bytes.extend(reference(shared.len(), element.len()));
            shared.extend_from_slice(element);
        }
        Self { data_type, bytes, shared }
    }

    /// Elements that are some of a few, each by its number, and empty where there is none. They share the bytes of those few.
    pub(crate) fn of_few(
        data_type: DataType,
        few: &[&[u8]],
        numbers: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut shared = Vec::new();
        let mut places = Vec::new();
        for element in few {
            places.push(reference(shared.len(), element.len()));
            shared.extend_from_slice(element);
        }
        let place = |number: usize| places.get(number).copied().unwrap_or_else(|| reference(0, 0));
        Self { data_type, bytes: numbers.into_iter().flat_map(place).collect(), shared }
    }

    #[doc(hidden)]
    pub fn filled(data_type: &DataType, value: &Scalar, size: usize) -> Self {
        let own = value.bytes(data_type);
        if !data_type.is_variable() {
            return Self::new(data_type.clone(), own.repeat(size));
        }
        Self { data_type: data_type.clone(), bytes: reference(0, own.len()).repeat(size), shared: own }
    }

    #[must_use]
    pub(crate) fn moved(&self, bytes: Vec<u8>) -> Self {
        Self { data_type: self.data_type.clone(), bytes, shared: self.shared.clone() }
    }

    pub(crate) fn held_nbytes(&self) -> usize {
        self.bytes.len().saturating_add(self.shared.len())
    }

    /// The data type.
    pub fn data_type(&self) -> &DataType {
        &self.data_type
    }

    /// How many elements there are.
    pub fn size(&self) -> usize {
        self.bytes.len() / self.data_type.nbytes().max(1)
    }

    /// The element at a linear index.
    pub fn get(&self, index: usize) -> Option<Scalar> {
        self.data_type.scalar(self.element(index)?)
    }

    pub(crate) fn beginning(&self, index: usize, most: usize) -> Option<Scalar> {
        self.data_type.scalar(self.cut(self.element(index)?, most))
    }

    /// The bytes of the longest element.
    pub(crate) fn longest(&self) -> usize {
        self.each().map(<[u8]>::len).max().unwrap_or(0)
    }

    #[must_use]
    pub(crate) fn beginnings(&self, most: usize) -> Self {
        Self::variable(self.data_type.clone(), self.each().map(|bytes| self.cut(bytes, most)))
    }

    fn cut<'a>(&self, bytes: &'a [u8], most: usize) -> &'a [u8] {
        if !matches!(self.data_type, DataType::Variable(Variable::String | Variable::Bytes)) {
            return bytes;
        }
        for end in most..bytes.len() {
            // Not inside a character of UTF-8, whose further bytes all begin with the bits 10.
            if bytes.get(end).is_none_or(|byte| byte & 0xc0 != 0x80) {
                return bytes.get(..end).unwrap_or(bytes);
            }
        }
        bytes
    }

    pub(crate) fn element(&self, index: usize) -> Option<&[u8]> {
        let nbytes = self.data_type.nbytes();
        let start = index.checked_mul(nbytes)?;
        let own = self.bytes.get(start..start.checked_add(nbytes)?)?;
        if self.data_type.is_variable() { self.referred(own) } else { Some(own) }
    }

    fn referred(&self, reference: &[u8]) -> Option<&[u8]> {
        let (start, nbytes) = read_reference(reference)?;
        self.shared.get(start..start.checked_add(nbytes)?)
    }

    /// All elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = Scalar> + '_ {
        self.each().filter_map(|bytes| self.data_type.scalar(bytes))
    }

    #[doc(hidden)]
    pub fn each(&self) -> impl Iterator<Item = &[u8]> {
        let variable = self.data_type.is_variable();
        self.bytes
            .chunks_exact(self.data_type.nbytes().max(1))
            .filter_map(move |own| if variable { self.referred(own) } else { Some(own) })
    }

    /// The bytes of all elements. Of variable length, these are the references.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn visible_bytes(&self) -> &[u8] {
        if self.data_type.is_variable() { &self.shared } else { &self.bytes }
    }

    #[doc(hidden)]
    pub fn part(&self, shape: &[u64], region: &[Range<u64>]) -> Option<Self> {
        let size = lengths(region);
        let start = starts(region);
        let count = usize::try_from(product(&size)?).ok().filter(|count| *count <= self.size())?;
        let zeros = vec![0; count.checked_mul(self.data_type.nbytes())?];
        let mut part = Self::new(self.data_type.clone(), zeros);
        let from = BoxCorner { shape, start: &start };
        let into = BoxCorner { shape: &size, start: &vec![0; size.len()] };
        copy_bytes(self.data_type.nbytes(), &self.bytes, from, &mut part.bytes, into, &size)?;
        if self.data_type.is_variable() {
            part.own(&self.shared);
        }
        Some(part)
    }

    /// Takes those of the shared bytes that its references lead to, each once: many of them may lead to one long fill value.
    fn own(&mut self, shared: &[u8]) {
        let mut places: HashMap<(usize, usize), usize> = HashMap::new();
        for own in self.bytes.chunks_exact_mut(REFERENCE_NBYTES) {
            let Some((start, nbytes)) = read_reference(own) else { continue };
            let place = *places.entry((start, nbytes)).or_insert_with(|| {
                let place = self.shared.len();
                self.shared.extend_from_slice(shared.get(start..start + nbytes).unwrap_or_default());
                place
            });
            own.copy_from_slice(&reference(place, nbytes));
        }
    }

    #[doc(hidden)]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn adopt(&mut self, other: &Self) -> Vec<u8> {
        let before = self.shared.len();
        self.shared.extend_from_slice(&other.shared);
        let mut references = Vec::with_capacity(other.bytes.len());
        for own in other.bytes.chunks_exact(REFERENCE_NBYTES) {
            if let Some((start, nbytes)) = read_reference(own) {
                references.extend(reference(start.saturating_add(before), nbytes));
            }
        }
        references
    }
}

impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        self.data_type == other.data_type && self.each().eq(other.each())
    }
}

impl Eq for Elements {}

fn reference(start: usize, nbytes: usize) -> [u8; REFERENCE_NBYTES] {
    let mut reference = [0; REFERENCE_NBYTES];
    reference.copy_from_slice([start as u64, nbytes as u64].map(u64::to_le_bytes).as_flattened());
    reference
}

fn read_reference(bytes: &[u8]) -> Option<(usize, usize)> {
    let (numbers, _) = bytes.as_chunks::<8>();
    let [start, nbytes] = numbers else { return None };
    let number = |bytes: &[u8; 8]| usize::try_from(u64::from_le_bytes(*bytes)).ok();
    Some((number(start)?, number(nbytes)?))
}

#[derive(Debug, Clone, Copy)]
pub struct BoxCorner<'a> {
    pub shape: &'a [u64],
    pub start: &'a [u64],
}

pub fn copy_box(
    source: &Elements,
    from: BoxCorner,
    target: &mut Elements,
    into: BoxCorner,
    size: &[u64],
) -> Option<()> {
    let nbytes = source.data_type().nbytes();
    if !source.data_type().is_variable() {
        return copy_bytes(nbytes, &source.bytes, from, &mut target.bytes, into, size);
    }
    // References that are copied have to lead into the bytes that the target owns.
    if size == from.shape {
        let adopted = target.adopt(source);
        return copy_bytes(nbytes, &adopted, from, &mut target.bytes, into, size);
    }
    let ends = from.start.iter().zip(size).map(|(start, edge)| Some(*start..start.checked_add(*edge)?));
    let part = source.part(from.shape, &ends.collect::<Option<Vec<_>>>()?)?;
    let adopted = target.adopt(&part);
    let from = BoxCorner { shape: size, start: &vec![0; size.len()] };
    copy_bytes(nbytes, &adopted, from, &mut target.bytes, into, size)
}

/// The same for elements, or references to them, that all take `nbytes`.
fn copy_bytes(
    nbytes: usize,
    source: &[u8],
    from: BoxCorner,
    target: &mut [u8],
    into: BoxCorner,
    size: &[u64],
) -> Option<()> {
    let source_slices = slices(from.start, size, nbytes)?;
    let target_slices = slices(into.start, size, nbytes)?;
    let source = ArrayViewD::from_shape(byte_shape(from.shape, nbytes)?, source).ok()?;
    let mut target = ArrayViewMutD::from_shape(byte_shape(into.shape, nbytes)?, target).ok()?;
    // `slice_each_axis` panics outside of the array.
    let fits = |shape: &[usize], slices: &[Slice]| {
        let inside =
            |(edge, slice): (&usize, &Slice)| slice.end.is_some_and(|end| end.unsigned_abs() <= *edge);
        shape.len() == slices.len() && shape.iter().zip(slices).all(inside)
    };
    if !fits(source.shape(), &source_slices) || !fits(target.shape(), &target_slices) {
        return None;
    }
    let axis_of = |slices: &[Slice], axis: usize| slices.get(axis).copied().unwrap_or(Slice::from(..));
    let source = source.slice_each_axis(|axis| axis_of(&source_slices, axis.axis.index()));
    target.slice_each_axis_mut(|axis| axis_of(&target_slices, axis.axis.index())).assign(&source);
    Some(())
}

pub(super) fn byte_shape(shape: &[u64], nbytes: usize) -> Option<IxDyn> {
    let mut edges: Vec<usize> =
        shape.iter().map(|edge| usize::try_from(*edge).ok()).collect::<Option<_>>()?;
    match edges.last_mut() {
        Some(last) => *last = last.checked_mul(nbytes)?,
        None => edges.push(nbytes),
    }
    Some(IxDyn(&edges))
}

fn slices(start: &[u64], size: &[u64], nbytes: usize) -> Option<Vec<Slice>> {
    if start.len() != size.len() {
        return None;
    }
    if start.is_empty() {
        return Some(vec![Slice::from(0..nbytes)]);
    }
    let last = start.len() - 1;
    let mut slices = Vec::with_capacity(start.len());
    for (axis, (start, size)) in start.iter().zip(size).enumerate() {
        let unit = if axis == last { isize::try_from(nbytes).ok()? } else { 1 };
        let end = isize::try_from(start.checked_add(*size)?).ok()?.checked_mul(unit)?;
        slices.push(Slice::new(isize::try_from(*start).ok()?.checked_mul(unit)?, Some(end), 1));
    }
    Some(slices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_only_the_texts_it_needs() {
        let long = vec![b'x'; 1000];
        let few: [&[u8]; 2] = [&long, b"y"];
        let texts = Elements::of_few(DataType::Variable(Variable::String), &few, [0, 1, 0, 0, 1, 0]);
        let part = texts.part(&[2, 3], &[0..2, 1..3]).unwrap();
        assert_eq!(
            (part.shared.len(), part.each().map(<[u8]>::len).collect()),
            (1001, vec![1, 1000, 1, 1000])
        );
        let mut into = Elements::filled(texts.data_type(), &Scalar::Text("z".into()), 4);
        let from = BoxCorner { shape: &[2, 3], start: &[1, 0] };
        copy_box(&texts, from, &mut into, BoxCorner { shape: &[2, 2], start: &[1, 0] }, &[1, 2]).unwrap();
        assert_eq!(into.each().map(<[u8]>::len).collect::<Vec<_>>(), [1, 1, 1000, 1]);
    }

    #[test]
    fn a_box_is_cut_out() {
        let elements = Elements::new(int16(), (0..12_i16).flat_map(i16::to_le_bytes).collect());
        let cut = |region: &[Range<u64>]| {
            let part = elements.part(&[3, 4], region)?;
            Some(part.iter().map(|scalar| scalar.to_string()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(cut(&[1..3, 1..3]).as_deref(), Some("5 6 9 10"));
        assert_eq!((cut(&[1..4, 1..3]), cut(&[])), (None, None));
        let texts =
            Elements::variable(DataType::Variable(Variable::String), ["a", "bc", "d"].map(str::as_bytes));
        let part = texts.part(&[3, 1], &[1..3, 0..1]).unwrap();
        assert_eq!(part.iter().map(|text| text.to_string()).collect::<Vec<_>>().concat(), "\"bc\"\"d\"");
    }

    fn int16() -> DataType {
        DataType::from_name("int16").unwrap()
    }

    #[test]
    fn elements_are_little_endian() {
        let elements = Elements::new(int16(), vec![1, 0, 0xff, 0xff, 0, 0x80]);
        let values: Vec<String> = elements.iter().map(|scalar| scalar.to_string()).collect();
        assert_eq!(values, ["1", "-1", "-32768"]);
        assert_eq!(elements.get(2), Some(Scalar::Integer(-32768)));
        assert_eq!(elements.get(3), None);
    }

    fn counting(size: i16) -> Elements {
        Elements::new(int16(), (0..size).flat_map(i16::to_le_bytes).collect())
    }

    #[test]
    fn a_box_is_copied_to_its_place() {
        let from = counting(12); // 3×4
        let mut into = Elements::filled(&int16(), &Scalar::Integer(-1), 6); // 2×3
        let source = BoxCorner { shape: &[3, 4], start: &[1, 2] };
        let target = BoxCorner { shape: &[2, 3], start: &[0, 1] };
        assert_eq!(copy_box(&from, source, &mut into, target, &[2, 2]), Some(()));
        let values: Vec<String> = into.iter().map(|scalar| scalar.to_string()).collect();
        assert_eq!(values, ["-1", "6", "7", "-1", "10", "11"]);
    }

    #[test]
    fn elements_of_any_length_are_copied_with_their_bytes() {
        let string = DataType::from_name("string").unwrap();
        let from = Elements::variable(string.clone(), ["a", "", "ccc", "dd"].map(str::as_bytes)); // 2×2
        let mut into = Elements::filled(&string, &Scalar::Text("-".into()), 4);
        let source = BoxCorner { shape: &[2, 2], start: &[0, 0] };
        let target = BoxCorner { shape: &[4], start: &[1] };
        assert_eq!(
            copy_box(&from, source, &mut into, BoxCorner { shape: &[2, 2], ..source }, &[2, 1]),
            Some(())
        );
        let texts = |elements: &Elements| elements.iter().map(|it| it.to_string()).collect::<Vec<_>>();
        assert_eq!(texts(&into), ["\"a\"", "\"-\"", "\"ccc\"", "\"-\""]);
        assert_eq!(
            copy_box(&into.clone(), BoxCorner { shape: &[4], start: &[2] }, &mut into, target, &[1]),
            Some(())
        );
        assert_eq!(texts(&into), ["\"a\"", "\"ccc\"", "\"ccc\"", "\"-\""]);
    }

    #[test]
    fn an_array_without_dimensions_is_one_box() {
        let mut into = counting(1);
        let place = BoxCorner { shape: &[], start: &[] };
        let from = Elements::new(int16(), vec![7, 0]);
        assert_eq!(copy_box(&from, place, &mut into, place, &[]), Some(()));
        assert_eq!(into.get(0), Some(Scalar::Integer(7)));
    }

    #[test]
    fn a_box_outside_is_not_copied() {
        let from = counting(12);
        let source = BoxCorner { shape: &[3, 4], start: &[2, 0] };
        let target = BoxCorner { shape: &[2, 3], start: &[0, 0] };
        for (source, size) in [
            (source, [2, 1]),
            (source, [1, 4]),
            (source, [u64::MAX, 1]),
            (BoxCorner { shape: &[9, 9], ..source }, [1, 1]),
            (BoxCorner { start: &[0], ..source }, [1, 1]),
        ] {
            let mut into = counting(6);
            assert_eq!(copy_box(&from, source, &mut into, target, &size), None, "{source:?} {size:?}");
            assert_eq!(into, counting(6));
        }
    }
}
