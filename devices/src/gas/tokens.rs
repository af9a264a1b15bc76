//! The token buffer: it finds the node that a handler call came from, by the token of the call
//! (Willenberg and Chow 2013 §3.1).

/// Most tokens in a line of a report.
const SHOWN: usize = 16;

/// The tokens of a GAScore.
pub struct Tokens {
    /// The source node by token; none if the token is free.
    sources: Vec<Option<u8>>,
    used: usize,
    /// Most tokens in use at a time.
    pub most: usize,
}

impl Tokens {
    pub fn new(tokens: u32) -> Tokens {
        Tokens { sources: vec![None; tokens as usize], used: 0, most: 0 }
    }

    pub fn is_exhausted(&self) -> bool {
        self.used == self.sources.len()
    }

    /// Takes the lowest free token for a message of `source`; none if all are in use.
    pub fn take(&mut self, source: u8) -> Option<u32> {
        let free = self.sources.iter().position(Option::is_none)?;
        self.sources[free] = Some(source);
        self.used += 1;
        self.most = self.most.max(self.used);
        Some(free as u32)
    }

    /// The node that a token's message came from; none if the token is free or does not exist.
    pub fn source(&self, token: u32) -> Option<u8> {
        self.sources.get(token as usize).copied().flatten()
    }

    /// Frees a token; false if it was free or does not exist.
    pub fn free(&mut self, token: u32) -> bool {
        let freed = self.sources.get_mut(token as usize).and_then(Option::take).is_some();
        self.used -= usize::from(freed);
        freed
    }

    pub fn used(&self) -> usize {
        self.used
    }

    /// How many are in use, and the source of each of them.
    pub fn state(&self) -> Vec<(String, String)> {
        let count = ("tokens in use".to_owned(), format!("{} of {}", self.used, self.sources.len()));
        let used = self.sources.iter().enumerate().filter_map(|(token, source)| {
            let node = (*source)?;
            Some((format!("token {token}"), format!("of a message from node {node}")))
        });
        std::iter::once(count).chain(used).collect()
    }

    /// A line with the tokens in use and their sources, or with the first of them if there are
    /// many; none if all are free.
    pub fn waits(&self) -> Option<String> {
        let all = (0..).zip(&self.sources).filter_map(|(token, source)| Some((token, (*source)?)));
        let some: Vec<_> =
            all.take(SHOWN).map(|(token, source): (u32, u8)| format!("{token} (node {source})")).collect();
        (self.used > 0).then(|| {
            let (used, all, more) = (self.used, self.sources.len(), if self.used > SHOWN { ", ..." } else { "" });
            format!("tokens that the node has not returned, {used} of {all}: {}{more}", some.join(", "))
        })
    }
}
