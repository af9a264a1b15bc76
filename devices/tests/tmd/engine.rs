//! The Jacobi engine: a whole problem against a reference, alone and with neighbours, and problems
//! that it refuses.

use crate::world::*;
use rankine_bus::Network;

const NOBODY: u32 = 0xffff_ffff;
const COLUMNS: usize = 7;

/// Values without a pattern.
fn grid(rows: usize, seed: u64) -> Vec<Vec<f32>> {
    let mut random = Random(seed);
    let mut value = || random.below(1000) as f32 / 7.0;
    (0..rows).map(|_| (0..COLUMNS).map(|_| value()).collect()).collect()
}

fn bits(rows: &[Vec<f32>]) -> Vec<u32> {
    rows.iter().flatten().map(|value| value.to_bits()).collect()
}

/// A sweep over the rows between the first and the last. Returns the residual of each part.
fn sweep(grid: &mut [Vec<f32>], parts: &[std::ops::Range<usize>]) -> Vec<f32> {
    let old = grid.to_vec();
    let mut residuals = Vec::new();
    for part in parts {
        let mut sum = 0.0_f32;
        for (row, column) in part.clone().flat_map(|row| (1..COLUMNS - 1).map(move |column| (row, column))) {
            let mut t = old[row - 1][column] + old[row + 1][column];
            t += old[row][column - 1];
            t += old[row][column + 1];
            let v = 0.25 * t;
            let d = v - old[row][column];
            sum += d * d;
            grid[row][column] = v;
        }
        residuals.push(sum);
    }
    residuals
}

/// Engines with 3, 2 and 4 rows, on two boards, for three iterations: residuals and rows are those
/// of the reference, bit for bit.
#[test]
fn a_problem_on_three_engines() {
    let parts = [1..4, 4..6, 6..10];
    let mut expected = grid(11, 5);
    let mut world = World::new(&params(vec![with_mpe(0), engine(0), engine(0), engine(1)]));
    for (rank, part) in (1..).zip(&parts) {
        let upper = if rank == 1 { NOBODY } else { rank - 1 };
        let lower = if rank == 3 { NOBODY } else { rank + 1 };
        world.script(0, mpe_send(0, rank, 1, &[part.len() as u32, COLUMNS as u32, upper, lower, (rank - 1) % 2]));
        world.script(0, mpe_send(0, rank, 2, &bits(&expected[part.start - 1..part.end + 1])));
    }
    let mut got = Vec::new();
    for iteration in 0..3 {
        (1..4).for_each(|rank| world.script(0, mpe_receive(0, rank, 4, 1)));
        (1..4).for_each(|rank| world.script(0, mpe_send(0, rank, 5, &[u32::from(iteration == 2)])));
        got.extend(sweep(&mut expected, &parts).iter().map(|residual| residual.to_bits()));
    }
    for (rank, part) in (1..).zip(&parts) {
        world.script(0, mpe_receive(0, rank, 6, part.len() * COLUMNS));
        got.extend(bits(&expected[part.clone()]));
    }
    world.finish();
    assert_eq!(world.got(0), got);
    assert_eq!((world.statistic("engine iterations"), world.statistic("engine cells")), (9, 3 * 9 * 5));
    world.assert_clean();
    let waiting = world.bus.network.waiting();
    assert!(waiting.iter().any(|line| line == "engine of node 1 waits for 5 of 5 words of a setup"), "{waiting:#?}");
}

/// Software that has the rows above an engine's: it sends first (order 0), the engine receives
/// first.
#[test]
fn a_problem_shared_with_software() {
    let parts = [1..3, 3..6];
    let mut expected = grid(7, 9);
    let mut world = World::new(&params(vec![with_mpe(0), engine(0)]));
    world.script(0, mpe_send(0, 1, 1, &[3, COLUMNS as u32, 0, NOBODY, 1]));
    world.script(0, mpe_send(0, 1, 2, &bits(&expected[2..7])));
    let mut got = Vec::new();
    for iteration in 0..4 {
        world.script(0, mpe_send(0, 1, 3, &bits(&expected[2..3])));
        world.script(0, mpe_receive(0, 1, 3, COLUMNS));
        got.extend(bits(&expected[3..4]));
        let residuals = sweep(&mut expected, &parts);
        world.script(0, [mpe_receive(0, 1, 4, 1), mpe_send(0, 1, 5, &[u32::from(iteration == 3)])].concat());
        got.push(residuals[1].to_bits());
    }
    world.script(0, mpe_receive(0, 1, 6, 3 * COLUMNS));
    got.extend(bits(&expected[3..6]));
    world.finish();
    assert_eq!(world.got(0), got);
    world.assert_clean();
}

/// Each further cell takes `cell_cycles` more cycles.
#[test]
fn cells_take_their_time() {
    let residual = |cell_cycles: u32| {
        let mut few = params(vec![with_mpe(0), engine(0)]);
        few.engine_cell_cycles = cell_cycles;
        let mut world = World::new(&few);
        world.script(0, mpe_send(0, 1, 1, &[3, COLUMNS as u32, NOBODY, NOBODY, 0]));
        world.script(0, mpe_send(0, 1, 2, &bits(&grid(5, 1))));
        world.script(0, mpe_receive(0, 1, 4, 1));
        world.finish();
        world.times(0).last().copied().unwrap_or(0)
    };
    assert_eq!(residual(6) - residual(4), 2 * 3 * (COLUMNS as u64 - 2));
}

/// (rows, columns, upper neighbour) of problems that are refused and reported. The engine takes no
/// more words afterwards.
#[test]
fn problems_refused() {
    for (rows, columns, upper) in [(0, 7, NOBODY), (1, 2, NOBODY), (3, 7, 1), (3, 7, 256), (u32::MAX, u32::MAX, NOBODY)]
    {
        let mut world = World::new(&params(vec![with_mpe(0), engine(0)]));
        world.script(0, mpe_send(0, 1, 1, &[rows, columns, upper, NOBODY, 0]));
        world.script(0, mpe_send(0, 1, 2, &[0; 30]));
        assert!(!world.run());
        assert_eq!(world.statistic("problems refused by engines"), 1);
        let complaint = world.bus.network.complaint().unwrap_or_default();
        assert!(complaint.contains(&format!("problem of {rows} rows and {columns} columns")), "{complaint}");
        let waiting = world.bus.network.waiting().join("\n");
        assert!(waiting.contains("engine of node 1 has refused its problem"), "{waiting}");
    }
}
