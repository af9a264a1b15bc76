//! What a reproduction is asked for: settings of its platforms, and the rows to print.

use super::table::Row;
use rankine_platform::{Platform, suggestion};

/// A published machine: how its measurements are taken again.
pub struct Machine {
    pub name: &'static str,
    /// The presets that it is measured on; all take the same settings.
    pub platforms: &'static [&'static str],
    /// The rows, by their names.
    pub rows: &'static [&'static str],
    pub reproduce: fn(&Options) -> Result<super::page::Results, String>,
}

/// Settings and rows that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `KEY=VALUE`: reach every launch, after the settings that a row is measured with.
    pub settings: Vec<String>,
    /// None: all rows.
    rows: Option<Vec<String>>,
}

impl Options {
    /// These settings, and these rows (empty: all). Fails if a platform of the machine does not take the settings, or if a row is unknown.
    pub fn new(machine: &Machine, settings: &[String], rows: &[String]) -> Result<Options, String> {
        if !settings.is_empty() {
            for platform in machine.platforms {
                Platform::resolve(platform, settings).map_err(|error| error.to_string())?;
            }
        }
        if let Some(unknown) = rows.iter().find(|row| !machine.rows.contains(&row.as_str())) {
            let near = suggestion(unknown, machine.rows.iter().copied());
            return Err(format!("there is no row `{unknown}`{near}; the rows are {}", machine.rows.join(" ")));
        }
        let rows = (!rows.is_empty()).then(|| rows.to_vec());
        Ok(Options { settings: settings.to_vec(), rows })
    }

    /// Is one of these rows asked for? What only other rows need is not measured.
    pub fn wants(&self, ids: &[&str]) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows.iter().any(|row| ids.contains(&row.as_str())))
    }

    /// The rows that were asked for.
    pub fn chosen(&self, rows: Vec<Row>) -> Vec<Row> {
        rows.into_iter().filter(|row| self.wants(&[row.id])).collect()
    }

    /// Settings of a row, then those that were asked for, which win.
    pub fn over(&self, settings: &[String]) -> Vec<String> {
        [settings, &self.settings].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repro::table::{Criterion, number};

    const MACHINE: Machine = Machine {
        name: "sarc",
        platforms: &["sarc"],
        rows: &["K1", "K2"],
        reproduce: |_| Err("nothing is measured".into()),
    };

    fn options(settings: &[&str], rows: &[&str]) -> Result<Options, String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        Options::new(&MACHINE, &words(settings), &words(rows))
    }

    #[test]
    fn rows_and_settings() {
        let rows = || ["K1", "K2", "K2"].map(|id| number(id, "q", vec![1.0], Criterion::Exactly, vec![1.0])).into();
        for (asked, count) in [(&[][..], 3), (&["K1"], 1), (&["K2"], 2), (&["K1", "K2"], 3)] {
            assert_eq!(options(&[], asked).map(|options| options.chosen(rows()).len()), Ok(count), "{asked:?}");
        }
        for (settings, rows, message) in [
            (&["noc.no_such_key=1"][..], &[][..], "no_such_key"),
            (&["rubbish"], &[], "rubbish"),
            (&[], &["K3"], "there is no row `K3` (did you mean `K1`?); the rows are K1 K2"),
        ] {
            let error = options(settings, rows).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let all = options(&["caches.l1i_bytes=8192"], &[]).map(|options| options.over(&["a=1".into()]));
        assert_eq!(all, Ok(vec!["a=1".to_owned(), "caches.l1i_bytes=8192".to_owned()]));
    }
}
