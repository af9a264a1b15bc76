//! Tables of a [`GasnetView`] for a terminal.

use super::{GasnetMatrix, GasnetView};
use crate::mpi_view::{Columns, Distribution, Flow, cell, functions, heaviest_flows, joined, section, square};

/// The most ranks that have their own lines.
const RANKS_SHOWN: usize = 16;

/// The tables of functions, ranks, messages, handlers and traffic. They are at most 100 columns
/// wide.
pub fn table(view: &GasnetView) -> String {
    let mut out = String::new();
    let title = "GASNet functions (% of the time of all ranks)";
    section(&mut out, title, &functions(&view.functions, &view.total, view.cycles));
    if view.ranks <= RANKS_SHOWN {
        section(&mut out, "GASNet functions by rank", &ranks(view));
    }
    section(&mut out, "Active messages, and their latency up to the handler, in cycles", &messages(view));
    section(&mut out, "Handlers, and the cycles of a run", &handlers(view));
    matrices(&mut out, view.ranks, &view.matrix);
    out
}

fn ranks(view: &GasnetView) -> Columns {
    let mut columns = Columns::new(["rank", "<function", "calls", "bytes", "cycles", "waiting"]);
    for rank in 0..view.ranks as u32 {
        for (name, spent) in &view.functions {
            if let Some(of) = spent.by_rank.iter().find(|of| of.rank == rank) {
                let numbers = [of.cost.calls, of.cost.bytes, of.cost.cycles, of.cost.wait_cycles].map(cell);
                columns.row([rank.to_string(), name.clone()].into_iter().chain(numbers).collect());
            }
        }
    }
    columns
}

/// Minimum, median and maximum. `-` if there is no value.
fn spread(values: &Option<Distribution>) -> [String; 3] {
    values.as_ref().map_or_else(
        || std::array::from_fn(|_| "-".into()),
        |d| [d.minimum_cycles, d.median_cycles, d.maximum_cycles].map(cell),
    )
}

fn messages(view: &GasnetView) -> Columns {
    let mut columns =
        Columns::new(["<kind", "<of", "messages", "bytes", "not handled", "minimum", "median", "maximum"]);
    for kind in &view.messages {
        let of = if kind.is_library { "the library" } else { "programs" };
        let numbers = [kind.messages, kind.bytes, kind.unhandled].map(cell);
        columns.row([kind.kind.clone(), of.into()].into_iter().chain(numbers).chain(spread(&kind.latency)).collect());
    }
    columns
}

fn handlers(view: &GasnetView) -> Columns {
    let mut columns = Columns::new(["handler", "<function", "runs", "cycles", "minimum", "median", "maximum"]);
    for handler in &view.handlers {
        let name = if handler.function.is_empty() { "of the library" } else { &handler.function };
        let numbers = [handler.runs, handler.cycles].map(cell);
        let cells = [handler.handler.to_string(), name.into()].into_iter().chain(numbers);
        columns.row(cells.chain(spread(&handler.each)).collect());
    }
    columns
}

fn matrices(out: &mut String, ranks: usize, matrix: &GasnetMatrix) {
    let messages = joined(matrix.requests.iter().chain(&matrix.replies).copied());
    type Value = fn(&Flow) -> u64;
    let all: [(&str, &[Flow], Value); 4] = [
        ("Active messages from rank (row) to rank (column)", &messages, |flow| flow.messages),
        ("Their payload in bytes", &messages, |flow| flow.bytes),
        ("Bytes that rank (row) puts to rank (column)", &matrix.puts, |flow| flow.bytes),
        ("Bytes that go from rank (row) to rank (column), which gets them", &matrix.gets, |flow| flow.bytes),
    ];
    for (title, flows, value) in all {
        if ranks <= RANKS_SHOWN + 1 {
            section(out, title, &square(ranks, flows, value));
        } else {
            section(out, &format!("{title}: the pairs with most"), &heaviest_flows(flows, value));
        }
    }
}
