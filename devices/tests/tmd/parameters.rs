//! Impossible parameters and tables are refused with a sentence; for suspicious ones there is a
//! warning.

use crate::world::*;
use rankine_devices::fsl::FslParams;
use rankine_devices::tmd::params::{
    ChannelParams, DataMemory, GatewayParams, MpeDuplex, NetIfKind, NodeKind, NodeParams, TableSource,
};
use rankine_devices::tmd::{Plan, TmdFabric, TmdParams};

fn to_node(node: u32, ranks: Option<(u32, u32)>) -> ChannelParams {
    let (low, high) = (ranks.map(|ranks| ranks.0), ranks.map(|ranks| ranks.1));
    ChannelParams { node: Some(node), gateway: None, lane: 0, low, high }
}

fn to_board(board: u32, ranks: Option<(u32, u32)>) -> ChannelParams {
    ChannelParams { node: None, gateway: Some(board), ..to_node(0, ranks) }
}

fn load_tables(params: &mut TmdParams) {
    (params.netif, params.tables) = (NetIfKind::Selective, TableSource::Loaded);
}

#[test]
fn bad_parameters() {
    type Change = fn(&mut TmdParams);
    let rows: [(Change, &str); 46] = [
        (|p| p.boards = 0, "tmd.boards = 0: must be 1 to 16"),
        (|p| p.boards = 6, "tmd.board_links = 4: 6 boards"),
        (|p| p.link_channels = 4, "tmd.link_channels = 4: must be 1 to 3"),
        (|p| p.fifo_words = 0, "tmd.fifo_words = 0"),
        (|p| p.packet_words = 5, "tmd.packet_words = 5: must be 6 to 4095"),
        (|p| p.packet_words = u32::MAX, "tmd.packet_words"),
        (|p| p.netif_setup_cycles = u32::MAX, "tmd.netif_setup_cycles"),
        (|p| p.netif_decode_cycles = 1001, "tmd.netif_decode_cycles = 1001"),
        (|p| p.bridge_setup_cycles = 1001, "tmd.bridge_setup_cycles = 1001"),
        (|p| p.occc_fixed_cycles = 0, "tmd.occc_fixed_cycles = 0"),
        (|p| p.occc_word_hundredths = 0, "tmd.occc_word_hundredths = 0"),
        (|p| p.occc_window = 512, "tmd.occc_window = 512: must be 1 to 511"),
        (|p| p.occc_buffer = 0, "tmd.occc_buffer = 0"),
        (|p| p.occc_timeout_cycles = 0, "tmd.occc_timeout_cycles = 0"),
        (|p| p.occc_bit_errors = 100_001, "tmd.occc_bit_errors = 100001"),
        (|p| p.tables = TableSource::Loaded, "tmd.tables = \"loaded\": broadcast NetIfs have no tables"),
        (
            |p| {
                load_tables(p);
                p.nodes[1].channels = vec![to_node(0, None)];
            },
            "tmd.nodes[1].channels: tmd.tables is \"loaded\"; leave",
        ),
        (
            |p| {
                load_tables(p);
                p.gateways = vec![GatewayParams { board: 0, to: 1, lane: 0, channels: vec![] }];
            },
            "tmd.gateways: tmd.tables is \"loaded\"; leave",
        ),
        (
            |p| {
                load_tables(p);
                p.nodes[3] = engine(1);
            },
            "tmd.nodes[3].kind = \"engine\": tmd.tables is \"loaded\"",
        ),
        (|p| p.mpe_dma_access_cycles = 0, "tmd.mpe_dma_access_cycles = 0"),
        (|p| p.mpe_dma_word_cycles = 1001, "tmd.mpe_dma_word_cycles = 1001"),
        (|p| p.mpe_piece_words = 0, "tmd.mpe_piece_words = 0"),
        (
            |p| p.mpe_collectives = true,
            "tmd.nodes[0]: tmd.mpe_collectives is true, and takes a processor with a TMD-MPE",
        ),
        (
            |p| (p.mpe_collectives, p.mpe_duplex) = (true, MpeDuplex::Full),
            "tmd.mpe_collectives = true: full-duplex TMD-MPEs have none",
        ),
        (
            |p| {
                load_tables(p);
                p.mpe_collectives = true;
            },
            "tmd.mpe_collectives = true: packets to the own rank would mean barriers and tables",
        ),
        (
            |p| (p.mpe_collectives, p.mpe_piece_words) = (true, 508),
            "tmd.mpe_piece_words = 508: a packet has at most 507 words",
        ),
        (|p| p.network_hz = 1_000_000_000_001, "tmd.network_hz = 1000000000001: must be 0 to 1000000000000"),
        (|p| p.sync_cycles = 1001, "tmd.sync_cycles = 1001"),
        (|p| p.mpe_envelopes = 0, "tmd.mpe_envelopes = 0"),
        (|p| p.mpe_header_cycles = 1001, "tmd.mpe_header_cycles = 1001"),
        (|p| p.engine_cell_cycles = 0, "tmd.engine_cell_cycles = 0"),
        (|p| p.engine_words = 8, "tmd.engine_words = 8"),
        (|p| p.ppc.fsl_extra_cycles = u32::MAX, "tmd.ppc.fsl_extra_cycles"),
        (|p| p.external_read_cycles = 0, "tmd.external_read_cycles = 0"),
        (|p| p.engine_tag_rows = 0xffff_ffff, "tmd.engine_tag_rows = 0xffffffff: that tag means clear-to-send"),
        (|p| p.engine_tag_rows = 1, "tmd.engine_tag_rows = 1: tmd.engine_tag_setup is the same"),
        (|p| p.nodes.clear(), "tmd.nodes has 0 entries"),
        (|p| p.nodes = vec![hart(0); 257], "tmd.nodes has 257 entries: must be 1 to 256"),
        (|p| p.nodes[3].board = 9, "tmd.nodes[3].board = 9: must be 0 to 2"),
        (|p| p.nodes[4].board = 0, "tmd.nodes[4].board = 0: the node before is on board 1; order"),
        (|p| p.nodes[0] = engine(0), "tmd.nodes[0].kind"),
        (|p| p.nodes[1] = TmdParams { ..params(vec![engine(0)]) }.nodes.remove(0), ""),
        (
            |p| p.nodes[1].channels = vec![to_node(2, Some((5, 4)))],
            "tmd.nodes[1].channels[0]: must have both `low` and `high`",
        ),
        (|p| p.nodes[1].channels = vec![to_node(3, None)], "board 0 has no other NetIf of node 3"),
        (|p| p.nodes[1].channels = vec![to_node(2, None), to_node(2, None)], "a channel to node 2 is there already"),
        (
            |p| p.nodes[1].channels = vec![to_node(2, None)],
            "NetIf of node 0 has a channel to NetIf of node 1, which has none back",
        ),
    ];
    for (index, (change, part)) in rows.into_iter().enumerate() {
        let mut params = boards(3, 3);
        change(&mut params);
        let error = TmdFabric::new(&params, 1, clock()).err().unwrap_or_default();
        assert!(
            error.contains(part) && error.is_empty() == part.is_empty(),
            "row {index}: {error:?} should name {part:?}"
        );
    }
    let without_mpe = |mut params: TmdParams| {
        params.nodes[1] = engine(0);
        params.nodes[1].mpe = false;
        params
    };
    for (params, ranks, part) in [
        (boards(1, 3), 4, "tmd.nodes has 3 entries: 4 ranks"),
        (boards(1, 3), 0, "0 ranks"),
        (without_mpe(boards(1, 3)), 3, "tmd.nodes[1].mpe = false"),
        (
            gateways(vec![GatewayParams { board: 0, to: 7, lane: 0, channels: vec![] }]),
            1,
            "no gateway 0 from board 0 to board 7",
        ),
        (gateways(vec![GatewayParams { board: 0, to: 1, lane: 1, channels: vec![] }]), 1, "no gateway 1 from board 0"),
    ] {
        let error = TmdFabric::new(&params, ranks, clock()).err().unwrap_or_default();
        assert!(error.contains(part), "{error:?} should name {part:?}");
    }
}

fn gateways(gateways: Vec<GatewayParams>) -> TmdParams {
    TmdParams { netif: NetIfKind::Selective, gateways, ..boards(3, 1) }
}

/// Tables by hand: (channels of rank 0, channels of the gateway from board 1 to board 0, beginnings
/// of the warnings).
#[test]
fn tables_by_hand() {
    let all = || vec![to_board(1, Some((1, 1))), to_board(2, Some((2, 2)))];
    let none = Vec::new;
    for (rank0, transit, expected) in [
        (all(), none(), vec![]),
        (
            vec![to_board(1, Some((1, 1))), to_board(2, None)],
            none(),
            vec!["rank 0 for rank 2 are dropped: NetIf of node 0"],
        ),
        (
            vec![to_board(1, Some((1, 2))), to_board(2, None)],
            none(),
            vec!["rank 0 for rank 2 are dropped: NetIf of board 1's"],
        ),
        (
            vec![to_board(1, Some((1, 2))), to_board(2, None)],
            vec![to_node(1, Some((0, 2)))],
            vec!["rank 0 for rank 2 come to rank 1"],
        ),
    ] {
        let mut params = gateways(Vec::new());
        params.nodes[0].channels = rank0;
        if !transit.is_empty() {
            params.gateways = vec![GatewayParams { board: 1, to: 0, lane: 0, channels: transit }];
        }
        let warnings = Plan::new(&params).unwrap_or_else(|error| panic!("{error}")).warnings;
        assert_eq!(warnings.len(), expected.len(), "{warnings:?}");
        for (warning, part) in warnings.iter().zip(expected) {
            assert!(warning.contains(part), "{warning:?} should contain {part:?}");
        }
    }
}

/// Gateways that pass packets for rank 2 on, by hand: a way through another board, and an endless
/// one.
#[test]
fn transit_by_hand() {
    let gateway = |board, to, channels| GatewayParams { board, to, lane: 0, channels };
    for back in [None, Some((2, 2))] {
        let mut params = gateways(vec![
            gateway(1, 0, vec![to_node(1, Some((1, 1))), to_board(2, Some((2, 2)))]),
            gateway(1, 2, vec![to_node(1, Some((1, 1))), to_board(0, None)]),
            gateway(2, 1, vec![to_node(2, Some((2, 2))), to_board(0, None)]),
            gateway(2, 0, vec![to_node(2, None), to_board(1, None)]),
        ]);
        params.nodes[0].channels = vec![to_board(1, Some((1, 2))), to_board(2, None)];
        if back.is_some() {
            // Board 2 sends on to board 0, which sends on to board 1.
            params.gateways[2].channels = vec![to_board(0, back), to_node(2, None)];
            params.gateways.push(gateway(0, 2, vec![to_node(0, Some((0, 0))), to_board(1, back)]));
            params.gateways.push(gateway(0, 1, vec![to_node(0, Some((0, 0))), to_board(2, None)]));
        }
        let told = Plan::new(&params).err().unwrap_or_default();
        if back.is_some() {
            let round = "rank 0 for rank 2 would go round for ever, through NetIf of board";
            assert!(told.contains(round) && told.matches("gateway 0 to board").count() == 3, "{told}");
        } else {
            assert_eq!(told, "");
            let mut world = World::new(&params);
            world.script(0, packet(0, 2, &[5]));
            world.script(2, take(1));
            world.finish();
            assert_eq!(world.got(2), [header(0, 2, 1), 5]);
            assert_eq!(world.statistic("packets accepted from lines"), 2);
        }
    }
}

/// Nodes and tables as written in a platform file.
#[test]
fn nodes_in_a_file() {
    let text = "
        [[nodes]]
        board = 0
        kind = 'mb'
        mpe = false
        channels = [{ node = 1, low = 1, high = 1 }, { gateway = 1, lane = 0, low = 2, high = 2 }]
        [[nodes]]
        board = 0
        kind = 'engine'
        mpe = true
        [[nodes]]
        board = 1
        kind = 'ppc'
        mpe = true
        memory = 'external'
        [[gateways]]
        board = 1
        to = 0
        channels = [{ node = 2, low = 2, high = 2 }]
    ";
    #[derive(serde::Deserialize)]
    struct File {
        nodes: Vec<NodeParams>,
        gateways: Vec<GatewayParams>,
    }
    let file: File = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let slow = NodeParams { kind: NodeKind::Ppc, memory: DataMemory::External, ..with_mpe(1) };
    let first = NodeParams { channels: vec![to_node(1, Some((1, 1))), to_board(1, Some((2, 2)))], ..hart(0) };
    assert_eq!(file.nodes, [first, engine(0), slow]);
    let gateways = vec![GatewayParams { board: 1, to: 0, lane: 0, channels: vec![to_node(2, Some((2, 2)))] }];
    assert_eq!(file.gateways, gateways);
    let params = TmdParams { netif: NetIfKind::Selective, gateways, ..params(file.nodes) };
    assert_eq!(Plan::new(&params).map(|plan| plan.warnings), Ok(Vec::new()));
    let error =
        toml::from_str::<File>(&text.replace("mpe = false", "mpa = false")).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("mpa")));
}

/// Accesses to a node's links include the cost of its bridge, and the links are as deep as the
/// fabric's FIFOs.
#[test]
fn links_of_a_node() {
    let mut params = boards(1, 2);
    params.nodes[1].kind = NodeKind::Ppc;
    let fsl = FslParams { base: 0, put_cycles: 3, get_cycles: 3, extra_cycles: 1, depth: 16, links: 1 };
    assert_eq!(params.fsl(0, &fsl).map(|fsl| fsl.extra_cycles), Ok(1));
    assert_eq!(params.fsl(1, &fsl).map(|fsl| fsl.extra_cycles), Ok(9));
    let error = params.fsl(0, &FslParams { depth: 8, ..fsl }).unwrap_err();
    assert!(error.contains("fsl.depth = 8: tmd.fifo_words is 16"), "{error}");
}

/// Names of all parts, for a drawing.
#[test]
fn the_plan_can_be_read() {
    let plan = Plan::new(&boards(2, 2)).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<_> = plan.netifs.iter().map(ToString::to_string).collect();
    let gateways = ["NetIf of board 0's gateway 0 to board 1", "NetIf of board 1's gateway 0 to board 0"];
    assert_eq!(names[..4], [0, 1, 2, 3].map(|node| format!("NetIf of node {node}")));
    assert_eq!((&names[4..], plan.opposite(4), plan.opposite(0)), (&gateways.map(String::from)[..], Some(5), None));
}
