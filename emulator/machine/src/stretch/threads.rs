//! Workers: host threads that run stretches of harts while the machine performs other events.

use super::Rules;
use crate::node::{Node, ProcessorId};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// A node, and the processor at that node whose stretch is to be run.
type Job = (Box<Node>, ProcessorId);
type Result = std::result::Result<Job, Box<dyn Any + Send>>;

/// A pool of workers. Each takes a node, runs a stretch of one of its processors and returns the
/// node.
pub struct Workers {
    jobs: Option<Sender<Job>>,
    done: Receiver<Result>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts `threads` workers, or as many as the host allows; returns none if it allows none.
    pub fn start(threads: usize, rules: &Arc<Rules>) -> Option<Workers> {
        let (jobs, queue) = channel::<Job>();
        let (results, done) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let start = |_| {
            let (queue, results, rules) = (queue.clone(), results.clone(), rules.clone());
            std::thread::Builder::new().spawn(move || work(&queue, &results, &rules)).ok()
        };
        let threads: Vec<JoinHandle<()>> = (0..threads).map_while(start).collect();
        (!threads.is_empty()).then_some(Workers { jobs: Some(jobs), done, threads })
    }

    /// Gives a node to a worker. [`Workers::take`] returns the nodes, in any order.
    pub fn give(&self, node: Box<Node>, processor: ProcessorId) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send((node, processor)));
        debug_assert!(matches!(sent, Some(Ok(()))), "workers live as long as the pool");
    }

    /// Waits for the next node whose stretch has ended. At least one must be with a worker.
    pub fn take(&self) -> Job {
        match self.done.recv() {
            Ok(Ok(job)) => job,
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

fn work(queue: &Mutex<Receiver<Job>>, results: &Sender<Result>, rules: &Rules) {
    loop {
        let job = queue.lock().map(|queue| queue.recv());
        let Ok(Ok((mut node, processor))) = job else { return };
        let result = catch_unwind(AssertUnwindSafe(move || {
            node.stretch(processor, rules);
            (node, processor)
        }));
        if results.send(result).is_err() {
            return;
        }
    }
}
