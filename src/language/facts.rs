//! What the language has, one table: every keyword, sign and built-in name, how it is written and what it means. The tables of
//! the manual, the words that editors colour, completion and hover are made from it; a test fails where they drift.

use Kind::{Arithmetic, Constraint, Expectation, Figure, Function, Goal, Item, Pattern, Prelude, Statement};

/// What sort of thing a fact is about; each is a table of the manual.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A statement, with the word or sign by which it is told.
    Statement,
    /// A condition.
    Goal,
    /// An item of a list pattern.
    Pattern,
    /// A sign between numbers.
    Arithmetic,
    /// A built-in function.
    Function,
    /// A built-in goal, or a name that is built in.
    Constraint,
    /// An item of a line grammar.
    Item,
    /// A definition or an input of the prelude.
    Prelude,
    /// What can be drawn.
    Figure,
    /// What can be expected.
    Expectation,
}

/// Something the language has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What sort of thing it is.
    pub kind: Kind,
    /// The words and signs that it is found by, the main one first; none where there is only the form.
    pub words: &'static [&'static str],
    /// How it is written, what may be left out in brackets.
    pub usages: &'static [&'static str],
    /// What it means, in Markdown; links are those of a page in `docs/`.
    pub doc: &'static str,
}

impl Fact {
    /// What it means, without links to pages that are elsewhere.
    pub fn plain(&self) -> String {
        let mut plain = String::new();
        let mut rest = self.doc;
        while let Some((before, link)) = rest.split_once('[')
            && let Some((text, after)) = link.split_once("](")
            && let Some((_, after)) = after.split_once(')')
        {
            plain.push_str(before);
            plain.push_str(text);
            rest = after;
        }
        plain + rest
    }
}

/// All facts of one sort, in the order of the manual.
pub fn all(kind: Kind) -> impl Iterator<Item = &'static Fact> + Clone {
    FACTS.iter().filter(move |fact| fact.kind == kind)
}

/// What is known about a word or a sign, most often one fact: `line` is a definition and a figure.
pub fn about(word: &str) -> impl Iterator<Item = &'static Fact> {
    FACTS.iter().filter(move |fact| fact.words.contains(&word))
}

/// What a word or a sign is as one of a sort.
pub fn find(kind: Kind, word: &str) -> Option<&'static Fact> {
    about(word).find(|fact| fact.kind == kind)
}

const fn fact(
    kind: Kind,
    words: &'static [&'static str],
    usages: &'static [&'static str],
    doc: &'static str,
) -> Fact {
    Fact { kind, words, usages, doc }
}

/// The table.
#[rustfmt::skip]
pub const FACTS: &[Fact] = &[
    fact(Statement, &["language"], &["language 2."], "the version of the language that the file was written for ([E215](codes/E215.md)); may be left out"),
    fact(Statement, &["param"], &["param n = 8.", "param r = E ; 3."], "a named constant that whoever uses the rules may set; of several defaults the first counts whose params are known and that has a value"),
    fact(Statement, &["grid"], &["grid(r, c) :: D."], "the board, one unknown with domain `D` in each cell; without `:: D` squares only"),
    fact(Statement, &["::"], &["h(X) :: D :- Body."], "one unknown `h(X)` for each answer of the body; also defines the goal `h(X)`, \"this unknown exists\""),
    fact(Statement, &["hidden"], &["hidden h(X) :: D :- Body."], "unknowns that are no part of the answer: solutions that differ only here count as one"),
    fact(Statement, &["input"], &["input p(A, B).", "input p(A, [B]).", "input p(dot(R, C), B).", "input p(point(Y, X), B).", "input p(unit(Y, X), B)."], "a predicate that a puzzle may supply; without facts it has no answer. With a dot or a point it is drawn finer than the grid ([clues](#clues)), with a unit it is a drawing of [shapes](#shapes). With `[B]` the last argument is a list, and a lone symbol in a drawing or strip is read as a list of one"),
    fact(Statement, &["offer"], &["offer p(A, B) :- Body.", "offer all(p(A, B)) :- Body."], "what `generate` may give: on a finished grid, each answer of the body is a fact of the input `p`; with `all` a puzzle tells every one of them, else as many as it needs ([generating.md](generating.md))"),
    fact(Statement, &["sketch"], &["sketch set with p = E."], "where `generate` takes boards from: a rule set whose offers are inputs of this one ([generating.md](generating.md))"),
    fact(Statement, &[":-"], &["head.", "head :- Body."], "a clause of a definition: the head holds, or holds where the body does"),
    fact(Statement, &[":"], &["name: Cond => Must.", "name: Must."], "a law: for every way in which Cond holds, Must holds. Without `=>` it has no free placeholder"),
    fact(Statement, &["-->"], &["head --> Items."], "a clause of a line grammar"),
    fact(Statement, &["\"\"\""], &["name \"\"\" drawing \"\"\"."], "a layer, or marks between cells"),
    fact(Statement, &["\""], &["name \"clues\"."], "a strip: `name(I, Clue)`"),
    fact(Statement, &[], &["title \"text\".", "author \"text\"."], "what the file is called and who made it, for pictures in print ([drawing.md](drawing.md#booklets)); that of a puzzle counts before that of its rules"),
    fact(Statement, &["move"], &["move head: Cond => Must."], "a move: right of `=>`, primed places get new values"),
    fact(Statement, &["goal"], &["goal: Cond => Must."], "what the last position must satisfy; several goals must all hold"),
    fact(Statement, &["bound"], &["bound: E."], "every plan from a position has at least `E` moves; a promise that makes the search faster"),
    fact(Statement, &["use", "with"], &["use set with p = E, q = F."], "takes another rule set in and sets its params"),
    fact(Statement, &["drop"], &["drop name.", "drop name/k."], "takes a used law, move, `goal`, `bound`, `sketch`, `offer`, `grid`, `minimise` or `maximise` out; with `/k` a definition of k arguments"),
    fact(Statement, &["minimise"], &["minimise E."], "the objective: the best solution is the one in which this number is least; at most one"),
    fact(Statement, &["maximise"], &["maximise E."], "the objective: the best solution is the one in which this number is greatest; at most one"),
    fact(Statement, &["expect"], &["expect W.", "expect W = N."], "a test: what must come out ([testing.md](testing.md))"),
    fact(Statement, &["draw"], &["draw figure(Args).", "draw figure(Args) :- Body."], "what pictures show, a figure for each answer of the body ([drawing.md](drawing.md))"),

    fact(Goal, &["("], &["p(X, Y)"], "a call: definitions, inputs, unknowns, built-in predicates"),
    fact(Goal, &["="], &["A = B"], "binds a name that has no value yet to the other side's term; else compares values. Lists are compared element by element"),
    fact(Goal, &["\\="], &["A \\= B"], "the values differ"),
    fact(Goal, &["<"], &["A < B"], "the value of A is less; numbers only"),
    fact(Goal, &["=<"], &["A =< B"], "the value of A is less or equal; numbers only"),
    fact(Goal, &[">"], &["A > B"], "the value of A is greater; numbers only"),
    fact(Goal, &[">="], &["A >= B"], "the value of A is greater or equal; numbers only"),
    fact(Goal, &[], &["A =< B < C"], "a chain: each comparison holds; its signs are `<`, `=<` and `=`, or `>`, `>=` and `=`"),
    fact(Goal, &["in"], &["X in L"], "X unbound: runs through the elements. X a place and L a list of places: is it one of them? L numbers or symbols: is its value one of them?"),
    fact(Goal, &["matches"], &["L matches g(X)"], "the values of the whole list are in the language of the grammar"),
    fact(Goal, &[","], &["G, H"], "both"),
    fact(Goal, &[";"], &["G ; H"], "at least one"),
    fact(Goal, &["not"], &["not G"], "G does not hold"),
    fact(Goal, &["=>"], &["G => H"], "for every way in which G holds, H holds; in parentheses inside a goal"),
    fact(Goal, &["<=>"], &["G <=> H"], "one holds exactly if the other does; in parentheses inside a goal"),
    fact(Goal, &["true"], &["true"], "holds"),
    fact(Goal, &["false"], &["false"], "does not hold"),

    fact(Pattern, &[], &["A"], "one element"),
    fact(Pattern, &[".."], &["..", "..N"], "any elements, also none; with a name, which stands for them"),
    fact(Pattern, &["*"], &["E*"], "any number of elements equal to `E`"),
    fact(Pattern, &["|"], &["| T"], "the rest of the list"),

    fact(Arithmetic, &["+"], &["A + B"], "sum"),
    fact(Arithmetic, &["-"], &["A - B", "-A"], "difference, negative"),
    fact(Arithmetic, &["*"], &["A * B"], "product"),
    fact(Arithmetic, &["/"], &["A / B"], "quotient, rounded down: `-7 / 2` is -4"),
    fact(Arithmetic, &["mod"], &["A mod B"], "remainder, with the sign of the divisor: `-7 mod 2` is 1"),
    fact(Arithmetic, &[".."], &["A..B"], "the range of integers from A to B; empty if A is above B"),
    fact(Arithmetic, &["'"], &["X'"], "the value afterwards, in moves only"),

    fact(Function, &["sum"], &["sum(L)"], "the sum of the elements; 0 for the empty list"),
    fact(Function, &["product"], &["product(L)"], "the product of the elements; 1 for the empty list"),
    fact(Function, &["len"], &["len(L)"], "the number of elements"),
    fact(Function, &["min"], &["min(L)"], "the least element; for an empty list the goal around it is false"),
    fact(Function, &["max"], &["max(L)"], "the greatest element; for an empty list the goal around it is false, so write `max([0 | L])`"),
    fact(Function, &["reverse"], &["reverse(L)"], "the list from its end"),
    fact(Function, &["nth"], &["nth(I, L)"], "element I, counted from 1"),
    fact(Function, &["abs"], &["abs(A)"], "the number without its sign"),

    fact(Constraint, &["distinct"], &["distinct(L)"], "no two elements are equal; elements are values, or lists compared as a whole"),
    fact(Constraint, &["connected"], &["connected(L)", "connected(L, Rel)"], "the cells of L hang together, side by side, whichever way; none or one does. With Rel the places of L hang together along that relation, taken both ways, and only through L"),
    fact(Constraint, &["reach"], &["reach(A, Rel)"], "the places that can be reached from A along Rel, in its direction, A among them; for `len` and `in`"),
    fact(Constraint, &["loop"], &["loop(Rel)"], "the pairs of Rel, taken both ways, form exactly one closed loop; not to be denied ([E214](codes/E214.md))"),
    fact(Constraint, &["loops"], &["loops(Rel)"], "they form closed loops and nothing else, or there are none; not to be denied"),
    fact(Constraint, &["path"], &["path(Rel)"], "they form exactly one path, which does not cross itself; not to be denied"),
    fact(Constraint, &["tree"], &["tree(Rel)"], "they form exactly one tree: all hang together, and none closes a loop; not to be denied"),
    fact(Constraint, &["acyclic"], &["acyclic(Rel)"], "none of them closes a loop"),
    fact(Constraint, &["end"], &["end(A, Rel)"], "A has exactly one pair of Rel, taken both ways: a path ends there"),
    fact(Constraint, &["inside"], &["inside(A, Rel)"], "A, a cell or a dot, lies inside the loop or loops that the pairs of Rel form between cells or dots, and not on them"),
    fact(Constraint, &["outside"], &["outside(A, Rel)"], "A lies outside them, and not on them"),
    fact(Constraint, &["same"], &["same(A, B)"], "A and B are one place"),
    fact(Constraint, &["square"], &["square(A)"], "A is a square of the grid, a wall or not"),
    fact(Constraint, &["area"], &["area(Layer, S, L)"], "L lists the cells that the layer marks with S, one answer for each symbol S"),
    fact(Constraint, &["rows"], &["rows"], "the number of rows of the grid"),
    fact(Constraint, &["cols"], &["cols"], "the number of columns of the grid"),

    fact(Item, &[], &["1", "sea", "\"#\"", "n"], "one cell of that value, written or that of a param"),
    fact(Item, &[], &["X"], "one cell; the first time any value, and the same one after that"),
    fact(Item, &["_"], &["_"], "one cell of any value"),
    fact(Item, &[], &["{1, 2}", "1..4"], "one cell with one of these values"),
    fact(Item, &[], &["head(args)"], "what that head reads; a bare name that is a head is the head"),
    fact(Item, &["|"], &["(a, b | c)"], "one of the two"),
    fact(Item, &[], &["[]"], "nothing"),
    fact(Item, &["*"], &["i*"], "item `i` any number of times, also not at all"),
    fact(Item, &["+"], &["i+"], "item `i` at least once"),
    fact(Item, &["^"], &["i^K"], "item `i` exactly K times"),

    fact(Prelude, &["given"], &["given(A, V)"], "input: cell A has the value V from the start. Rules may define it: `given(A, peg) :- board(A, x).`"),
    fact(Prelude, &["wall"], &["wall(A)"], "input: square A holds no unknown and stops rays. Rules may define it"),
    fact(Prelude, &["top"], &["top(I, K)"], "input: the strip above the board, K the clue of column I"),
    fact(Prelude, &["bottom"], &["bottom(I, K)"], "input: the strip below the board, K the clue of column I"),
    fact(Prelude, &["left"], &["left(I, K)"], "input: the strip left of the board, K the clue of row I"),
    fact(Prelude, &["right"], &["right(I, K)"], "input: the strip right of the board, K the clue of row I"),
    fact(Prelude, &["cell"], &["cell(A)"], "A is a square that is no wall"),
    fact(Prelude, &["cells"], &["cells(L)"], "L lists all cells"),
    fact(Prelude, &["row"], &["row(R, L)"], "L is row R, from left to right"),
    fact(Prelude, &["col"], &["col(C, L)"], "L is column C, from top to bottom"),
    fact(Prelude, &["line"], &["line(L)"], "L is a row or a column"),
    fact(Prelude, &["diag"], &["diag(L)"], "L is one of the two long diagonals of a square board"),
    fact(Prelude, &["block"], &["block(H, W, L)"], "L is any rectangle of H rows and W columns"),
    fact(Prelude, &["box"], &["box(H, W, L)"], "L is one of the rectangles H by W that tile the board from its top left"),
    fact(Prelude, &["lane"], &["lane(S, I, L)"], "L is line I as it is read from side S: `left right top bottom`"),
    fact(Prelude, &["clue"], &["clue(S, I, K)"], "K is the clue at side S of line I"),
    fact(Prelude, &["way"], &["way(D, X, Y)"], "D is `up down left right`: X rows down and Y columns right"),
    fact(Prelude, &["slope"], &["slope(D, X, Y)"], "D is `upleft upright downleft downright`: X rows down and Y columns right"),
    fact(Prelude, &["heading"], &["heading(D, X, Y)"], "D is any of the eight of `way` and `slope`"),
    fact(Prelude, &["leap"], &["leap(X, Y)"], "a knight's move: X rows down and Y columns right"),
    fact(Prelude, &["opposite"], &["opposite(D, E)"], "two ways point against each other"),
    fact(Prelude, &["crosswise"], &["crosswise(D, E)"], "two ways are at right angles"),
    fact(Prelude, &["shift"], &["shift(A, X, Y, B)"], "square B lies X rows below A and Y columns to its right"),
    fact(Prelude, &["step"], &["step(A, D, B)"], "square B is one step from A in way D"),
    fact(Prelude, &["go"], &["go(A, D, B)"], "square B is one step from A in any of the eight headings D"),
    fact(Prelude, &["ray"], &["ray(A, D, L)"], "L lists the cells from A in direction D, without A, up to a wall or the edge"),
    fact(Prelude, &["beam"], &["beam(A, D, L)"], "L lists the cells from A in direction D, without A, past walls up to the edge"),
    fact(Prelude, &["adjacent"], &["adjacent(A, B)"], "cells that share a side"),
    fact(Prelude, &["touching"], &["touching(A, B)"], "cells that share a side or a corner"),
    fact(Prelude, &["knight"], &["knight(A, B)"], "cells a knight's move apart"),
    fact(Prelude, &["pair"], &["pair(A, B)"], "adjacent cells, each pair once: A is left of or above B"),
    fact(Prelude, &["around"], &["around(A, L)"], "L lists A and the cells that touch it"),
    fact(Prelude, &["side"], &["side(A, S)"], "S is a side of square A: a set of two dots, from `dot(0, 0)` to `dot(rows, cols)`"),
    fact(Prelude, &["other"], &["other(A, B)"], "A and B are two places"),
    fact(Prelude, &["alike"], &["alike(A, B)"], "adjacent cells of equal value"),
    fact(Prelude, &["count"], &["count(V, L, K)"], "K elements of L have the value V; mostly written `count(V, L)`"),
    fact(Prelude, &["laid"], &["laid(L, P)"], "P is a set of cells that the units L of a shape cover, turned, mirrored and moved in some way ([shapes](#shapes))"),
    fact(Prelude, &["laid"], &["laid(L, M, P)"], "the same within the cells M"),
    fact(Prelude, &["lay"], &["lay(L, A, P)"], "the same with the first unit of L on A, on any squares"),
    fact(Prelude, &["pose"], &["pose(E, F, G, H)"], "a way to turn and mirror: down and right become E down and G right, F down and H right"),
    fact(Prelude, &["rectangles"], &["rectangles(L)"], "every group of cells of L fills a rectangle; L may be a region ([regions](#regions))"),
    fact(Prelude, &["symmetric"], &["symmetric(L, P)"], "the cells of L are the same after half a turn around P: a cell, a dot or a point"),
    fact(Prelude, &["same_shape"], &["same_shape(L, M)"], "the cells of L cover those of M when they are turned, mirrored and moved in some way"),
    fact(Prelude, &["amid"], &["amid(P, Y, X)"], "the cell, dot or point P lies in row Y and column X of a drawing that has a symbol between two cells and where four meet"),

    fact(Figure, &["region"], &["region(Cells [, dashed])"], "a thick border around the cells; `dashed` a dashed line inside it, as for cages"),
    fact(Figure, &["border"], &["border(Cell, Cell)"], "a thick line between two neighbours"),
    fact(Figure, &["shade"], &["shade(Cells [, Colour])"], "a colour behind a cell or a list of cells; later ones cover earlier ones"),
    fact(Figure, &["line"], &["line(Places [, Style] [, Colour])"], "a line from place to place"),
    fact(Figure, &["circle"], &["circle(Place [, Colour])"], "a circle, large in a cell and small elsewhere; white unless told"),
    fact(Figure, &["square"], &["square(Place [, Colour])"], "a square, large in a cell and small elsewhere; grey unless told"),
    fact(Figure, &["triangle"], &["triangle(Place [, Colour])"], "a triangle, large in a cell and small elsewhere; green unless told"),
    fact(Figure, &["star"], &["star(Place [, Colour])"], "a star, large in a cell and small elsewhere; black unless told"),
    fact(Figure, &["cross"], &["cross(Place [, Colour])"], "a cross, large in a cell and small elsewhere; black unless told"),
    fact(Figure, &["tree"], &["tree(Place [, Colour])"], "a tree; green unless told"),
    fact(Figure, &["tent"], &["tent(Place [, Colour])"], "a tent; red unless told"),
    fact(Figure, &["text"], &["text(Place, Text [, Direction])"], "a text, in the place of the cell's value; a list is written as one word: `[T, \"+\"]`. With a direction, `upleft`, `down`, .., a small text in that corner or at that side"),
    fact(Figure, &["outside"], &["outside(Side, I, Clue)"], "a clue beside line I, `Side` being `left right top bottom`; a list is written number by number"),
    fact(Figure, &["value"], &["value(Value, Text)"], "how the value is written in a cell; `\"\"` for not at all"),
    fact(Figure, &["board"], &["board(Style)", "board(Rows, Cols)"], "the squares are told apart by `lines`, `dots` or `nothing`; with two numbers the size of the picture where there is no grid"),

    fact(Expectation, &["unique"], &["unique"], "there is exactly one solution"),
    fact(Expectation, &["none"], &["none"], "there is no solution, or no plan"),
    fact(Expectation, &["several"], &["several"], "there are two or more solutions"),
    fact(Expectation, &["count"], &["count = N"], "there are exactly N solutions, or shortest plans"),
    fact(Expectation, &["moves"], &["moves = N"], "the shortest plan has N moves"),
    fact(Expectation, &["best"], &["best = N"], "the objective reaches N and nothing better"),
    fact(Expectation, &["implied"], &["implied = LAW"], "the other laws imply this one; it is there for speed, or for people"),
    fact(Expectation, &["slack"], &["slack = LAW"], "a weaker law says as much; leaving it out must still be noticed"),
];
