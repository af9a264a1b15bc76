//! Records what the devices of a node report of their work.

use crate::keeping::Share;
use crate::recording::{DeviceJob, DeviceLevel, DeviceRecording, JobSubject};
use rankine_bus::{Activity, Part};
use rankine_machine::{Observer, Wants};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The part of a device that executes its instructions.
const SEQUENCER: Part = Part { name: "sequencer", number: 0 };

/// The recordings of all devices of a node.
#[derive(Default)]
pub struct Activities {
    devices: BTreeMap<usize, DeviceActivity>,
    share: Share,
}

#[derive(Default)]
struct DeviceActivity {
    recording: DeviceRecording,
    /// When it is full, jobs may end, and nothing else is recorded.
    share: Share,
    /// Jobs that have not ended, by part.
    open: BTreeMap<Part, usize>,
    /// The number of items in each queue.
    held: BTreeMap<Part, u64>,
}

impl Observer for Activities {
    fn wants(&self) -> Wants {
        Wants { devices: true, ..Wants::default() }
    }

    fn device_active(&mut self, device: usize, cycle: u64, activity: &Activity) {
        let kept = self.devices.entry(device).or_insert_with(|| DeviceActivity::new(self.share.another()));
        if kept.share.is_full() && !matches!(activity, Activity::Ends { .. }) {
            return;
        }
        match activity {
            Activity::Begins { part, what, bytes, node } => {
                kept.begins(*part, (*what).into(), JobSubject::Transfer { bytes: *bytes, node: *node }, cycle);
            }
            Activity::Ends { part } => kept.ends(*part, cycle),
            // Timelines show this time as the part's job.
            Activity::Sends { .. } => {}
            Activity::Holds { queue, items } => {
                if kept.held.insert(*queue, *items) != Some(*items) {
                    kept.recording.add_level(&DeviceLevel { queue: (queue.name, queue.number), cycle, items: *items });
                }
            }
            Activity::Executes { address, text } => {
                kept.ends(SEQUENCER, cycle);
                kept.begins(SEQUENCER, text.clone().into(), JobSubject::Instruction { address: *address }, cycle);
            }
        }
        kept.share.set(kept.recording.bytes(), cycle);
    }
}

impl DeviceActivity {
    fn new(share: Share) -> DeviceActivity {
        DeviceActivity { share, ..DeviceActivity::default() }
    }

    fn begins(&mut self, part: Part, what: Cow<'static, str>, subject: JobSubject, cycle: u64) {
        let job = DeviceJob { part: (part.name, part.number), what, subject, begin: cycle, end: None };
        self.open.insert(part, self.recording.add_job(&job));
    }

    fn ends(&mut self, part: Part, cycle: u64) {
        if let Some(job) = self.open.remove(&part) {
            self.recording.end_job(job, cycle);
        }
    }
}

impl Activities {
    pub fn new(share: Share) -> Activities {
        Activities { share, ..Activities::default() }
    }

    pub fn share(&self) -> &Share {
        &self.share
    }

    /// Takes away all recordings of the devices with these names.
    pub fn take_recordings(&mut self, names: &[&'static str]) -> Vec<DeviceRecording> {
        let recording = |(device, name): (usize, &&str)| {
            let mut recording = self.devices.remove(&device)?.recording;
            recording.name = (*name).into();
            Some(recording)
        };
        names.iter().enumerate().filter_map(recording).collect()
    }
}
