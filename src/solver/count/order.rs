//! In which order variables are read: what must be remembered at any time shall be little.

/// How many bits the variables of each constraint have that are read, and that are not.
struct Sides {
    read: Vec<u32>,
    left: Vec<u32>,
}

impl Sides {
    fn new(scopes: &[Vec<u32>], bits: &[u32]) -> Sides {
        let left = scopes.iter().map(|scope| scope.iter().map(|&var| bits[var as usize]).sum());
        Sides { read: vec![0; scopes.len()], left: left.collect() }
    }

    /// What is to be remembered of a constraint is no more than what has been read of it, and no more than what is to come.
    fn weight(&self, scope: usize, more: u32) -> u32 {
        (self.read[scope] + more).min(self.left[scope] - more)
    }

    fn read(&mut self, scope: usize, bits: u32) {
        self.read[scope] += bits;
        self.left[scope] -= bits;
    }
}

/// How much is to be remembered at the worst, and in all, if variables are read in this order.
pub(super) fn burden(order: &[u32], scopes: &[Vec<u32>], of: &[Vec<u32>], bits: &[u32]) -> (u32, u64) {
    let mut sides = Sides::new(scopes, bits);
    let (mut now, mut worst, mut all) = (0, 0, 0);
    for &var in order {
        for &scope in &of[var as usize] {
            now -= sides.weight(scope as usize, 0);
            sides.read(scope as usize, bits[var as usize]);
            now += sides.weight(scope as usize, 0);
        }
        worst = worst.max(now);
        all += u64::from(now);
    }
    (worst, all)
}

/// For each variable the constraints it is in.
pub(super) fn constraints(count: usize, scopes: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut of = vec![Vec::new(); count];
    for (number, scope) in scopes.iter().enumerate() {
        scope.iter().for_each(|&var| of[var as usize].push(number as u32));
    }
    of
}

/// Reads next what leaves least to be remembered; of equals the first.
pub(super) fn greedy(scopes: &[Vec<u32>], of: &[Vec<u32>], bits: &[u32]) -> Vec<u32> {
    let mut sides = Sides::new(scopes, bits);
    let mut left: Vec<u32> = (0..of.len() as u32).collect();
    let mut order = Vec::with_capacity(of.len());
    while !left.is_empty() {
        let more = |&var: &u32| {
            let own = of[var as usize].iter().map(|&scope| {
                let scope = scope as usize;
                i64::from(sides.weight(scope, bits[var as usize])) - i64::from(sides.weight(scope, 0))
            });
            own.sum::<i64>()
        };
        let Some(at) = (0..left.len()).min_by_key(|&at| more(&left[at])) else { break };
        let var = left.remove(at);
        of[var as usize].iter().for_each(|&scope| sides.read(scope as usize, bits[var as usize]));
        order.push(var);
    }
    order
}

/// Moves variables that nobody asks for, but that follow from others, to where all others of one of their constraints have been
/// read.
pub(super) fn follow(order: &[u32], seen: &[bool], scopes: &[Vec<u32>], of: &[Vec<u32>]) -> Vec<u32> {
    let mut left: Vec<usize> = scopes.iter().map(Vec::len).collect();
    let mut placed = vec![false; seen.len()];
    let mut moved = Vec::with_capacity(order.len());
    let asked = order.iter().copied().filter(|&var| seen[var as usize]);
    // What follows from nothing is read in the end.
    for first in asked.chain(order.iter().copied()) {
        let mut next = vec![first];
        while let Some(var) = next.pop() {
            if std::mem::replace(&mut placed[var as usize], true) {
                continue;
            }
            moved.push(var);
            for &scope in &of[var as usize] {
                left[scope as usize] -= 1;
                if left[scope as usize] == 1 {
                    let open = scopes[scope as usize].iter().copied().filter(|&var| !placed[var as usize]);
                    next.extend(open.filter(|&var| !seen[var as usize]));
                }
            }
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::{burden, constraints, follow, greedy};

    /// The rows and columns of a board.
    fn lines(rows: u32, cols: u32) -> Vec<Vec<u32>> {
        let across = (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect());
        let down = (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect());
        across.chain(down).collect()
    }

    #[test]
    fn a_wide_board_is_read_by_columns() {
        let scopes = lines(3, 9);
        let of = constraints(27, &scopes);
        let bits = [1; 27];
        let by_rows: Vec<u32> = (0..27).collect();
        let found = greedy(&scopes, &of, &bits);
        assert!(burden(&found, &scopes, &of, &bits) < burden(&by_rows, &scopes, &of, &bits));
        let mut sorted = found;
        sorted.sort_unstable();
        assert_eq!(sorted, by_rows);
    }

    #[test]
    fn what_follows_is_read_as_soon_as_it_does() {
        // 4 follows from 0 and 1, 5 from 4 and 2.
        let scopes = [vec![0, 1, 4], vec![4, 2, 5], vec![3, 5]];
        let of = constraints(6, &scopes);
        let seen = [true, true, true, true, false, false];
        assert_eq!(follow(&[0, 1, 2, 3, 4, 5], &seen, &scopes, &of), [0, 1, 4, 2, 5, 3]);
    }
}
