//! The slices of timelines, each with its notes and arrows: calls, runs of handlers, states of
//! further processors, and jobs of devices.

use super::arrows::{Arrows, arrows_of};
use super::contents::{Note, Sites, handler_name, job_notes, slices};
use crate::recording::{DeviceJob, Lane, RankRecording, Recording};
use std::borrow::Cow;

/// A slice, in cycles. The slices of one track do not overlap.
pub(super) struct Span<'a> {
    pub category: &'static str,
    pub name: Cow<'a, str>,
    pub begin: u64,
    pub end: u64,
    pub notes: Vec<Note>,
    /// The numbers of the arrows that leave it, and of those that come to it.
    pub out: Vec<u64>,
    pub into: Vec<u64>,
}

/// The calls of a rank.
pub(super) fn calls<'a>(
    recording: &'a Recording,
    rank: &'a RankRecording,
    arrows: &'a Arrows,
    sites: &'a mut Sites<'_>,
) -> impl Iterator<Item = Span<'a>> {
    slices(recording, rank).enumerate().map(move |(index, slice)| Span {
        category: "mpi",
        name: slice.name.into(),
        begin: slice.begin,
        end: slice.end,
        notes: sites.notes(rank.program, &slice.call),
        out: arrows_of(&arrows.out, index).collect(),
        into: arrows_of(&arrows.into, index).collect(),
    })
}

/// The runs of a rank's handlers. Runs that have not ended last until the end of the run, cycle
/// `run_end`.
pub(super) fn handlers<'a>(
    rank: &'a RankRecording,
    arrows: &'a Arrows,
    sites: &'a mut Sites<'_>,
    run_end: u64,
) -> impl Iterator<Item = Span<'a>> {
    rank.handlers.iter().enumerate().map(move |(index, run)| Span {
        category: "handler",
        name: handler_name(run).into(),
        begin: run.begin,
        end: run.end.unwrap_or(run_end),
        notes: sites.handler_notes(rank, run),
        out: arrows_of(&arrows.out_of_handlers, index).collect(),
        into: arrows_of(&arrows.into_handlers, index).collect(),
    })
}

/// The states of the further processor at a place.
pub(super) fn states<'a>(lane: &'a Lane, place: u32, arrows: &'a Arrows) -> impl Iterator<Item = Span<'a>> {
    lane.states.iter().enumerate().map(move |(index, state)| Span {
        category: "processor",
        name: state.name().into(),
        begin: state.begin,
        end: state.end,
        notes: Vec::new(),
        out: Vec::new(),
        into: arrows_of(arrows.in_lane(place), index).collect(),
    })
}

/// A job of a device. A job that has not ended lasts until the end of the run, cycle `run_end`.
pub(super) fn job(job: &DeviceJob, run_end: u64) -> Span<'_> {
    Span {
        category: "device",
        name: job.what.as_ref().into(),
        begin: job.begin,
        end: job.end.unwrap_or(run_end),
        notes: job_notes(job),
        out: Vec::new(),
        into: Vec::new(),
    }
}
