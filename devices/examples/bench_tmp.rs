use rankine_bus::*;
use rankine_devices::noc::*;
use std::collections::BinaryHeap;
use std::cmp::Reverse;
fn main(){
  for (nodes, bytes, load) in [(64u32,64usize,20u64),(64,256,20),(1024,64,2),(1024,8,1)] {
    let clock=Clock::from_hz(1_000_000_000);
    let p=MeshParams{width:0,height:0,router_cycles:2,link_cycles:1,flit_bytes:16,header_bytes:16,buffer_packets:4};
    let mut m=Mesh::new(p,nodes,clock).unwrap();
    let mut q:BinaryHeap<Reverse<(Time,u64,u64,u64)>>=BinaryHeap::new();
    let mut fx=NetEffects::default(); let mut seq=0u64; let mut rnd=88172645463325252u64;
    let mut now=Time::ZERO; let total=400_000u64; let mut injected=0; let mut calls=0u64; let mut spent=std::time::Duration::ZERO;
    let t=std::time::Instant::now();
    loop {
      while injected<total && q.len() < (nodes as u64*load) as usize {
        rnd^=rnd<<13; rnd^=rnd>>7; rnd^=rnd<<17;
        let pk=Packet{src:(rnd%nodes as u64) as u32,dst:((rnd>>20)%nodes as u64) as u32,class:1,header:[0;4],payload:vec![0;bytes]};
        m.inject(&mut NetCx{now,effects:&mut fx},pk); injected+=1;
        for (w,k) in fx.timers.drain(..){q.push(Reverse((w,seq,k,0)));seq+=1;}
        fx.deliveries.clear();
      }
      let Some(Reverse((w,_,k,_)))=q.pop() else {break};
      now=w; calls+=1;
      m.event(&mut NetCx{now,effects:&mut fx},k);
      for (w,k) in fx.timers.drain(..){q.push(Reverse((w,seq,k,0)));seq+=1;}
      fx.deliveries.clear();
    }
    let e=t.elapsed(); let _=&mut spent;
    // heap alone
    let t=std::time::Instant::now();
    let mut h:BinaryHeap<Reverse<(Time,u64,u64,u64)>>=BinaryHeap::new();
    for i in 0..nodes as u64*load {h.push(Reverse((Time(i),i,0,0)));}
    for i in 0..calls {let Reverse((w,..))=h.pop().unwrap(); h.push(Reverse((w+Time(3000+i*7919%5000),i,0,0)));}
    let he=t.elapsed();
    println!("{nodes} nodes {bytes} B: {calls} events, {:.0} ns/event with heap, heap alone {:.0}; {:?}", e.as_nanos() as f64/calls as f64, he.as_nanos() as f64/calls as f64, m.statistics());
  }
}
