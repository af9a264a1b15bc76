//! `rankine cache`: shows how many compiled libraries, programs and objects are kept, and removes
//! them.

use super::cache;
use super::error::CcError;
use super::prune::{self, LIBRARIES, Limits, OBJECTS, PROGRAMS};
use crate::tell::{failed, say};

#[derive(clap::Args)]
pub struct CacheArguments {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Show the size and place of the cache (the default)
    Show,
    /// Remove entries that were not used for 30 days; then the oldest ones, until the cache is below RANKINE_CACHE_MIB
    Prune,
    /// Remove everything; Rankine builds it again when it is needed
    Clear,
}

/// Does what the command line asks for; returns the exit code.
pub fn main(arguments: &CacheArguments) -> i32 {
    match perform(arguments.action.as_ref().unwrap_or(&Action::Show)) {
        Ok(()) => 0,
        Err(error) => failed(error),
    }
}

fn perform(action: &Action) -> Result<(), CcError> {
    let root = cache::root()?;
    let limits = Limits::wanted().map_err(CcError::Usage)?;
    let before = prune::bytes_of(&root);
    match action {
        Action::Show => {
            say!("{}", root.display());
            for kind in [LIBRARIES, PROGRAMS, OBJECTS] {
                let (count, bytes) = prune::size_of(&root, kind);
                say!("  {kind:<10} {count:>6}  {:>8.1} MiB", mib(bytes));
            }
            say!(
                "The limits are {:.0} MiB (RANKINE_CACHE_MIB) and 30 days without use. `rankine cache prune` applies them; `rankine cache clear` removes everything.",
                mib(limits.bytes())
            );
            return Ok(());
        }
        Action::Prune => prune::prune(&root, &limits, || prune::lock(&root, libc::LOCK_EX)),
        Action::Clear => {
            let _lock = prune::lock(&root, libc::LOCK_EX);
            for kind in [LIBRARIES, PROGRAMS, OBJECTS] {
                let path = root.join(kind);
                if path.exists() {
                    cache::remove(&path).map_err(|error| CcError::file("remove", &path, error))?;
                }
            }
        }
    }
    say!("{}: {:.1} MiB removed", root.display(), mib(before.saturating_sub(prune::bytes_of(&root))));
    Ok(())
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / (1 << 20) as f64
}
