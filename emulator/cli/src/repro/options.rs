//! The options of a reproduction: settings of its platforms, and the rows to print.

use super::choices::{Choice, class_of};
use super::page::Results;
use super::table::Row;
use rankine_platform::{Platform, suggestion};

/// A published machine, and how its measurements are taken again.
pub struct Machine {
    pub name: &'static str,
    /// The presets on which it is measured; all of them take the same settings.
    pub platforms: &'static [&'static str],
    /// The names of its rows, each with its place in the source.
    pub rows: &'static [(&'static str, &'static str)],
    /// The rows into which a number or a law of the source is built, each with an explanation.
    pub constructed: &'static [(&'static str, &'static str)],
    /// The choices that were made with knowledge of a row.
    pub choices: &'static [Choice],
    pub reproduce: fn(&Options) -> Result<Results, String>,
}

impl Machine {
    pub fn row_names(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|(id, _)| *id)
    }

    /// Takes the measurements. Adds to each row its place in the source and, if the row has a
    /// criterion, its class.
    pub fn results(&self, options: &Options) -> Result<Results, String> {
        let mut results = (self.reproduce)(options)?;
        for row in &mut results.rows {
            let known = self.rows.iter().find(|(id, _)| *id == row.id);
            let (_, source) = known.ok_or_else(|| format!("row {} is not in the list of rows", row.id))?;
            row.source = source;
            row.class = row.counts().then(|| class_of(row.id, self.constructed, self.choices));
        }
        results.rows = options.chosen(results.rows);
        Ok(results)
    }
}

/// The settings and rows that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `KEY=VALUE` for every launch; they apply after the settings with which a row is measured.
    pub settings: Vec<String>,
    /// Parameters of the library, for every build.
    pub library: Vec<String>,
    /// A method other than the chosen one (see a machine's choices).
    pub method: Option<&'static str>,
    /// Fewer repeats, if only changes of rows are looked for.
    pub is_quick: bool,
    /// The rows that were asked for. None means all rows.
    pub rows: Option<Vec<String>>,
}

impl Options {
    /// Options with these settings and rows (empty: all rows). Fails if a platform of the machine
    /// does not take the settings, or if a row is unknown.
    pub fn new(machine: &Machine, settings: &[String], rows: &[String]) -> Result<Options, String> {
        if !settings.is_empty() {
            for platform in machine.platforms {
                Platform::resolve(platform, settings).map_err(|error| error.to_string())?;
            }
        }
        if let Some(unknown) = rows.iter().find(|row| !machine.row_names().any(|name| name == *row)) {
            let near = suggestion(unknown, machine.row_names());
            let names: Vec<&str> = machine.row_names().collect();
            return Err(format!("there is no row `{unknown}`{near}; the rows are {}", names.join(" ")));
        }
        let rows = (!rows.is_empty()).then(|| rows.to_vec());
        Ok(Options { settings: settings.to_vec(), rows, ..Options::default() })
    }

    /// Is one of these rows asked for? Measurements that only other rows need are left out.
    pub fn wants(&self, ids: &[&str]) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows.iter().any(|row| ids.contains(&row.as_str())))
    }

    /// Are all rows asked for?
    pub fn wants_all(&self) -> bool {
        self.rows.is_none()
    }

    /// The rows that were asked for.
    pub fn chosen(&self, rows: Vec<Row>) -> Vec<Row> {
        rows.into_iter().filter(|row| self.wants(&[row.id])).collect()
    }

    /// Is this method used instead of the chosen one?
    pub fn has_method(&self, method: &str) -> bool {
        self.method == Some(method)
    }

    /// The same, with one more setting.
    pub fn setting(&self, setting: String) -> Options {
        Options { settings: [&self.settings[..], &[setting]].concat(), ..self.clone() }
    }

    /// The settings of a row, then those that were asked for, which take precedence.
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
        rows: &[("K1", "p. 1"), ("K2", "p. 2")],
        constructed: &[],
        choices: &[],
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
            (&[], &["K3"], "there is no row `K3`; the rows are K1 K2"),
        ] {
            let error = options(settings, rows).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let all = options(&["caches.l1i_bytes=8192"], &[]).map(|options| options.over(&["a=1".into()]));
        assert_eq!(all, Ok(vec!["a=1".to_owned(), "caches.l1i_bytes=8192".to_owned()]));
    }
}
