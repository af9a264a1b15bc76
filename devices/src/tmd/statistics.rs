//! Statistics of the fabric.

use super::fabric::Wires;

/// (name with its unit, value), of all parts together.
pub fn statistics(wires: &Wires) -> Vec<(&'static str, u64)> {
    let (c, own) = (&wires.counts, &wires.machine.counts);
    let mut all = vec![
        ("words from harts", c.from_harts),
        ("words to harts", c.to_harts),
        ("words through NetIfs", c.netif_words),
        ("packets through NetIfs", c.netif_packets),
        ("NetIfs waiting for places, cycles", c.netif_stalls),
        ("words dropped by NetIfs", c.dropped_words),
        ("tables loaded", c.tables_loaded),
        ("packets from bridges", own.bridged),
        ("words from bridges", own.bridged_words),
        ("frames on lines", own.line_frames),
        ("packets accepted from lines", own.accepted),
        ("retransmissions", own.retransmissions),
        ("bits turned over", own.bit_errors),
        ("CRC errors", own.crc_errors),
        ("acknowledgements", own.acks),
        ("negative acknowledgements", own.nacks),
        ("requests to hold", own.holds),
        ("timeouts", own.timeouts),
        ("duplicates dropped", own.duplicates),
        ("packets dropped behind a gap", own.gaps),
        ("packets refused, buffer full", own.refused),
        ("OCCCs waiting for places, cycles", own.occc_stalls),
        ("TMD-MPE sends", own.mpe_sends),
        ("TMD-MPE receives", own.mpe_receives),
        ("TMD-MPEs opened", own.mpe_opens),
        ("TMD-MPE collectives", own.mpe_collectives),
        ("envelopes stored", own.envelopes_stored),
        ("envelope memory high water, envelopes", own.envelopes_peak),
        ("TMD-MPEs waiting for places, cycles", own.mpe_stalls),
        ("engine iterations", own.engine_iterations),
        ("engine cells", own.engine_cells),
        ("misaddressed packets", c.misaddressed),
    ];
    all.extend(wires.machine.mishaps.statistics());
    all
}
