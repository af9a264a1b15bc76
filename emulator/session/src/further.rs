//! What further processors have seen of a rank's messages, joined to what the first processor of their node has seen.

use rankine_machine::Machine;
use std::any::Any;

/// How an observer takes over what one of a further processor has seen. Cycles of that one go through the function.
type TakeOver<T> = fn(&mut T, &mut T, &dyn Fn(u64) -> u64);

/// Joins the observers of one type of each node: the first processor's has all then, in cycles of the machine's clock.
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
