//! A flame graph of folded stacks as SVG.

use inferno::flamegraph::{Options, from_lines};
use std::io::{self, Write};

/// Draws the output of [`super::folded`]. An error if it has no cycles, or more than 64 bits can
/// count.
pub fn flamegraph(folded: &str, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut counts = folded.lines().filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok());
    let problem = match counts.try_fold(0, u64::checked_add) {
        Some(0) => "a flame graph needs a profile with cycles",
        None => "a flame graph cannot show more than 2^64 cycles",
        Some(_) => "",
    };
    if !problem.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let mut options = Options::default();
    options.title = title.replace(char::is_control, " ");
    options.count_name = "cycles".to_owned();
    options.deterministic = true;
    // The lines stay in their order, from the last to the first. Sorting by bytes would put
    // `f.part;g` between `f` and `f;g`, so `f` would be drawn twice.
    options.flame_chart = true;
    from_lines(&mut options, folded.lines().rev(), out)
}
