//! Host threads that run stretches of harts while the global order goes on without them.

use crate::node::Node;
use crate::stretch::Rules;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

type Result = std::result::Result<Box<Node>, Box<dyn Any + Send>>;

/// A pool of threads; each takes a node, runs its stretch and gives it back.
pub struct Workers {
    jobs: Option<Sender<Box<Node>>>,
    done: Receiver<Result>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    pub fn start(threads: usize, rules: &Arc<Rules>) -> Workers {
        let (jobs, queue) = channel::<Box<Node>>();
        let (results, done) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let threads = (0..threads)
            .map(|_| {
                let (queue, results, rules) = (queue.clone(), results.clone(), rules.clone());
                std::thread::spawn(move || work(&queue, &results, &rules))
            })
            .collect();
        Workers { jobs: Some(jobs), done, threads }
    }

    /// Sends a node away; [`Workers::take`] brings it back, in any order.
    pub fn give(&self, node: Box<Node>) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(node));
        debug_assert!(matches!(sent, Some(Ok(()))), "workers live as long as the pool");
    }

    /// Waits for the next node that is done. There must be one away.
    pub fn take(&self) -> Box<Node> {
        match self.done.recv() {
            Ok(Ok(node)) => node,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => unreachable!("workers live as long as the pool"),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(queue: &Mutex<Receiver<Box<Node>>>, results: &Sender<Result>, rules: &Rules) {
    loop {
        let job = queue.lock().map(|queue| queue.recv());
        let Ok(Ok(mut node)) = job else { return };
        let result = catch_unwind(AssertUnwindSafe(move || {
            node.stretch(rules);
            node
        }));
        if results.send(result).is_err() {
            return;
        }
    }
}
