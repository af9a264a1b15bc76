//! What the fabric counts.

use super::wires::Wires;

impl Wires {
    /// (name with its unit, value), of all parts together.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let c = &self.counts;
        let mut all = vec![
            ("words from harts", c.from_harts),
            ("words to harts", c.to_harts),
            ("words through NetIfs", c.netif_words),
            ("packets through NetIfs", c.netif_packets),
            ("NetIfs waiting for places, cycles", c.netif_stalls),
            ("words dropped by NetIfs", c.dropped_words),
            ("tables loaded", c.tables_loaded),
            ("packets from bridges", c.bridged),
            ("words from bridges", c.bridged_words),
            ("frames on lines", c.line_frames),
            ("packets accepted from lines", c.accepted),
            ("retransmissions", c.retransmissions),
            ("bits turned over", c.bit_errors),
            ("CRC errors", c.crc_errors),
            ("acknowledgements", c.acks),
            ("negative acknowledgements", c.nacks),
            ("requests to hold", c.holds),
            ("timeouts", c.timeouts),
            ("duplicates dropped", c.duplicates),
            ("packets dropped behind a gap", c.gaps),
            ("packets refused, buffer full", c.refused),
            ("OCCCs waiting for places, cycles", c.occc_stalls),
            ("TMD-MPE sends", c.mpe_sends),
            ("TMD-MPE receives", c.mpe_receives),
            ("TMD-MPEs opened", c.mpe_opens),
            ("TMD-MPE collectives", c.mpe_collectives),
            ("envelopes stored", c.envelopes_stored),
            ("envelope memory high water, envelopes", c.envelopes_peak),
            ("TMD-MPEs waiting for places, cycles", c.mpe_stalls),
            ("engine iterations", c.engine_iterations),
            ("engine cells", c.engine_cells),
            ("misaddressed packets", c.misaddressed),
        ];
        all.extend(self.mishaps.statistics());
        all
    }
}
