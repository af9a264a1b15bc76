"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tip = document.getElementById("tip");
  const KINDS = ["own", "collective", "wait", "other"];
  const PROTOCOLS = ["short", "eager", "rendezvous"];
  for (const element of document.querySelectorAll(".script")) element.hidden = false;

  /* Numbers and times as text. */

  const grouped = value => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, " ");

  function compact(value) {
    let index = 0;
    while (value >= 1000 && index < 6) { value /= 1000; index++; }
    return (index && value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value)) + ["", "k", "M", "G", "T", "P", "E"][index];
  }

  function time(cycles) {
    if (!data.clock_hz) return "";
    const seconds = cycles / data.clock_hz;
    const [unit, scale] = seconds < 1e-6 ? ["ns", 1e9] : seconds < 1e-3 ? ["µs", 1e6] : seconds < 1 ? ["ms", 1e3] : ["s", 1];
    return `${Number((seconds * scale).toPrecision(4))} ${unit}`;
  }

  const cyclesAndTime = cycles => `${grouped(cycles)} cycles` + (data.clock_hz ? ` (${time(cycles)})` : "");
  const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

  function showTip(event, lines) {
    tip.hidden = lines.length === 0;
    if (tip.hidden) return;
    tip.textContent = lines.join("\n");
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
    tip.style.top = (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 12 : event.clientY + 18) + "px";
  }

  /* A canvas as sharp as the screen; answers a context in CSS pixels. */
  function prepare(canvas, width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 16000 / height, 16000 / width);
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    canvas.style.height = height + "px";
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, sans-serif";
    return context;
  }

  /* The tables of the page, decoded. Starts and ends are in cycles. */

  const lines = data.ranks.map(line => {
    const items = [];
    let end = 0;
    for (let i = 0; i < line.calls.length; i += 6) {
      const [gap, span, site, waiting, calls, extra] = line.calls.slice(i, i + 6);
      const start = end + gap;
      end = start + span;
      items.push({ start, end, left: end, site, waiting, calls, extra });
    }
    // Repeats of a call reach up to the next one.
    items.forEach((item, i) => {
      if (item.site >= 0 && item.calls > 1) item.end = Math.max(item.left, i + 1 < items.length ? items[i + 1].start : line.cycles);
    });
    return { rank: line.rank, cycles: line.cycles, isInCall: line.is_in_call, items };
  });
  const rowOfRank = new Map(lines.map((line, row) => [line.rank, row]));

  const messages = [];
  for (let i = 0, sent = 0; i < data.messages.length; i += 8) {
    const [gap, span, source, destination, bytes, tag, flags, count] = data.messages.slice(i, i + 8);
    sent += gap;
    messages.push({
      sent, span, source, destination, bytes, tag, count, protocol: PROTOCOLS[flags & 3],
      isCollective: (flags & 4) !== 0, isUnexpected: (flags & 8) !== 0, end: span < 0 ? data.cycles : sent + span,
    });
  }

  /* Cycles of an item by kind: [working, waiting] for each. */
  function shares(item) {
    if (item.site < 0) return data.groups[item.extra];
    const shares = [0, 0, 0, 0, 0, 0, 0, 0];
    const kind = data.functions[data.sites[item.site][0]][1];
    shares[2 * kind] = (item.left - item.start) * item.calls;
    shares[2 * kind + 1] = item.waiting * item.calls;
    return shares;
  }

  /* The timeline. */

  const canvas = document.getElementById("timeline");
  const whole = Math.max(1, data.cycles);
  const LEFT = 52, TOP = 26, BOTTOM = 6;
  const rowHeight = Math.max(7, Math.min(34, Math.floor(620 / Math.max(1, lines.length))));
  const barHeight = Math.max(5, Math.round(rowHeight * 0.68));
  let from = 0, to = whole, drawn = [], colors = {}, dragged = null;

  const plotWidth = () => Math.max(50, canvas.clientWidth - LEFT - 8);
  const x = cycle => LEFT + (cycle - from) / (to - from) * plotWidth();
  const cycleAt = px => from + (px - LEFT) / plotWidth() * (to - from);
  const rowTop = row => TOP + row * rowHeight;
  const rowMiddle = row => rowTop(row) + rowHeight / 2;

  function setRange(first, last) {
    const span = Math.max(Math.min(20, whole), Math.min(whole, last - first));
    from = Math.max(0, Math.min(whole - span, first + (last - first - span) / 2));
    to = from + span;
    requestDraw();
  }

  function zoom(factor, around = (from + to) / 2) {
    setRange(around - (around - from) * factor, around + (to - around) * factor);
  }

  const actions = {
    in: () => zoom(0.5), out: () => zoom(2), all: () => setRange(0, whole),
    left: () => setRange(from - (to - from) / 4, to - (to - from) / 4),
    right: () => setRange(from + (to - from) / 4, to + (to - from) / 4),
  };

  function hatch(context, background, line) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const pen = tile.getContext("2d");
    pen.fillStyle = background;
    pen.fillRect(0, 0, 6, 6);
    pen.strokeStyle = line;
    pen.lineWidth = 1.3;
    for (const offset of [-6, 0, 6]) {
      pen.beginPath();
      pen.moveTo(offset, 6);
      pen.lineTo(offset + 6, 0);
      pen.stroke();
    }
    return context.createPattern(tile, "repeat");
  }

  function mixed(one, other, share) {
    const parts = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));
    const [a, b] = [parts(one), parts(other)];
    return "#" + a.map((value, i) => Math.round(value + (b[i] - value) * share).toString(16).padStart(2, "0")).join("");
  }

  function axis(context, width, bottom) {
    const step = (() => {
      const least = (to - from) / Math.max(2, plotWidth() / 120);
      const power = 10 ** Math.floor(Math.log10(least));
      return Math.max(1, [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= least));
    })();
    const [scale, unit] = step >= 1e9 ? [1e9, " G"] : step >= 1e6 ? [1e6, " M"] : step >= 1e3 ? [1e3, " k"] : [1, ""];
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
      const at = Math.round(x(tick)) + 0.5;
      context.fillStyle = colors.rule;
      context.fillRect(at - 0.5, TOP - 6, 1, bottom - TOP + 6);
      context.fillStyle = colors.soft;
      const label = tick === 0 ? "0 cycles" : grouped(tick / scale) + unit;
      const half = context.measureText(label).width / 2;
      context.fillText(label, Math.max(half, Math.min(width - half, at)), 9);
    }
  }

  /* Stacks the shares of a span in a bar: what works stands below, what waits above it. */
  function stack(context, left, width, row, shares, cycles) {
    const bottom = rowTop(row) + (rowHeight + barHeight) / 2;
    const sum = shares.reduce((all, share, i) => i % 2 ? all : all + share, 0);
    if (sum <= 0 || cycles <= 0) return;
    const full = Math.min(1, sum / cycles) * barHeight;
    let level = 0;
    const fill = (part, style) => {
      const height = Math.max(full < 1 ? 1 : 0, part / sum * full);
      if (part <= 0) return;
      context.fillStyle = style;
      context.fillRect(left, bottom - level - height, width, height);
      level += height;
    };
    KINDS.forEach((kind, i) => fill(Math.max(0, shares[2 * i] - shares[2 * i + 1]), colors[kind]));
    KINDS.forEach((kind, i) => fill(Math.min(shares[2 * i], shares[2 * i + 1]), width > 4 ? colors[kind + "Hatch"] : colors[kind + "Light"]));
  }

  function firstVisible(items) {
    let low = 0, high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].end < from) low = middle + 1; else high = middle;
    }
    return low;
  }

  function drawRow(context, line, row) {
    const last = x(Math.min(line.cycles, to));
    if (line.cycles > from) {
      context.fillStyle = colors.computing;
      context.fillRect(LEFT, rowTop(row) + (rowHeight - barHeight) / 2, Math.max(1, last - LEFT), barHeight);
    }
    // Items narrower than a pixel are added up by pixel.
    const columns = new Map();
    const cyclesAPixel = (to - from) / plotWidth();
    for (let i = firstVisible(line.items); i < line.items.length && line.items[i].start <= to; i++) {
      const item = line.items[i];
      const left = Math.max(LEFT, x(item.start)), right = Math.min(LEFT + plotWidth(), x(item.end));
      if (x(item.end) - x(item.start) >= 1.5) {
        stack(context, left, Math.max(1, right - left), row, shares(item), item.end - item.start);
      } else {
        const column = Math.floor(left);
        if (!columns.has(column)) columns.set(column, [0, 0, 0, 0, 0, 0, 0, 0]);
        const sums = columns.get(column);
        shares(item).forEach((share, kind) => { sums[kind] += share; });
      }
    }
    for (const [column, sums] of columns) stack(context, column, 1, row, sums, cyclesAPixel);
  }

  function drawArrows(context) {
    drawn = [];
    const own = document.getElementById("arrows").checked, collective = document.getElementById("collectives").checked;
    const visible = messages.filter(message => (message.isCollective ? collective : own) && message.sent <= to && message.end >= from);
    const every = Math.ceil(visible.length / 3000);
    const heads = visible.length / every < 800;
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, plotWidth(), lines.length * rowHeight);
    context.clip();
    for (let i = 0; i < visible.length; i += every) {
      const message = visible[i];
      const [source, destination] = [rowOfRank.get(message.source), rowOfRank.get(message.destination)];
      if (source === undefined || destination === undefined) continue;
      const arrow = { message, x0: x(message.sent), y0: rowMiddle(source), x1: x(message.end), y1: rowMiddle(destination) };
      drawn.push(arrow);
      drawArrow(context, arrow, heads, visible.length / every);
    }
    context.restore();
    return every;
  }

  function drawArrow(context, { message, x0, y0, x1, y1 }, hasHead, count) {
    context.strokeStyle = context.fillStyle = message.isUnexpected ? colors.unexpected : colors.ink;
    context.globalAlpha = count > 1000 ? 0.22 : count > 200 ? 0.45 : 0.85;
    context.setLineDash(message.span < 0 ? [4, 4] : []);
    context.lineWidth = message.isCollective ? 0.7 : 1.1;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    if (hasHead && message.span >= 0) {
      const angle = Math.atan2(y1 - y0, x1 - x0);
      context.beginPath();
      context.moveTo(x1, y1);
      for (const turn of [-0.4, 0.4]) context.lineTo(x1 - 7 * Math.cos(angle + turn), y1 - 7 * Math.sin(angle + turn));
      context.fill();
    }
  }

  function draw() {
    const width = canvas.clientWidth;
    if (!width) return;
    const height = TOP + lines.length * rowHeight + BOTTOM;
    const context = prepare(canvas, width, height);
    colors = Object.fromEntries(["page", "ink", "soft", "rule", "computing", "unexpected", ...KINDS].map(name => [name, color(name)]));
    for (const kind of KINDS) {
      colors[kind + "Light"] = mixed(colors[kind], colors.page, 0.55);
      colors[kind + "Hatch"] = hatch(context, mixed(colors[kind], colors.page, 0.7), colors[kind]);
    }
    axis(context, width, height - BOTTOM);
    lines.forEach((line, row) => drawRow(context, line, row));
    const every = drawArrows(context);
    context.globalAlpha = 1;
    context.setLineDash([]);
    context.fillStyle = colors.soft;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const labelled = Math.ceil(13 / rowHeight);
    lines.forEach((line, row) => {
      if (row % labelled === 0) context.fillText("rank " + line.rank, LEFT - 6, rowMiddle(row));
    });
    if (dragged && dragged.isZoom) {
      context.fillStyle = colors.soft;
      context.globalAlpha = 0.25;
      context.fillRect(Math.min(dragged.start, dragged.now), TOP, Math.abs(dragged.now - dragged.start), height - TOP - BOTTOM);
    }
    document.getElementById("range").textContent = `Shown: cycle ${grouped(from)} to ${grouped(to)}, ${cyclesAndTime(to - from)}.`
      + (every > 1 ? ` One of ${every} arrows is drawn: zoom in to see all.` : "");
  }

  let isDrawing = false;
  function requestDraw() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => { isDrawing = false; draw(); });
  }

  function describeItem(line, item) {
    const share = Math.round(100 * item.waiting / Math.max(1, item.left - item.start));
    const span = `cycle ${grouped(item.start)} to ${grouped(item.left)}: ${cyclesAndTime(item.left - item.start)}`;
    if (item.site < 0) return [`rank ${line.rank}: ${grouped(item.calls)} calls drawn as one`, span, `${cyclesAndTime(item.waiting)} of it waiting`];
    const [func, place] = data.sites[item.site];
    const described = [`rank ${line.rank}: ${data.functions[func][0]}(${data.arguments[item.extra]})`, data.places[place], span, `waiting ${share} % of it`];
    if (item.calls > 1) described.push(`called ${grouped(item.calls)} times in a row, up to cycle ${grouped(item.end)}`);
    if (line.isInCall && item === line.items[line.items.length - 1]) described.push("not left when the run ended");
    return described;
  }

  function describeMessage(message) {
    const what = message.count > 1 ? `${grouped(message.count)} messages` : `message, tag ${message.tag}`;
    return [
      `${what}: rank ${message.source} → rank ${message.destination}, ${grouped(message.bytes)} bytes, ${message.protocol}`
        + (message.isUnexpected ? ", unexpected" : "") + (message.isCollective ? ", in a collective" : ""),
      message.span < 0 ? `sent at cycle ${grouped(message.sent)}, not received`
        : `cycle ${grouped(message.sent)} to ${grouped(message.sent + message.span)}: ${cyclesAndTime(message.span)}`,
    ];
  }

  function distance({ x0, y0, x1, y1 }, px, py) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const along = Math.max(0, Math.min(1, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(px - x0 - along * dx, py - y0 - along * dy);
  }

  function hover(event) {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const line = lines[Math.floor((py - TOP) / rowHeight)];
    const described = [];
    if (line && px >= LEFT && py >= TOP) {
      const [first, last] = [cycleAt(px - 1.5), cycleAt(px + 1.5)];
      let best = null;
      for (const item of line.items) {
        if (item.start > last) break;
        if (item.end >= first && (!best || item.end - item.start > best.end - best.start)) best = item;
      }
      if (best) described.push(...describeItem(line, best));
      else if (cycleAt(px) <= line.cycles) described.push(`rank ${line.rank}: computing at cycle ${grouped(cycleAt(px))}`);
    }
    const near = drawn.map(arrow => [distance(arrow, px, py), arrow]).filter(([far]) => far < 4).sort((a, b) => a[0] - b[0]);
    for (const [, arrow] of near.slice(0, 2)) described.push("", ...describeMessage(arrow.message));
    showTip(event, described);
  }

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const around = cycleAt(event.clientX - canvas.getBoundingClientRect().left);
    zoom(event.deltaY < 0 ? 1 / 1.25 : 1.25, Math.max(from, Math.min(to, around)));
  }, { passive: false });
  canvas.addEventListener("pointerdown", event => {
    if (event.button > 1) return;
    const start = event.clientX - canvas.getBoundingClientRect().left;
    dragged = { start, now: start, from, to, isZoom: !event.shiftKey && event.button === 0 };
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", event => {
    if (!dragged) return hover(event);
    dragged.now = event.clientX - canvas.getBoundingClientRect().left;
    if (dragged.isZoom) return requestDraw();
    const moved = (dragged.start - dragged.now) / plotWidth() * (dragged.to - dragged.from);
    setRange(dragged.from + moved, dragged.to + moved);
  });
  canvas.addEventListener("pointerup", () => {
    const drag = dragged;
    dragged = null;
    if (drag && drag.isZoom && Math.abs(drag.now - drag.start) > 4) {
      setRange(cycleAt(Math.min(drag.start, drag.now)), cycleAt(Math.max(drag.start, drag.now)));
    }
    requestDraw();
  });
  canvas.addEventListener("pointercancel", () => { dragged = null; requestDraw(); });
  canvas.addEventListener("pointerleave", event => { if (!dragged) showTip(event, []); });
  canvas.addEventListener("dblclick", actions.all);
  canvas.addEventListener("keydown", event => {
    const action = { "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", "0": "all" }[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[action]();
  });
  for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", actions[button.dataset.zoom]);
  for (const id of ["arrows", "collectives"]) document.getElementById(id).addEventListener("change", requestDraw);

  /* The heat map. */

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
    const labelled = Math.ceil(22 / cell);
    for (let i = 0; i < side; i += labelled) {
      context.textAlign = "center";
      context.fillText(i * data.heat.ranks_a_cell, EDGE + (i + 0.5) * cell, EDGE - 10);
      context.textAlign = "right";
      context.fillText(i * data.heat.ranks_a_cell, EDGE - 7, EDGE + (i + 0.5) * cell);
    }
    context.textAlign = "left";
    context.fillText("from ↓   to →", 0, 9);
    document.getElementById("heat-scale").textContent =
      `Lines send, columns receive. Darkest or brightest: ${grouped(most)} ${value === 2 ? "messages" : "bytes"}; the scale is logarithmic.`;
  }

  function hoverHeat(event) {
    const box = heat.getBoundingClientRect();
    const [column, row] = [event.clientX - box.left, event.clientY - box.top].map(px => Math.floor((px - EDGE) / cell));
    if (column < 0 || row < 0 || column >= side || row >= side) return showTip(event, []);
    const sums = heatCells().cells.get(row * side + column) || [row, column, 0, 0];
    showTip(event, [`${ranksOf(row)} → ${ranksOf(column)}`, `${grouped(sums[2])} messages, ${grouped(sums[3])} bytes`]);
  }

  if (heat) {
    heat.addEventListener("pointermove", hoverHeat);
    heat.addEventListener("pointerleave", event => showTip(event, []));
    for (const input of document.querySelectorAll("input[name=value], input[name=part]")) input.addEventListener("change", drawHeat);
  }

  /* Drawing anew when the page changes its size or colours, and in light colours for paper. */

  function drawAll() {
    draw();
    if (heat) drawHeat();
  }

  function printing(isPrinting) {
    document.documentElement.classList.toggle("printing", isPrinting);
    drawAll();
  }

  new ResizeObserver(requestDraw).observe(canvas.parentElement);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
  drawAll();
})();
