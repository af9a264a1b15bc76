//! Reads the part of Perfetto's format that docs/traces.md describes: protocol buffers, tracks, slices, counters.

use super::timelines::{Shown, Slice};
use std::collections::BTreeMap;

/// The value of a field.
#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    fn number(self) -> Result<u64, String> {
        if let Value::Number(number) = self { Ok(number) } else { Err(format!("{self:?} is no number")) }
    }

    fn bytes(self) -> Result<&'a [u8], String> {
        if let Value::Bytes(bytes) = self { Ok(bytes) } else { Err(format!("{self:?} is no message or text")) }
    }

    fn text(self) -> Result<String, String> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|e| e.to_string())
    }
}

fn varint(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first().ok_or("a number is cut off")?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err("a number is too long".into())
}

fn take<'a>(bytes: &mut &'a [u8], count: u64) -> Result<&'a [u8], String> {
    let count = usize::try_from(count).map_err(|e| e.to_string())?;
    let (taken, rest) = bytes.split_at_checked(count).ok_or(format!("{count} bytes of {}", bytes.len()))?;
    *bytes = rest;
    Ok(taken)
}

/// The fields of a message. They must fill it to its last byte.
fn fields(mut bytes: &[u8]) -> Result<Vec<(u64, Value<'_>)>, String> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut bytes)?),
            1 => Value::Number(u64::from_le_bytes(take(&mut bytes, 8)?.try_into().expect("eight bytes"))),
            2 => {
                let count = varint(&mut bytes)?;
                Value::Bytes(take(&mut bytes, count)?)
            }
            other => return Err(format!("field {} of wire type {other}", key >> 3)),
        };
        fields.push((key >> 3, value));
    }
    Ok(fields)
}

/// A track: its process (counted from one) if it belongs to one, and its name.
#[derive(Clone, Debug, Default)]
struct Track {
    process: u64,
    name: String,
}

/// Reads a whole trace.
pub fn read(bytes: &[u8]) -> Result<Shown, String> {
    let mut reader = Reader::default();
    for (number, packet) in fields(bytes)? {
        match number {
            1 => reader.packet(&fields(packet.bytes()?)?)?,
            _ => return Err(format!("field {number} in the trace")),
        }
    }
    match reader.open.values().find(|open| !open.is_empty()) {
        Some(slice) => Err(format!("{slice:?} has no end")),
        None => Ok(reader.shown),
    }
}

#[derive(Default)]
struct Reader {
    shown: Shown,
    tracks: BTreeMap<u64, Track>,
    /// Slices that have begun, by track.
    open: BTreeMap<u64, Vec<Slice>>,
    /// The time of the last event, by track.
    times: BTreeMap<u64, u64>,
}

impl Reader {
    fn packet(&mut self, packet: &[(u64, Value<'_>)]) -> Result<(), String> {
        let mut time = 0;
        for (number, value) in packet {
            match number {
                8 => time = value.number()?,
                10 | 13 => drop(value.number()?),
                11 => self.event(time, &fields(value.bytes()?)?)?,
                60 => self.descriptor(&fields(value.bytes()?)?)?,
                _ => return Err(format!("field {number} in a packet")),
            }
        }
        Ok(())
    }

    fn descriptor(&mut self, descriptor: &[(u64, Value<'_>)]) -> Result<(), String> {
        let (mut uuid, mut track) = (None, Track::default());
        for (number, value) in descriptor {
            match number {
                1 => uuid = Some(value.number()?),
                2 => track.name = value.text()?,
                3 | 4 => {
                    for (number, value) in fields(value.bytes()?)? {
                        match (number, value) {
                            (1, value) => track.process = value.number()?,
                            // The name of a process or of a thread.
                            (6 | 5, Value::Bytes(_)) => track.name = value.text()?,
                            _ => {}
                        }
                    }
                }
                5 => {
                    let parent = value.number()?;
                    let parent = self.tracks.get(&parent).ok_or(format!("track {parent} is not there yet"))?;
                    track.process = parent.process;
                }
                _ => {}
            }
        }
        match self.tracks.insert(uuid.ok_or("a track without a number")?, track.clone()) {
            Some(first) => Err(format!("{first:?} and {track:?} have one number")),
            None => Ok(()),
        }
    }

    fn event(&mut self, time: u64, event: &[(u64, Value<'_>)]) -> Result<(), String> {
        let (mut kind, mut uuid, mut count) = (0, None, None);
        let mut slice = Slice { begin: time, ..Slice::default() };
        for (number, value) in event {
            match number {
                4 => annotation(&fields(value.bytes()?)?, &mut slice)?,
                9 => kind = value.number()?,
                11 => uuid = Some(value.number()?),
                22 => slice.category = value.text()?,
                23 => slice.name = value.text()?,
                30 => count = Some(value.number()?),
                47 => slice.out.push(value.number()?),
                48 => slice.into.push(value.number()?),
                _ => return Err(format!("field {number} in an event")),
            }
        }
        let uuid = uuid.ok_or("an event without a track")?;
        let track = self.tracks.get(&uuid).ok_or(format!("an event of track {uuid}, which is not there yet"))?;
        slice.process = track.process;
        let before = self.times.insert(uuid, time).unwrap_or(0);
        if before > time {
            return Err(format!("{time} ns behind {before} ns on {track:?}"));
        }
        let open = self.open.entry(uuid).or_default();
        match (kind, count) {
            (1, None) if open.is_empty() => open.push(slice),
            (2, None) => {
                let begun = open.pop().ok_or(format!("an end without a begin on {track:?}"))?;
                self.shown.slices.push(Slice { end: time, into: slice.into, ..begun });
            }
            (4, Some(count)) => {
                self.shown.counters.entry((track.process, track.name.clone())).or_default().push((time, count));
            }
            _ => return Err(format!("event of kind {kind} on {track:?}")),
        }
        Ok(())
    }
}

fn annotation(annotation: &[(u64, Value<'_>)], slice: &mut Slice) -> Result<(), String> {
    let (mut name, mut text) = (None, None);
    for (number, value) in annotation {
        match number {
            10 => name = Some(value.text()?),
            2 => text = Some((value.number()? != 0).to_string()),
            3 => text = Some(value.number()?.to_string()),
            4 => text = Some((value.number()? as i64).to_string()),
            6 => text = Some(value.text()?),
            _ => return Err(format!("field {number} in a note")),
        }
    }
    let (name, text) = name.zip(text).ok_or("a note without name or value")?;
    match slice.notes.insert(name.clone(), text) {
        Some(_) => Err(format!("two notes {name}")),
        None => Ok(()),
    }
}
