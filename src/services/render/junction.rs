//! Where lines meet: the character with the right arms.

/// All characters by the weights of their arms, as digits of a number to the base 3: up, right, down, left.
const ARMS: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// How heavy an arm is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Weight {
    /// There is none.
    #[default]
    None,
    /// A thin line.
    Light,
    /// A thick line.
    Heavy,
}

/// The character with these arms: up, right, down, left.
pub fn junction(arms: [Weight; 4]) -> char {
    let [up, rest @ ..] = arms.map(|weight| weight as usize);
    let rest = rest.into_iter().fold(0, |number, digit| 3 * number + digit);
    ARMS[up].chars().nth(rest).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::{Weight, junction};

    #[test]
    fn arms_point_where_they_should() {
        let (none, light, heavy) = (Weight::None, Weight::Light, Weight::Heavy);
        let cases = [
            ([none, none, none, none], ' '),
            ([light, light, light, light], '┼'),
            ([heavy, heavy, heavy, heavy], '╋'),
            ([none, heavy, heavy, none], '┏'),
            ([none, light, none, light], '─'),
            ([heavy, none, heavy, none], '┃'),
            ([light, heavy, light, light], '┾'),
            ([heavy, none, none, light], '┚'),
        ];
        for (arms, expected) in cases {
            assert_eq!(junction(arms), expected, "{arms:?}");
        }
    }
}
