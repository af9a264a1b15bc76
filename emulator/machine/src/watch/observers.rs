//! All observers of one processor, or of a node without processors. They are called one after the
//! other.

use super::observer::{Observer, Wants};
use rankine_hart::Hart;
use std::any::Any;

/// The observers, and everything that any of them wants.
#[derive(Default)]
pub struct Observers {
    list: Vec<Box<dyn Observer>>,
    wants: Wants,
}

impl Observers {
    pub fn new(list: Vec<Box<dyn Observer>>) -> Observers {
        let mut observers = Observers { list, wants: Wants::default() };
        observers.ask();
        observers
    }

    pub fn add(&mut self, observer: Box<dyn Observer>) {
        self.list.push(observer);
        self.ask();
    }

    pub fn remove<T: Any>(&mut self) {
        self.list.retain(|observer| !(observer.as_ref() as &dyn Any).is::<T>());
        self.ask();
    }

    /// Everything that any of them wants, as of the last [`Observers::ask`].
    pub fn wants(&self) -> Wants {
        self.wants
    }

    /// Asks all observers again for their [`Wants`].
    pub fn ask(&mut self) {
        self.wants = self.list.iter().map(|observer| observer.wants()).fold(Wants::default(), Wants::or);
    }

    /// Shall the hart halt here?
    pub fn must_halt(&mut self, hart: &Hart) -> bool {
        let mut halts = false;
        if self.wants.halts {
            // All observers are called, because each may count these calls.
            for observer in &mut self.list {
                halts |= observer.must_halt(hart);
            }
        }
        halts
    }

    /// The instruction at which the hart stands is about to be performed in the global order. Shall
    /// the hart halt before it?
    pub fn must_halt_at_access(&mut self, hart: &Hart) -> bool {
        if self.wants.halts {
            self.list.iter_mut().for_each(|observer| observer.access_due(hart));
        }
        self.must_halt(hart)
    }

    /// Has one of them halted the hart?
    pub fn have_halted(&self) -> bool {
        self.wants.halts && self.list.iter().any(|observer| observer.has_halted())
    }

    pub fn list_mut(&mut self) -> &mut [Box<dyn Observer>] {
        &mut self.list
    }

    pub fn find<T: Any>(&self) -> Option<&T> {
        self.list.iter().find_map(|observer| (observer.as_ref() as &dyn Any).downcast_ref())
    }

    /// All observers of one type.
    pub fn all_mut<T: Any>(&mut self) -> impl Iterator<Item = &mut T> {
        self.list.iter_mut().filter_map(|observer| (observer.as_mut() as &mut dyn Any).downcast_mut())
    }

    pub fn find_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.list.iter_mut().find_map(|observer| (observer.as_mut() as &mut dyn Any).downcast_mut())
    }
}
