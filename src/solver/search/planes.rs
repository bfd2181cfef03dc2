//! The search on planes of bits, where a problem has them: plain depth-first search, without trail or queue.

use super::{Ending, MOST_KNOWN, Search};
use crate::solver::planes::Planes;

impl Search<'_> {
    /// Looks for solutions on planes. Nothing if the problem has none, or if it is too hard for them; then the solutions that
    /// were handed over are known.
    pub(super) fn on_planes(
        &mut self,
        found: &mut dyn FnMut(&[i64]) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Ending> {
        let is_whole = |planes: &mut Planes| planes.is_whole(&self.problem.engine);
        let mut planes = self.problem.planes.take_if(is_whole)?;
        // Who wants to learn from the first dead end on has no use for them.
        let is_tried = self.limits.plain != Some(0);
        let ending = if is_tried { self.plane_by_plane(&mut planes, found, stop) } else { None };
        let engine = &mut self.problem.engine;
        planes.awoken(&engine.store).into_iter().for_each(|number| engine.put_to_use(number));
        if ending.is_none() {
            // Nobody has told the propagators what has been given while there were planes.
            engine.wake_all();
        }
        self.problem.planes = Some(planes);
        ending
    }

    fn plane_by_plane(
        &mut self,
        planes: &mut Planes,
        found: &mut dyn FnMut(&[i64]) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Ending> {
        let mut possible = planes.begin(&self.problem.engine.store);
        let mut handed_over = Vec::new();
        loop {
            if let Some(ending) = self.ends(stop) {
                return Some(ending);
            }
            match possible.and_then(|()| planes.settle()) {
                Ok(settled) => {
                    self.store().prunings += settled;
                    if !planes.is_full() {
                        self.counters.decisions += 1;
                        planes.decide(self.next_random());
                        self.counters.deepest = self.counters.deepest.max(planes.depth() as u64);
                        continue;
                    }
                    let values = planes.values();
                    let more = found(&values);
                    if handed_over.len() <= MOST_KNOWN {
                        handed_over.push(values);
                    }
                    if !more {
                        return Some(Ending::Enough);
                    }
                }
                Err(_) => self.counters.conflicts += 1,
            }
            if !planes.back() {
                return Some(Ending::Complete);
            }
            possible = Ok(());
            if self.counters.conflicts >= planes.patience() && handed_over.len() <= MOST_KNOWN {
                for values in handed_over {
                    self.known.insert(values.clone());
                    self.tell_solution(values.clone(), values);
                }
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Planes, Search};
    use crate::base::number::Sign;
    use crate::solver::constraints::distinct::Distinct;
    use crate::solver::constraints::linear::{Linear, View};
    use crate::solver::engine::judge::rng::Random;
    use crate::solver::engine::{Engine, VarId};
    use crate::solver::planes::Line;
    use crate::solver::problem::Problem;
    use crate::solver::search::{Ending, Limits};

    /// A board of some cells with values, and groups of them by number; as many cells as asked for, the rest of them idle.
    fn board(values: &[Vec<i64>], groups: &[Vec<usize>], apart: usize) -> Problem {
        let mut engine = Engine::default();
        let mut vars = Vec::new();
        for values in values {
            vars.push(engine.store.add(values.iter().copied()));
            for _ in 1..apart {
                engine.store.add_range(values[0], values[0]);
            }
        }
        let mut known = Vec::new();
        for group in groups {
            let group: Vec<VarId> = group.iter().map(|&cell| vars[cell]).collect();
            let terms = group.iter().map(|&var| (var, 0)).collect();
            known.push((group, engine.count() as u32));
            engine.post(Box::new(Distinct::new(terms, &engine.store)));
        }
        let planes = Planes::new(&engine, known);
        assert!(planes.is_some(), "a board fit for planes");
        let vars = (0..engine.store.count() as u32).map(|var| (VarId(var), true)).collect();
        let mut problem = Problem::new(engine, vars);
        problem.planes = planes;
        problem
    }

    /// All solutions, sorted, and how often the plain search was needed.
    fn solutions(problem: &mut Problem, seed: u64) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        let calls = problem.engine.calls;
        let ending = Search::new(problem, Limits::default(), seed).run(
            |values| {
                found.push(values.to_vec());
                true
            },
            &|| false,
        );
        assert_eq!((ending, problem.engine.calls), (Ending::Complete, calls));
        found.sort_unstable();
        found
    }

    fn rows(values: &[Vec<i64>]) -> Vec<Vec<i64>> {
        values.iter().fold(vec![Vec::new()], |rows, values| {
            let longer = |row: Vec<i64>| {
                values.iter().map(move |&value| row.iter().copied().chain([value]).collect::<Vec<_>>())
            };
            rows.into_iter().flat_map(longer).collect()
        })
    }

    #[test]
    fn random_boards_have_the_solutions_of_brute_force() {
        let mut counts = [0; 2];
        for seed in 0..1000 {
            let mut random = Random::new(seed);
            let cells = 2 + random.below(6);
            let most = 2 + random.below(4) as i64;
            let low = random.below(60) as i64 - 58;
            let some = |random: &mut Random| {
                let kept: Vec<i64> =
                    (0..most).filter(|_| random.below(5) > 0).map(|value| low + value).collect();
                if kept.is_empty() { vec![low] } else { kept }
            };
            let values: Vec<Vec<i64>> = (0..cells).map(|_| some(&mut random)).collect();
            let groups: Vec<Vec<usize>> = (0..=random.below(4))
                .map(|_| (0..cells).filter(|_| random.below(3) > 0).collect())
                .filter(|group: &Vec<usize>| group.len() > 1)
                .collect();
            let differ = |row: &Vec<i64>| {
                groups.iter().all(|group| {
                    (1..group.len()).all(|at| group[..at].iter().all(|&cell| row[cell] != row[group[at]]))
                })
            };
            let mut expected: Vec<Vec<i64>> = rows(&values).into_iter().filter(differ).collect();
            let apart = *random.pick(&[1, 11, 30, 80]);
            let mut problem = board(&values, &groups, apart);
            let own = |found: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
                found.into_iter().map(|row| row.into_iter().step_by(apart).collect()).collect()
            };
            assert_eq!(own(solutions(&mut problem, seed)), expected, "seed {seed}");
            counts[usize::from(expected.is_empty())] += 1;
            // The same board with a cell given and a value of another ruled out, and afterwards without.
            let (given, other) = (random.below(cells), random.below(cells));
            let value = *random.pick(&values[given]);
            let store = &mut problem.engine.store;
            store.push_level();
            let vars = [given, other].map(|cell| VarId((cell * apart) as u32));
            let gone = store.max(vars[1]);
            if store.fix(vars[0], value).and_then(|()| store.remove(vars[1], gone)).is_ok() {
                expected.retain(|row| row[given] == value && row[other] != gone);
                assert_eq!(own(solutions(&mut problem, seed)), expected, "seed {seed}, with givens");
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?} with and without solutions");
    }

    #[test]
    fn latin_squares_are_counted() {
        for (size, count) in [(3, 12), (4, 576), (5, 161_280)] {
            let lines = (0..size).flat_map(|at| {
                [
                    (0..size).map(|other| size * at + other).collect(),
                    (0..size).map(|other| size * other + at).collect(),
                ]
            });
            let groups: Vec<Vec<usize>> = lines.collect();
            let values = vec![(1..=size as i64).collect(); size * size];
            assert_eq!(solutions(&mut board(&values, &groups, 1), 1).len(), count);
        }
    }

    /// Lines of a board of some cells: how many of each value, where three are not alike, which lines differ.
    fn draw_lines(random: &mut Random, cells: usize) -> Vec<Line> {
        // Every cell lies in a line.
        let all = Line::new((0..cells as u32).collect());
        let mut lines = vec![all];
        for _ in 0..random.below(3) {
            let some: Vec<u32> = (0..cells as u32).filter(|_| random.below(4) > 0).collect();
            if !some.is_empty() {
                lines.push(Line::new(some));
            }
        }
        for line in &mut lines {
            let length = line.cells.len();
            let most = |random: &mut Random| (length - random.below(1 + 2 * length / 3)) as u32;
            line.most = [most(random), most(random)];
            let runs = |random: &mut Random| {
                (0..length.saturating_sub(2)).filter(|_| random.below(2) > 0).fold(0, |all, at| all | 1 << at)
            };
            line.runs = [runs(random), runs(random)];
        }
        for at in 1..lines.len() {
            for other in 0..at {
                let alike = lines[at].cells == lines[other].cells;
                if !alike && lines[at].cells.len() == lines[other].cells.len() {
                    lines[at].unlike.push(other as u32);
                    lines[other].unlike.push(at as u32);
                }
            }
        }
        lines
    }

    fn fits(lines: &[Line], row: &[i64]) -> bool {
        let values =
            |line: &Line| -> Vec<i64> { line.cells.iter().map(|&cell| row[cell as usize]).collect() };
        lines.iter().all(|line| {
            let own = values(line);
            (0..2).all(|value| {
                let is_run = |at: usize| line.runs[value] >> at & 1 == 1;
                own.iter().filter(|&&other| other == value as i64).count() <= line.most[value] as usize
                    && !own.windows(3).enumerate().any(|(at, run)| is_run(at) && run == [value as i64; 3])
            }) && line.unlike.iter().all(|&other| values(&lines[other as usize]) != own)
        })
    }

    #[test]
    fn random_lines_have_the_solutions_of_brute_force() {
        let mut counts = [0; 3];
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let cells = 3 + random.below(7);
            let lines = draw_lines(&mut random, cells);
            let values: Vec<Vec<i64>> = (0..cells)
                .map(|_| match random.below(3) {
                    0 => vec![random.below(2) as i64],
                    _ => vec![0, 1],
                })
                .collect();
            let mut expected: Vec<Vec<i64>> =
                rows(&values).into_iter().filter(|row| fits(&lines, row)).collect();
            let mut engine = Engine::default();
            let vars: Vec<VarId> =
                values.iter().map(|values| engine.store.add(values.iter().copied())).collect();
            // A propagator to be put to use, which has nothing to say.
            let terms = vec![(1, View::Var(vars[0]))];
            engine.post(Box::new(Linear { sign: Sign::AtMostZero, constant: -1, terms }));
            let speakers = vec![(vars.clone(), 0)];
            let planes = Planes::of_lines(&engine, 0, lines, speakers);
            assert!(planes.is_some(), "a board fit for planes");
            let mut problem = Problem::new(engine, vars.iter().map(|&var| (var, true)).collect());
            problem.planes = planes;
            assert_eq!(solutions(&mut problem, seed), expected, "seed {seed}");
            counts[expected.len().min(2)] += 1;
            // The same board with a cell given, and then what follows from that.
            let cell = random.below(cells);
            let value = *random.pick(&values[cell]);
            problem.engine.store.push_level();
            if problem.engine.store.fix(vars[cell], value).is_ok() {
                expected.retain(|row| row[cell] == value);
                assert_eq!(solutions(&mut problem, seed), expected, "seed {seed}, with a given");
                if problem.settle().is_ok() {
                    for (at, &var) in vars.iter().enumerate() {
                        let left = problem.left(var);
                        assert!(expected.iter().all(|row| left.contains(&row[at])), "seed {seed}");
                    }
                } else {
                    assert!(expected.is_empty(), "seed {seed}");
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?} with none, one and several solutions");
    }
}
