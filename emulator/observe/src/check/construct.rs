//! The calls that make datatypes from other datatypes (MPI 4.1 §5.1.2 to §5.1.7).

use super::call::Call;
use super::datatype::{Block, Datatype};

/// `MPI_ORDER_C`: elements of the last dimension are adjacent in memory.
const ORDER_C: i32 = 12;
/// The most blocks of one type.
const BLOCKS_MAX: i64 = 1 << 20;

/// The new datatype. None if an old datatype is not known, or if the call makes no datatype.
pub(super) fn construct(call: &Call<'_>, known: impl Fn(u64) -> Option<Datatype>) -> Option<Datatype> {
    if call.has("types") {
        return of_struct(call, known);
    }
    let old = known(call.handle("oldtype"))?;
    let unit = |is_bytes: bool| if is_bytes { 1 } else { old.extent() };
    let counted = |parameter: &str| u64::try_from(call.count(parameter)).ok();
    match call.name() {
        "MPI_Type_dup" => Some(old),
        "MPI_Type_contiguous" => Some(Datatype::of_blocks(&[(0, counted("count")?, &old)])),
        "MPI_Type_vector" => {
            let stride = if call.function.is_large { call.count("stride") } else { i64::from(call.int("stride")) };
            vector(call, stride.checked_mul(old.extent())?, &old)
        }
        "MPI_Type_create_hvector" | "MPI_Type_hvector" => vector(call, call.address("stride"), &old),
        "MPI_Type_indexed" => indexed(call, unit(false), &old),
        "MPI_Type_create_hindexed" | "MPI_Type_hindexed" => indexed(call, unit(true), &old),
        "MPI_Type_create_indexed_block" => indexed(call, unit(false), &old),
        "MPI_Type_create_hindexed_block" => indexed(call, unit(true), &old),
        "MPI_Type_create_subarray" => subarray(call, &old),
        "MPI_Type_create_resized" => {
            let lower = call.address("lb");
            Some(Datatype { lower, upper: lower.checked_add(call.address("extent"))?, ..old })
        }
        _ => None,
    }
}

fn of_struct(call: &Call<'_>, known: impl Fn(u64) -> Option<Datatype>) -> Option<Datatype> {
    let types: Vec<Datatype> = call.list("types").iter().map(|handle| known(*handle as u64)).collect::<Option<_>>()?;
    let places = call.list("displacements").iter().zip(call.list("blocklengths"));
    let blocks: Vec<Block<'_>> = places
        .zip(&types)
        .map(|((at, length), of)| Some((*at, u64::try_from(*length).ok()?, of)))
        .collect::<Option<_>>()?;
    Some(Datatype::of_struct(&blocks))
}

/// Blocks at equal distances in bytes.
fn vector(call: &Call<'_>, stride: i64, old: &Datatype) -> Option<Datatype> {
    let (count, length) = (call.count("count"), u64::try_from(call.count("blocklength")).ok()?);
    let blocks: Vec<Block<'_>> = (0..count.min(BLOCKS_MAX))
        .map(|block| Some((stride.checked_mul(block)?, length, old)))
        .collect::<Option<_>>()?;
    (count <= BLOCKS_MAX).then(|| Datatype::of_blocks(&blocks))
}

/// Blocks at any distances, given in units of `unit` bytes.
fn indexed(call: &Call<'_>, unit: i64, old: &Datatype) -> Option<Datatype> {
    let same = call.has("blocklength").then(|| call.count("blocklength"));
    let lengths = call.list("blocklengths");
    let blocks: Vec<Block<'_>> = call
        .list("displacements")
        .iter()
        .enumerate()
        .map(|(index, at)| {
            let length = same.or_else(|| lengths.get(index).copied())?;
            Some((at.checked_mul(unit)?, u64::try_from(length).ok()?, old))
        })
        .collect::<Option<_>>()?;
    Some(Datatype::of_blocks(&blocks))
}

/// A part of an array of several dimensions. Its extent is that of the whole array.
fn subarray(call: &Call<'_>, old: &Datatype) -> Option<Datatype> {
    let dimension = |(size, (part, start)): (&i64, (&i64, &i64))| (*size, *part, *start);
    let parts = call.list("subsizes").iter().zip(call.list("starts"));
    let mut dimensions: Vec<(i64, i64, i64)> = call.list("sizes").iter().zip(parts).map(dimension).collect();
    if call.int("order") == ORDER_C {
        dimensions.reverse();
    }
    // The beginnings of lines of adjacent elements, from the innermost dimension outwards.
    let (_, line, mut at) = *dimensions.first()?;
    let mut begins = vec![0_i64];
    let mut stride = dimensions[0].0;
    for (size, part, start) in dimensions[1..].iter().copied() {
        at = at.checked_add(start.checked_mul(stride)?)?;
        if part < 0 || (begins.len() as i64).checked_mul(part)? > BLOCKS_MAX {
            return None;
        }
        begins = (0..part).flat_map(|index| begins.iter().map(move |begin| begin + index * stride)).collect();
        stride = stride.checked_mul(size)?;
    }
    let (extent, line) = (old.extent(), u64::try_from(line).ok()?);
    let blocks: Vec<Block<'_>> = begins
        .iter()
        .map(|begin| Some((begin.checked_add(at)?.checked_mul(extent)?, line, old)))
        .collect::<Option<_>>()?;
    Some(Datatype { lower: 0, upper: stride.checked_mul(extent)?, ..Datatype::of_blocks(&blocks) })
}
