//! Joins the recordings of further processors with that of the first processor on their node.

use rankine_machine::Machine;
use std::any::Any;

/// A function by which an observer takes over the records of another one. The last argument
/// converts cycles of the further processor.
type TakeOver<T> = fn(&mut T, &mut T, &dyn Fn(u64) -> u64);

/// Joins the observers of one type on each node. After that, the first processor's observer has all
/// records, in cycles of the machine's clock.
pub(crate) fn join<T: Any>(machine: &mut Machine, take_over: TakeOver<T>) {
    let clock = machine.clock;
    for node in machine.nodes.iter_mut() {
        let Some((first, further)) = node.processors.split_first_mut() else { continue };
        let Some(joined) = first.observer_mut::<T>() else { continue };
        for processor in further {
            let own = processor.clock;
            if let Some(other) = processor.observer_mut::<T>() {
                take_over(joined, other, &|cycle| clock.cycle(own.span(cycle)));
            }
        }
    }
}
