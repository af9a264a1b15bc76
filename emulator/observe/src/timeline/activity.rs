//! Keeps what the devices of a node tell of what they do.

use crate::recording::{DeviceJob, DeviceLevel, DeviceRecording};
use rankine_bus::{Activity, Part};
use rankine_machine::{Observer, Wants};
use std::collections::BTreeMap;

/// Of all devices of a node.
#[derive(Default)]
pub struct Activities {
    devices: BTreeMap<usize, DeviceActivity>,
}

#[derive(Default)]
struct DeviceActivity {
    jobs: Vec<DeviceJob>,
    /// Jobs that have not ended, by part.
    open: BTreeMap<Part, usize>,
    levels: Vec<DeviceLevel>,
    /// What queues hold.
    held: BTreeMap<Part, u64>,
}

impl Observer for Activities {
    fn wants(&self) -> Wants {
        Wants { devices: true, ..Wants::default() }
    }

    fn device_active(&mut self, device: usize, cycle: u64, activity: &Activity) {
        let kept = self.devices.entry(device).or_default();
        match *activity {
            Activity::Begins { part, what, bytes, node } => {
                kept.open.insert(part, kept.jobs.len());
                let part = (part.name, part.number);
                kept.jobs.push(DeviceJob { part, what, bytes, node, begin: cycle, end: None });
            }
            Activity::Ends { part } => {
                if let Some(job) = kept.open.remove(&part) {
                    kept.jobs[job].end = Some(cycle);
                }
            }
            Activity::Holds { queue, items } => {
                if kept.held.insert(queue, items) != Some(items) {
                    kept.levels.push(DeviceLevel { queue: (queue.name, queue.number), cycle, items });
                }
            }
            Activity::Executes { .. } => {}
        }
    }
}

impl Activities {
    /// All that was told of the devices with these names.
    pub fn recordings(&self, names: &[&'static str]) -> Vec<DeviceRecording> {
        let recording = |(device, name): (usize, &&str)| {
            let kept = self.devices.get(&device)?;
            Some(DeviceRecording { name: (*name).into(), jobs: kept.jobs.clone(), levels: kept.levels.clone() })
        };
        names.iter().enumerate().filter_map(recording).collect()
    }
}
