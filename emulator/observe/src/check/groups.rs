//! Groups: their ranks of `MPI_COMM_WORLD`, in order (MPI 4.1 §7.3.2).

use super::call::Call;

/// `MPI_GROUP_EMPTY`.
pub(super) const EMPTY: u64 = 0x109;

/// The group that a call makes from other groups. None if it is not known.
pub(super) fn construct(call: &Call<'_>, known: impl Fn(&str) -> Option<Vec<u32>>) -> Option<Vec<u32>> {
    if call.has("group1") {
        let (first, second) = (known("group1")?, known("group2")?);
        let within = |rank: &u32, group: &[u32]| group.contains(rank);
        return Some(match call.name() {
            "MPI_Group_union" => {
                first.iter().copied().chain(second.iter().copied().filter(|rank| !within(rank, &first))).collect()
            }
            "MPI_Group_intersection" => first.into_iter().filter(|rank| within(rank, &second)).collect(),
            _ => first.into_iter().filter(|rank| !within(rank, &second)).collect(),
        });
    }
    let group = known("group")?;
    let chosen: Vec<usize> = if call.has("ranges") {
        call.list("ranges").chunks_exact(3).flat_map(range).collect()
    } else {
        call.list("ranks").iter().filter_map(|rank| usize::try_from(*rank).ok()).collect()
    };
    if call.name().ends_with("incl") {
        return chosen.iter().map(|rank| group.get(*rank).copied()).collect();
    }
    Some(group.into_iter().enumerate().filter(|(rank, _)| !chosen.contains(rank)).map(|(_, world)| world).collect())
}

/// The ranks that a triple of first, last and stride means, in order.
fn range(triple: &[i64]) -> Vec<usize> {
    const RANKS_MAX: i64 = 1 << 16;
    let [first, last, stride] = *triple else { return Vec::new() };
    if stride == 0 {
        return Vec::new();
    }
    let steps = ((last - first) / stride).min(RANKS_MAX);
    (0..=steps).filter_map(|step| usize::try_from(first + step * stride).ok()).collect()
}
