//! Deletion: what is left of a list when everything that is not needed has been taken out.
//!
//! A deletion filter that tries halves before single elements: as few tests as `QuickXplain` where little is needed.

/// The same list without what the test does not need. What stands first is taken out first; afterwards nothing more can be.
/// The whole list must pass the test.
pub fn minimal<T: Clone>(mut list: Vec<T>, mut test: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut chunk = list.len().div_ceil(2);
    while chunk > 0 {
        let mut at = 0;
        while at < list.len() {
            let end = (at + chunk).min(list.len());
            let fewer: Vec<T> = list[..at].iter().chain(&list[end..]).cloned().collect();
            if test(&fewer) {
                list = fewer;
            } else {
                at = end;
            }
        }
        chunk /= 2;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::minimal;

    #[test]
    fn only_what_is_needed_stays() {
        let all: Vec<u32> = (0..100).collect();
        let needed = [3, 50, 51, 99];
        let kept = minimal(all, |list| needed.iter().all(|number| list.contains(number)));
        assert_eq!(kept, needed);
    }

    #[test]
    fn of_two_ways_the_later_one_stays() {
        assert_eq!(minimal(vec![1, 2, 3], |list| list.contains(&1) || list.contains(&3)), [3]);
        assert!(minimal(vec![1, 2, 3], |_| true).is_empty());
    }
}
