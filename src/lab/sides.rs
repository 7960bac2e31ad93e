use std::fmt;

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiffSide {
    /// The first.
    A,
    /// The second.
    B,
}

/// The same thing on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Sides<T> {
    /// On the first.
    pub a: T,
    /// On the second.
    pub b: T,
}

#[doc(hidden)]
impl<T> Sides<T> {
    pub fn on(&self, side: DiffSide) -> &T {
        match side {
            DiffSide::A => &self.a,
            DiffSide::B => &self.b,
        }
    }

    pub fn on_mut(&mut self, side: DiffSide) -> &mut T {
        match side {
            DiffSide::A => &mut self.a,
            DiffSide::B => &mut self.b,
        }
    }

    pub fn as_ref(&self) -> Sides<&T> {
        Sides { a: &self.a, b: &self.b }
    }

    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Sides<U> {
        Sides { a: of(self.a), b: of(self.b) }
    }

    pub fn each(&self) -> impl Iterator<Item = (DiffSide, &T)> {
        [(DiffSide::A, &self.a), (DiffSide::B, &self.b)].into_iter()
    }
}

#[doc(hidden)]
impl<T: PartialEq> Sides<T> {
    pub fn are_same(&self) -> bool {
        self.a == self.b
    }
}

#[doc(hidden)]
impl DiffSide {
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for DiffSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "a",
            Self::B => "b",
        })
    }
}
