//! Nogoods for all that a relation of few values rules out: boxes of rows without an allowed one, each as large as it can be.
//!
//! ```text
//! if a = 1, then x = y     x = 1, not y = 1, a = 1      not x = 1, y = 1, a = 1      and so on for each value
//! ```
//!
//! Every row that is not allowed lies in a box, so that the nogoods say as much as the relation. What they prune as clauses may be
//! less: `a` stays open above where `x` and `y` have no value in common.

/// The most rows that are looked at.
const MOST_ROWS: usize = 1 << 12;

/// The boxes of a relation over columns of so many values: for each column the values, as bits. Nothing if there are more than
/// that, or too many rows.
pub fn cover(sizes: &[usize], most: usize, allows: &dyn Fn(&[usize]) -> bool) -> Option<Vec<Vec<u64>>> {
    let count = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size))?;
    if count > MOST_ROWS || sizes.iter().any(|&size| size > 64) {
        return None;
    }
    let mut row = vec![0; sizes.len()];
    let allowed: Vec<bool> = (0..count)
        .map(|number| {
            split(sizes, number, &mut row);
            allows(&row)
        })
        .collect();
    let mut boxes: Vec<Vec<u64>> = Vec::new();
    // Which column grows first decides which of the largest boxes a row comes to lie in. Without columns there is one row, too.
    for first in 0..sizes.len().max(1) {
        let mut own: Vec<Vec<u64>> = Vec::new();
        for number in (0..count).filter(|&number| !allowed[number]) {
            split(sizes, number, &mut row);
            let holds =
                |found: &Vec<u64>| found.iter().zip(&row).all(|(values, &value)| values >> value & 1 == 1);
            if own.iter().any(holds) {
                continue;
            }
            let mut found: Vec<u64> = row.iter().map(|&value| 1 << value).collect();
            for at in (first..sizes.len()).chain(0..first) {
                for value in 0..sizes[at] {
                    let before = std::mem::replace(&mut found[at], 1 << value);
                    let grows = before >> value & 1 == 1 || is_empty(sizes, &found, &allowed, 0, 1);
                    found[at] = if grows { before | 1 << value } else { before };
                }
            }
            if !boxes.contains(&found) {
                if boxes.len() == most {
                    return None;
                }
                boxes.push(found.clone());
            }
            own.push(found);
        }
    }
    Some(boxes)
}

/// The values of a row; those of the first column change fastest.
fn split(sizes: &[usize], mut number: usize, row: &mut [usize]) {
    for (value, &size) in row.iter_mut().zip(sizes) {
        *value = number % size;
        number /= size;
    }
}

/// Whether no row of a box is allowed: from this number on, in steps of this many for the next column.
fn is_empty(sizes: &[usize], values: &[u64], allowed: &[bool], from: usize, step: usize) -> bool {
    let ([size, sizes @ ..], [own, values @ ..]) = (sizes, values) else { return !allowed[from] };
    (0..*size)
        .filter(|value| own >> value & 1 == 1)
        .all(|value| is_empty(sizes, values, allowed, from + value * step, step * size))
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn a_condition_for_equality_is_two_nogoods_a_value() {
        let equal = |row: &[usize]| row[0] == 0 || row[1] == row[2];
        let boxes = cover(&[2, 5, 5], 100, &equal).expect("few");
        assert_eq!(boxes.len(), 10);
        assert!(boxes.contains(&vec![0b10, 0b00100, 0b11011]));
        assert!(boxes.contains(&vec![0b10, 0b11011, 0b00100]));
        assert_eq!(cover(&[2, 5, 5], 9, &equal), None);
    }

    #[test]
    fn two_of_four_are_no_three_and_not_two_missing() {
        let boxes = cover(&[2; 4], 100, &|row| row.iter().sum::<usize>() == 2).expect("few");
        assert_eq!(boxes.len(), 8);
        assert!(boxes.iter().all(|found| found.iter().filter(|&&values| values != 0b11).count() == 3));
    }

    #[test]
    fn what_never_holds_has_a_box_without_columns() {
        assert_eq!(cover(&[], 1, &|_| false), Some(vec![vec![]]));
        assert_eq!(cover(&[], 1, &|_| true), Some(vec![]));
    }
}
