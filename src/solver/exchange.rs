//! Searches for the solutions of one puzzle, in several threads, that tell each other what they have found out.
//!
//! All say it in one list, in which a solution stands before whatever has been found out without it: a clause that somebody
//! learned after a solution was ruled out is of use only to those who have ruled it out, too. Who reads the list from its
//! beginning has. A partner that does not listen goes the same way as if it were alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::solver::engine::{Store, Telling, VarId};

/// The most that is kept; whatever comes later is not told.
const MOST_NEWS: usize = 100_000;

/// What all have told.
#[derive(Debug, Default)]
struct Exchange {
    /// Everything, with the number of the partner that told it.
    news: Mutex<Vec<(usize, News)>>,
    /// How much that is, for those who only want to know whether there is more.
    count: AtomicUsize,
    /// How many partners there are.
    partners: AtomicUsize,
}

/// Something that was found out.
#[derive(Clone, Debug)]
pub enum News {
    /// A solution: the values by which it is told apart, and all of its values.
    Solution(Vec<i64>, Vec<i64>),
    /// A clause; not all solutions that were told before it need fulfil it.
    Clause(Telling),
}

/// A search that takes part. All partners must be asked the same of the same problem.
#[derive(Debug)]
pub struct Partner {
    exchange: Arc<Exchange>,
    number: usize,
    listens: bool,
    /// So much has been read.
    read: usize,
    /// The variables and their words: others mean the same by them.
    shape: Vec<(Option<i64>, usize)>,
}

/// Where each variable begins, and in how many words it is kept.
fn shape(store: &Store) -> Vec<(Option<i64>, usize)> {
    let vars = (0..store.count() as u32).map(VarId);
    vars.map(|var| (store.start(var), store.domain(var).len())).collect()
}

impl Partner {
    /// The first partner, who tells and does not listen.
    pub fn first(store: &Store) -> Partner {
        let exchange = Arc::new(Exchange::default());
        exchange.partners.store(1, Ordering::Relaxed);
        Partner { exchange, number: 0, listens: false, read: 0, shape: shape(store) }
    }

    /// One more, who also listens.
    pub fn another(&self) -> Partner {
        let number = self.exchange.partners.fetch_add(1, Ordering::Relaxed);
        let exchange = self.exchange.clone();
        Partner { exchange, number, listens: true, read: 0, shape: self.shape.clone() }
    }

    /// Whether others mean the same by the variables of a store.
    pub fn fits(&self, store: &Store) -> bool {
        shape(store) == self.shape
    }

    /// Tells something to all others, now or later.
    pub fn tell(&self, news: impl Iterator<Item = News>) {
        let Ok(mut all) = self.exchange.news.lock() else { return };
        for item in news {
            if all.len() < MOST_NEWS || matches!(item, News::Solution(..)) {
                all.push((self.number, item));
            }
        }
        self.exchange.count.store(all.len(), Ordering::Release);
    }

    /// What others have told since it was last asked.
    pub fn hear(&mut self) -> Vec<News> {
        if !self.listens || self.exchange.count.load(Ordering::Acquire) == self.read {
            return Vec::new();
        }
        let Ok(all) = self.exchange.news.lock() else { return Vec::new() };
        let others = all[self.read..].iter().filter(|(teller, _)| *teller != self.number);
        self.read = all.len();
        others.map(|(_, news)| news.clone()).collect()
    }
}
