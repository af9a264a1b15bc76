//! Tests of the files that a run writes for inspection: logs of instructions, timelines, profiles,
//! annotated listings and the report. Each file is read by a reader of its format and compared with
//! the statistics.

#[path = "traces/bare.rs"]
mod bare;
#[path = "traces/chrome.rs"]
mod chrome;
#[path = "traces/compressed.rs"]
mod compressed;
#[path = "traces/instructions.rs"]
mod instructions;
#[path = "traces/kept.rs"]
mod kept;
#[path = "traces/logs.rs"]
mod logs;
#[path = "traces/page.rs"]
mod page;
#[path = "traces/paraver.rs"]
mod paraver;
#[path = "traces/perfetto.rs"]
mod perfetto;
#[path = "traces/profiles.rs"]
mod profiles;
#[path = "traces/runs.rs"]
mod runs;
#[path = "traces/simgrid.rs"]
mod simgrid;
#[path = "traces/timelines.rs"]
mod timelines;
