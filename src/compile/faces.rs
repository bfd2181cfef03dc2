//! What follows from sets of cells that hang together, each by itself, and have no cell in common: in a planar graph they do not
//! cross around any face.
//!
//! ```text
//! b ? w     no two of the colours  b w     nor, along the rim,   b . . w
//! ? ? ?     may lie like this:     w b     like this:            .     .
//! w ? b                                                          w . . b
//! ```
//!
//! That a graph is planar is proved by its faces. Its edges are put around each cell as they lie on the grid, the walks along them
//! that keep to one side are followed, and by Euler's formula, nodes - edges + faces = 2 for what is connected, these are the
//! faces of a drawing on a sphere without a crossing. How the edges came to be in that order does not matter then. Nodes that
//! are no cells, such as a frame around the board, must have a face of their own with all they are joined to.

use std::collections::BTreeMap;

use super::Model;
use crate::base::hash::Map;
use crate::language::term::TermId;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::connected::Connected;
use crate::solver::constraints::graph::UnionFind;
use crate::solver::constraints::literal::Literal;
use crate::solver::constraints::uncrossed::Uncrossed;
use crate::solver::engine::Store;

/// Places that hang together.
#[derive(Debug)]
struct Net {
    /// For each place, in order, when it is one of them.
    nodes: Vec<Literal>,
    /// The places between which there may be an edge, the smaller first.
    edges: Vec<(u32, u32)>,
    /// For each node that is no place the places that it is joined to.
    others: Vec<Vec<u32>>,
}

/// What hangs together, by the places that it is about.
#[derive(Debug, Default)]
pub(super) struct Nets(BTreeMap<Vec<TermId>, Vec<Net>>);

impl Nets {
    /// Remembers what hangs together; its first nodes are these places. Passed over where a place is there whatever its value is.
    pub(super) fn note(&mut self, places: &[TermId], whole: &Connected) {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_unstable_by_key(|&at| places[at]);
        let mut number = vec![0; places.len()];
        (0..).zip(&order).for_each(|(new, &old)| number[old] = new);
        let nodes: Option<Vec<Literal>> = order.iter().map(|&at| whole.literal(at)).collect();
        let Some(nodes) = nodes else { return };
        let mut net = Net { nodes, edges: Vec::new(), others: Vec::new() };
        let mut others: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (left, right) in whole.links() {
            match [left, right].map(|end| number.get(end as usize)) {
                [Some(&one), Some(&other)] => net.edges.push((one.min(other), one.max(other))),
                [Some(&place), None] => others.entry(right).or_default().push(place),
                [None, Some(&place)] => others.entry(left).or_default().push(place),
                [None, None] => return,
            }
        }
        net.others = others.into_values().collect();
        self.0.entry(order.iter().map(|&at| places[at]).collect()).or_default().push(net);
    }
}

impl Model {
    /// Posts what follows from pairs of sets that hang together and exclude each other.
    pub(super) fn post_faces(&mut self) {
        self.engine.origin = None;
        for (places, nets) in std::mem::take(&mut self.nets.0) {
            let spots: Option<Vec<(i64, i64)>> =
                places.iter().map(|&place| self.truth.world.coordinates(place)).collect();
            let Some(spots) = spots.filter(|_| nets.len() > 1) else { continue };
            let labels = |at: usize| nets.iter().map(|net| net.nodes[at]).collect::<Vec<Literal>>();
            if !(0..places.len()).all(|at| exclude_each_other(&labels(at), &self.engine.store)) {
                continue;
            }
            let mut edges: Vec<(u32, u32)> = nets.iter().flat_map(|net| net.edges.iter().copied()).collect();
            edges.sort_unstable();
            edges.dedup();
            let others: Vec<&[u32]> = nets.iter().flat_map(|net| &net.others).map(Vec::as_slice).collect();
            for face in faces(&spots, &edges).and_then(|faces| without(faces, &others)).into_iter().flatten()
            {
                let corners: Vec<Vec<Literal>> = face.into_iter().map(|at| labels(at as usize)).collect();
                self.post_face(corners);
            }
        }
    }

    fn post_face(&mut self, corners: Vec<Vec<Literal>>) {
        let [one, two, three, four] = &corners[..] else {
            if corners.len() > 3 {
                self.engine.post(Box::new(Uncrossed::new(corners)));
            }
            return;
        };
        // Of four corners two that lie opposite have one label, and the others another.
        if one.len() > 2 {
            self.engine.post(Box::new(Uncrossed::new(corners)));
            return;
        }
        for (left, right) in [(0, 1), (1, 0)] {
            let all = [one[left], two[right], three[left], four[right]];
            if let Some(clause) = Clause::new(all.map(Literal::negated)).on(&self.engine.store) {
                self.engine.post(Box::new(clause));
            }
        }
    }
}

/// Whether no two of some literals hold at once, all of them being about one variable.
fn exclude_each_other(literals: &[Literal], store: &Store) -> bool {
    let Some(first) = literals.first() else { return false };
    let (_, bits) = store.word(first.var);
    let same = literals.iter().all(|literal| (literal.var, literal.base) == (first.var, first.base));
    let mut taken = 0;
    same && literals.iter().all(|literal| {
        let values = literal.mask & bits;
        let free = taken & values == 0;
        taken |= values;
        free
    })
}

/// The neighbours of a node in the order in which they lie around it.
fn around(spots: &[(i64, i64)], node: u32, neighbours: &mut [u32]) {
    let (row, column) = spots[node as usize];
    let way = |&other: &u32| (spots[other as usize].0 - row, spots[other as usize].1 - column);
    let is_lower = |(down, right): (i64, i64)| down < 0 || down == 0 && right < 0;
    neighbours.sort_unstable_by(|one, other| {
        let (one, other) = (way(one), way(other));
        let turn = one.0 * other.1 - one.1 * other.0;
        let distance = |(down, right): (i64, i64)| down * down + right * right;
        is_lower(one)
            .cmp(&is_lower(other))
            .then(turn.cmp(&0))
            .then_with(|| distance(one).cmp(&distance(other)))
    });
}

/// The faces of a graph, each as its corners in order; nothing if the edges as they lie around the nodes cross.
fn faces(spots: &[(i64, i64)], edges: &[(u32, u32)]) -> Option<Vec<Vec<u32>>> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); spots.len()];
    let mut parts = UnionFind::default();
    parts.reset(spots.len());
    let mut count = spots.len() as i64;
    for &(left, right) in edges {
        neighbours[left as usize].push(right);
        neighbours[right as usize].push(left);
        count -= i64::from(parts.join(left, right));
    }
    (0..).zip(&mut neighbours).for_each(|(node, all)| around(spots, node, all));
    // Where a walk goes on that came along an edge: the next one around the node that it came to.
    let mut next: Map<(u32, u32), u32> = Map::default();
    for (node, all) in (0..).zip(&neighbours) {
        let turned = all.iter().cycle().skip(1);
        next.extend(all.iter().zip(turned).map(|(&from, &to)| ((from, node), to)));
    }
    let mut faces = Vec::new();
    for &(left, right) in edges {
        for mut step in [(left, right), (right, left)] {
            let mut face = Vec::new();
            while let Some(to) = next.remove(&step) {
                face.push(step.1);
                step = (step.1, to);
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    // A node without an edge is a part with a face of its own, which no walk goes along.
    let lonely = neighbours.iter().filter(|all| all.is_empty()).count() as i64;
    let found = spots.len() as i64 - edges.len() as i64 + faces.len() as i64 + lonely;
    (found == 2 * count).then_some(faces)
}

/// The faces that are left when each of some other nodes has got one with all that it is joined to; nothing if there is none.
fn without(mut faces: Vec<Vec<u32>>, others: &[&[u32]]) -> Option<Vec<Vec<u32>>> {
    for joined in others {
        let at = faces.iter().position(|face| joined.iter().all(|node| face.contains(node)))?;
        faces.remove(at);
    }
    Some(faces)
}

#[cfg(test)]
mod tests {
    use super::{faces, without};
    use crate::solver::constraints::graph::Graph;
    use crate::solver::constraints::literal::{Literal, Presence};
    use crate::solver::constraints::uncrossed::Uncrossed;
    use crate::solver::engine::{Propagator, VarId};

    type Spots = Vec<(i64, i64)>;

    fn grid(rows: u32, columns: u32) -> (Spots, Vec<(u32, u32)>) {
        let spots = (0..rows).flat_map(|row| (0..columns).map(move |column| (row.into(), column.into())));
        let right = |node: u32| (node % columns + 1 < columns).then_some((node, node + 1));
        let down = |node: u32| (node / columns + 1 < rows).then_some((node, node + columns));
        let edges = (0..rows * columns).flat_map(|node| right(node).into_iter().chain(down(node)));
        (spots.collect(), edges.collect())
    }

    #[test]
    fn a_grid_has_its_squares_and_its_rim() {
        let (spots, edges) = grid(3, 4);
        let faces = faces(&spots, &edges).expect("planar");
        let mut lengths: Vec<usize> = faces.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [4, 4, 4, 4, 4, 4, 10]);
        let rim = [0, 1, 2, 3, 7, 11, 10, 9, 8, 4];
        let left = without(faces.clone(), &[&rim]).expect("a face for the frame");
        assert!(left.iter().all(|face| face.len() == 4));
        assert_eq!(without(faces.clone(), &[&rim, &rim]), None);
        assert_eq!(without(faces, &[&[0, 5, 11]]), None);
    }

    #[test]
    fn what_crosses_is_not_planar() {
        let (spots, mut edges) = grid(2, 2);
        edges.extend([(0, 3)]);
        assert!(faces(&spots, &edges).is_some());
        edges.extend([(1, 2)]);
        assert_eq!(faces(&spots, &edges), None);
        let (spots, mut edges) = grid(3, 3);
        edges.push((0, 8));
        assert_eq!(faces(&spots, &edges), None);
    }

    #[test]
    fn parts_have_faces_of_their_own() {
        let (mut spots, mut edges) = grid(2, 2);
        spots.extend([(0, 5), (0, 6), (9, 9)]);
        edges.push((4, 5));
        let found = faces(&spots, &edges).expect("planar");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2]);
    }

    /// Whether the nodes with a label hang together.
    fn hangs_together(graph: &Graph, labels: &[i64], label: i64) -> bool {
        let own: Vec<u32> = (0..labels.len() as u32).filter(|&node| labels[node as usize] == label).collect();
        let both = |edge: u32| {
            let (left, right, _) = graph.edges[edge as usize];
            [left, right].iter().all(|&end| labels[end as usize] == label)
        };
        own.first().is_none_or(|&first| graph.reached(first, both).len() == own.len())
    }

    /// All ways to give nodes one of two labels or none: where each label hangs together, no face is crossed, and for some of the
    /// others it is.
    fn never_cross(spots: &[(i64, i64)], edges: &[(u32, u32)]) {
        let graph = edges.iter().map(|&(left, right)| (left, right, Presence::Always)).collect();
        let graph = Graph::new(spots.len(), graph);
        let corner = |at: u32| [1, 2].map(|mask| Literal { var: VarId(at), base: 0, mask }).to_vec();
        let faces = faces(spots, edges).expect("planar");
        let faces: Vec<Uncrossed> =
            faces.iter().map(|face| Uncrossed::new(face.iter().map(|&at| corner(at)).collect())).collect();
        let (mut whole, mut crossed) = (0, 0);
        for number in 0..3_u32.pow(spots.len() as u32) {
            let labels: Vec<i64> =
                (0..spots.len() as u32).map(|node| i64::from(number / 3_u32.pow(node) % 3)).collect();
            let fit = faces.iter().all(|face| face.holds(&|var: VarId| labels[var.0 as usize]));
            let hang = [0, 1].iter().all(|&label| hangs_together(&graph, &labels, label));
            assert!(fit || !hang, "{labels:?} cross");
            whole += u32::from(hang);
            crossed += u32::from(!fit);
        }
        assert!(whole > 100 && crossed > 100, "{whole} {crossed}");
    }

    #[test]
    fn what_hangs_together_never_crosses() {
        let (spots, edges) = grid(3, 3);
        never_cross(&spots, &edges);
        // With a hole, a bridge, an end, and a diagonal.
        let ring: Vec<(u32, u32)> =
            edges.iter().copied().filter(|&(one, other)| one != 4 && other != 4).collect();
        never_cross(&spots, &ring);
        let bridged: Vec<(u32, u32)> =
            edges.iter().copied().filter(|edge| ![(1, 4), (3, 4), (4, 7), (6, 7)].contains(edge)).collect();
        never_cross(&spots, &bridged);
        never_cross(&spots, &[&edges[..], &[(0, 4)]].concat());
        let (spots, edges) = grid(2, 5);
        never_cross(&spots, &edges);
    }
}
