//! A part of the view that a component is given: shared, and cheap to compare.

use std::ops::Deref;
use std::rc::Rc;

/// An `Rc` that is equal to itself without looking inside, and to others by value.
///
/// `Rc` does that on its own only for types that are `Eq`; views that hold messages are not.
#[derive(Debug)]
pub struct Slice<T: ?Sized>(Rc<T>);

impl<T: ?Sized> Clone for Slice<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> From<&Rc<T>> for Slice<T> {
    fn from(shared: &Rc<T>) -> Self {
        Self(Rc::clone(shared))
    }
}

impl<T: ?Sized> Deref for Slice<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Slice<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || *self.0 == *other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal to nothing, itself included.
    #[derive(Debug)]
    struct Unequal;

    impl PartialEq for Unequal {
        fn eq(&self, _: &Self) -> bool {
            false
        }
    }

    #[test]
    fn a_slice_equals_itself_without_a_look_inside() {
        let shared = Rc::new(Unequal);
        assert_eq!(Slice::from(&shared), Slice::from(&shared));
        assert_ne!(Slice::from(&shared), Slice::from(&Rc::new(Unequal)));
    }

    #[test]
    fn slices_made_apart_compare_by_value() {
        assert_eq!(Slice::from(&Rc::new(7)), Slice::from(&Rc::new(7)));
        assert_ne!(Slice::from(&Rc::new(7)), Slice::from(&Rc::new(8)));
    }
}
