/* The timeline: calls of each rank as blocks, messages as arrows. */
{
  const KINDS = ["own", "collective", "wait", "other"];
  const PROTOCOLS = ["short", "eager", "rendezvous"];

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
      const next = i + 1 < items.length ? items[i + 1].start : line.cycles;
      if (item.site >= 0 && item.calls > 1) item.end = Math.max(item.left, next);
    });
    return { rank: line.rank, place: 0, name: `rank ${line.rank}`, cycles: line.cycles, isInCall: line.is_in_call, items };
  });
  /* Further processors stand beneath their ranks. */
  for (const lane of data.lanes) {
    const items = [];
    let end = 0;
    for (let i = 0; i < lane.polling.length; i += 3) {
      const [gap, span, polled] = lane.polling.slice(i, i + 3);
      const start = end + gap;
      end = start + span;
      items.push({ start, end, polled });
    }
    const { rank, place, name } = lane;
    lines.push({ rank, place, name, cycles: data.cycles, items });
  }
  lines.sort((a, b) => a.rank - b.rank || a.place - b.place);
  const rowAt = (() => {
    const rows = new Map(lines.map((line, row) => [`${line.rank}.${line.place}`, row]));
    return (rank, place) => rows.get(`${rank}.${place}`) ?? rows.get(`${rank}.0`);
  })();

  const messages = [];
  for (let i = 0, sent = 0; i < data.messages.length; i += 8) {
    const [gap, span, source, destination, bytes, tag, flags, count] = data.messages.slice(i, i + 8);
    sent += gap;
    messages.push({
      sent, span, source, destination, bytes, tag, count, protocol: PROTOCOLS[flags & 3],
      isCollective: (flags & 4) !== 0, isUnexpected: (flags & 8) !== 0, place: flags >> 4,
      end: span < 0 ? data.cycles : sent + span,
    });
  }

  /* Cycles of an item by kind: [working, waiting] for each. */
  function shares(item) {
    if (item.site < 0) return data.groups[item.extra];
    const shares = [0, 0, 0, 0, 0, 0, 0, 0];
    const kind = data.functions[data.sites[item.site][0]][1];
    shares[2 * kind] = (item.left - item.start) * item.calls;
    shares[2 * kind + 1] = item.waiting;
    return shares;
  }

  /* The timeline. */

  const canvas = document.getElementById("timeline");
  const whole = Math.max(1, data.cycles);
  const LEFT = 66, TOP = 26, BOTTOM = 6;
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
    const waiting = width > 4 ? "Hatch" : "Light";
    KINDS.forEach((kind, i) => fill(Math.min(shares[2 * i], shares[2 * i + 1]), colors[kind + waiting]));
  }

  /* What a further processor polls stands above, light. */
  function stackPolling(context, left, width, row, share) {
    const top = rowTop(row) + (rowHeight - barHeight) / 2;
    context.fillStyle = colors.waiting;
    context.fillRect(left, top, width, Math.min(1, share) * barHeight);
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
    if (line.place > 0) return drawLane(context, line, row);
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

  function drawLane(context, line, row) {
    const columns = new Map();
    const cyclesAPixel = (to - from) / plotWidth();
    for (let i = firstVisible(line.items); i < line.items.length && line.items[i].start <= to; i++) {
      const { start, end, polled } = line.items[i];
      const left = Math.max(LEFT, x(start)), right = Math.min(LEFT + plotWidth(), x(end));
      if (x(end) - x(start) >= 1.5) {
        stackPolling(context, left, Math.max(1, right - left), row, polled / Math.max(1, end - start));
      } else {
        const column = Math.floor(left);
        columns.set(column, (columns.get(column) ?? 0) + polled);
      }
    }
    for (const [column, polled] of columns) stackPolling(context, column, 1, row, polled / cyclesAPixel);
  }

  function drawArrows(context) {
    drawn = [];
    const [own, collective] = ["arrows", "collectives"].map(id => document.getElementById(id).checked);
    const isWanted = message => message.isCollective ? collective : own;
    const visible = messages.filter(message => isWanted(message) && message.sent <= to && message.end >= from);
    const every = Math.ceil(visible.length / 3000);
    const heads = visible.length / every < 800;
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, plotWidth(), lines.length * rowHeight);
    context.clip();
    for (let i = 0; i < visible.length; i += every) {
      const message = visible[i];
      const [source, destination] = [rowAt(message.source, 0), rowAt(message.destination, message.place)];
      if (source === undefined || destination === undefined) continue;
      const [y0, y1] = [rowMiddle(source), rowMiddle(destination)];
      const arrow = { message, x0: x(message.sent), y0, x1: x(message.end), y1 };
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
    const names = ["page", "ink", "soft", "rule", "computing", "unexpected", "waiting", ...KINDS];
    colors = Object.fromEntries(names.map(name => [name, color(name)]));
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
      if (row % labelled === 0) context.fillText(line.name, LEFT - 6, rowMiddle(row));
    });
    if (dragged && dragged.isZoom) {
      context.fillStyle = colors.soft;
      context.globalAlpha = 0.25;
      const [left, right] = [dragged.start, dragged.now].sort((a, b) => a - b);
      context.fillRect(left, TOP, right - left, height - TOP - BOTTOM);
    }
    document.getElementById("range").textContent =
      `Shown: cycle ${grouped(from)} to ${grouped(to)}, ${cyclesAndTime(to - from)}.`
      + (every > 1 ? ` One of ${every} arrows is drawn: zoom in to see all.` : "");
  }

  let isDrawing = false;
  function requestDraw() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => { isDrawing = false; draw(); });
  }

  function describeItem(line, item) {
    const share = Math.round(100 * item.waiting / Math.max(1, (item.left - item.start) * item.calls));
    const span = `cycle ${grouped(item.start)} to ${grouped(item.left)}: ${cyclesAndTime(item.left - item.start)}`;
    if (item.site < 0) {
      const calls = `rank ${line.rank}: ${grouped(item.calls)} calls drawn as one`;
      return [calls, span, `${cyclesAndTime(item.waiting)} of it waiting`];
    }
    const [func, place] = data.sites[item.site];
    const call = `rank ${line.rank}: ${data.functions[func][0]}(${data.arguments[item.extra]})`;
    const described = [call, data.places[place], span, `waiting ${share} % of it`];
    if (item.calls > 1) {
      described.push(`called ${grouped(item.calls)} times in a row, up to cycle ${grouped(item.end)}`);
    }
    if (line.isInCall && item === line.items[line.items.length - 1]) described.push("not left when the run ended");
    return described;
  }

  function describePolling(processor, { start, end, polled }) {
    const share = polled < end - start ? `, ${Math.round(100 * polled / (end - start))} % of the time` : "";
    return [`${processor}: polling${share}`, `cycle ${grouped(start)} to ${grouped(end)}: ${cyclesAndTime(end - start)}`];
  }

  function describeMessage(message) {
    const what = message.count > 1 ? `${grouped(message.count)} messages` : `message, tag ${message.tag}`;
    return [
      `${what}: rank ${message.source} → rank ${message.destination}, ${grouped(message.bytes)} bytes`
        + `, ${message.protocol}`
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
      const now = cycleAt(px);
      const processor = line.place > 0 ? `rank ${line.rank}, processor ${line.name}` : line.name;
      if (best && line.place > 0) described.push(...describePolling(processor, best));
      else if (best) described.push(...describeItem(line, best));
      else if (now <= line.cycles) described.push(`${processor}: computing at cycle ${grouped(now)}`);
    }
    const near = drawn.map(arrow => [distance(arrow, px, py), arrow]).filter(([far]) => far < 4);
    near.sort((a, b) => a[0] - b[0]);
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
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", actions[button.dataset.zoom]);
  }
  for (const id of ["arrows", "collectives"]) document.getElementById(id).addEventListener("change", requestDraw);

  new ResizeObserver(requestDraw).observe(canvas.parentElement);
  painters.push(draw);
  draw();
}
