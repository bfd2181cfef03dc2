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
    /// `loop(Relation)`
    Loop,
    /// `reach(A, Relation)`, a value
    Reach,
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
        ("loop", 1, Construct::Named(Named::Loop)),
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
            Construct::Goal(_)
            | Construct::Named(Named::Area | Named::Connected | Named::ConnectedBy | Named::Loop) => false,
        }
    }
}
