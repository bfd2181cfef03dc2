//! The constructs of the language that are names with arguments, declared once: name, number of arguments, and what it is.

/// What a name with arguments stands for without any definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Construct {
    /// A function; with one more argument a goal that asks for its result.
    Function(Function),
    /// A goal on values.
    Goal(Builtin),
    /// What names a layer or a relation.
    Named(Named),
}

/// Built-in functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// Sum of a list.
    Sum,
    /// Length of a list.
    Len,
    /// Least element.
    Min,
    /// Greatest element.
    Max,
    /// Product of a list.
    Product,
    /// The list from its end.
    Reverse,
    /// The element at an index, from 1.
    Nth,
    /// Absolute value.
    Abs,
    /// The set of a list's elements; written `{E : Goals}`, it has no name.
    Set,
}

/// Built-in goals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `distinct(L)`
    Distinct,
    /// `same(A, B)`
    Same,
    /// `square(A)`
    Square,
}

impl Builtin {
    /// Whether it asks only for values, and not at which places they are.
    pub fn by_value(self) -> bool {
        match self {
            Builtin::Distinct => true,
            Builtin::Same | Builtin::Square => false,
        }
    }
}

/// Constructs one argument of which is the name of a layer or a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {
    /// `area(Layer, S, Cells)`
    Area,
    /// `connected(L)`, by `adjacent`
    Connected,
    /// `connected(L, Relation)`
    ConnectedBy,
    /// `loop(Relation)`, `tree(Relation)` and the like
    Forms(Form),
    /// `end(A, Relation)` and the like
    Lies(Lie),
    /// `reach(A, Relation)`, a value
    Reach,
}

/// What the pairs of a relation form, taken both ways. A place counts if it has a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Exactly one closed loop.
    Loop,
    /// Closed loops and nothing else, or nothing.
    Loops,
    /// Exactly one path, from one end to the other.
    Path,
    /// Exactly one tree.
    Tree,
    /// Anything without a closed loop.
    Acyclic,
}

/// How many places and pairs there are, and how they hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census {
    /// Places with a pair.
    pub places: usize,
    /// Pairs, each counted once.
    pub pairs: usize,
    /// Groups of places that hang together.
    pub groups: usize,
    /// The least and the greatest number of pairs at a place.
    pub least: usize,
    /// The greatest.
    pub most: usize,
}

impl Census {
    /// Whether no pairs close a loop: each joins two groups to one.
    pub fn is_open(self) -> bool {
        self.pairs + self.groups == self.places
    }
}

impl Form {
    /// Its name.
    pub fn name(self) -> &'static str {
        Construct::Named(Named::Forms(self)).name()
    }

    /// Whether pairs form this.
    pub fn fits(self, census: Census) -> bool {
        let loops = census.places == 0 || (census.least, census.most) == (2, 2);
        let tree = census.is_open() && census.groups == 1;
        match self {
            Form::Loop => loops && census.groups == 1,
            Form::Loops => loops,
            Form::Path => tree && census.most <= 2,
            Form::Tree => tree,
            Form::Acyclic => census.is_open(),
        }
    }
}

/// How a place lies to the pairs of a relation, taken both ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lie {
    /// It has exactly one pair.
    End,
    /// It lies inside what the pairs enclose.
    Inside,
    /// It lies outside what the pairs enclose.
    Outside,
}

impl Lie {
    /// Its name.
    pub fn name(self) -> &'static str {
        Construct::Named(Named::Lies(self)).name()
    }
}

impl Construct {
    /// All of them.
    pub const ALL: &'static [(&'static str, usize, Construct)] = &[
        ("sum", 1, Construct::Function(Function::Sum)),
        ("len", 1, Construct::Function(Function::Len)),
        ("min", 1, Construct::Function(Function::Min)),
        ("max", 1, Construct::Function(Function::Max)),
        ("product", 1, Construct::Function(Function::Product)),
        ("reverse", 1, Construct::Function(Function::Reverse)),
        ("nth", 2, Construct::Function(Function::Nth)),
        ("abs", 1, Construct::Function(Function::Abs)),
        ("distinct", 1, Construct::Goal(Builtin::Distinct)),
        ("same", 2, Construct::Goal(Builtin::Same)),
        ("square", 1, Construct::Goal(Builtin::Square)),
        ("area", 3, Construct::Named(Named::Area)),
        ("connected", 1, Construct::Named(Named::Connected)),
        ("connected", 2, Construct::Named(Named::ConnectedBy)),
        ("loop", 1, Construct::Named(Named::Forms(Form::Loop))),
        ("loops", 1, Construct::Named(Named::Forms(Form::Loops))),
        ("path", 1, Construct::Named(Named::Forms(Form::Path))),
        ("tree", 1, Construct::Named(Named::Forms(Form::Tree))),
        ("acyclic", 1, Construct::Named(Named::Forms(Form::Acyclic))),
        ("end", 2, Construct::Named(Named::Lies(Lie::End))),
        ("inside", 2, Construct::Named(Named::Lies(Lie::Inside))),
        ("outside", 2, Construct::Named(Named::Lies(Lie::Outside))),
        ("reach", 2, Construct::Named(Named::Reach)),
    ];

    /// The construct with this name and number of arguments.
    pub fn find(name: &str, arity: usize) -> Option<Construct> {
        Self::ALL.iter().find(|entry| entry.0 == name && entry.1 == arity).map(|entry| entry.2)
    }

    /// The function with this name and number of arguments.
    pub fn function(name: &str, arity: usize) -> Option<Function> {
        if let Some(Construct::Function(function)) = Self::find(name, arity) { Some(function) } else { None }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|entry| entry.2 == self).map_or("", |entry| entry.0)
    }

    /// Whether it has a value; else it is a goal.
    pub fn is_value(self) -> bool {
        match self {
            Construct::Function(_) | Construct::Named(Named::Reach) => true,
            Construct::Goal(_) | Construct::Named(_) => false,
        }
    }
}
