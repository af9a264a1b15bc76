/* The heat map of the communication matrix. */
{
  const heat = document.getElementById("heat");
  const side = Math.ceil(data.heat.ranks / data.heat.ranks_a_cell);
  const cell = Math.max(5, Math.min(44, Math.floor(600 / Math.max(1, side))));
  const EDGE = 40;

  function heatCells() {
    const chosen = name => document.querySelector(`input[name=${name}]:checked`).value;
    const part = chosen("part"), value = Number(chosen("value"));
    const cells = new Map();
    for (const name of ["own", "collective"]) {
      if (part !== "all" && part !== name) continue;
      const flows = data.heat[name];
      for (let i = 0; i < flows.length; i += 4) {
        const key = flows[i] * side + flows[i + 1];
        const sums = cells.get(key) || [flows[i], flows[i + 1], 0, 0];
        sums[2] += flows[i + 2];
        sums[3] += flows[i + 3];
        cells.set(key, sums);
      }
    }
    return { cells, value };
  }

  function ranksOf(index) {
    const first = index * data.heat.ranks_a_cell;
    const last = Math.min(data.heat.ranks, first + data.heat.ranks_a_cell) - 1;
    return first === last ? `rank ${first}` : `ranks ${first} to ${last}`;
  }

  function drawHeat() {
    const { cells, value } = heatCells();
    const size = EDGE + side * cell + 2;
    heat.style.width = size + "px";
    const context = prepare(heat, size, size);
    const most = Math.max(1, ...[...cells.values()].map(sums => sums[value]));
    const [low, high, ink, page, soft] = ["heat-low", "heat-high", "ink", "page", "soft"].map(color);
    context.textBaseline = "middle";
    context.textAlign = "center";
    for (let i = 0; i < side * side; i++) {
      const sums = cells.get(i);
      const [left, top] = [EDGE + (i % side) * cell, EDGE + Math.floor(i / side) * cell];
      const share = sums && sums[value] > 0 ? Math.log1p(sums[value]) / Math.log1p(most) : 0;
      const inset = cell > 8 ? 1 : 0;
      context.fillStyle = mixed(low, high, share);
      context.fillRect(left, top, cell - inset, cell - inset);
      if (sums && cell >= 30) {
        context.fillStyle = share > 0.55 ? page : ink;
        context.fillText(compact(sums[value]), left + cell / 2, top + cell / 2);
      }
    }
    context.fillStyle = soft;
    const labelled = Math.ceil(34 / cell);
    for (let i = 0; i < side; i += labelled) {
      context.textAlign = "center";
      context.fillText(i * data.heat.ranks_a_cell, EDGE + (i + 0.5) * cell, EDGE - 10);
      context.textAlign = "right";
      context.fillText(i * data.heat.ranks_a_cell, EDGE - 7, EDGE + (i + 0.5) * cell);
    }
    context.textAlign = "left";
    context.fillText("from ↓   to →", 0, 9);
    document.getElementById("heat-scale").textContent =
      `Lines send, columns receive. The strongest colour is ${grouped(most)} ${value === 2 ? "messages" : "bytes"}; `
      + "the scale is logarithmic.";
  }

  function hoverHeat(event) {
    const box = heat.getBoundingClientRect();
    const [column, row] = [event.clientX - box.left, event.clientY - box.top].map(px => Math.floor((px - EDGE) / cell));
    if (column < 0 || row < 0 || column >= side || row >= side) return showTip(event, []);
    const sums = heatCells().cells.get(row * side + column) || [row, column, 0, 0];
    const amount = `${grouped(sums[2])} messages, ${grouped(sums[3])} bytes`;
    showTip(event, [`${ranksOf(row)} → ${ranksOf(column)}`, amount]);
  }

  if (heat) {
    heat.addEventListener("pointermove", hoverHeat);
    heat.addEventListener("pointerleave", event => showTip(event, []));
    for (const input of document.querySelectorAll("input[name=value], input[name=part]")) {
      input.addEventListener("change", drawHeat);
    }
    painters.push(drawHeat);
    drawHeat();
  }
}
