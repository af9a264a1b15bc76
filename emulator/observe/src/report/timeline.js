/* The timeline: calls of each rank as blocks, messages as arrows, the critical path as a line. */
{
  const KINDS = ["own", "collective", "wait", "other"];
  /* Index in the shares of an item: cycles of calls that the search field does not name. */
  const FADED = 2 * KINDS.length;
  /* Up to this many messages have an arrow each; fewer between low rows. If more are visible, they are joined. */
  const ARROWS_MAX = 1500, LOW_ARROWS_MAX = 400;
  /* The most lines of joined messages. If there are more, the lines of fewest messages are dropped. */
  const LINES_MAX = 3000;
  /* A line of joined messages is strongest if it has most messages, but at least this many. */
  const STRONG_MIN = 12;
  /* Messages are joined if they are sent within this many pixels, from and to rows within the other. */
  const BIN_WIDTH = 6, BIN_HEIGHT = 4;
  /* The narrowest and the lowest block, in pixels, that has a name. */
  const NAME_WIDTH = 32, NAME_HEIGHT = 9;
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

  const messages = [];
  for (let i = 0, sent = 0; i < data.messages.length; i += 8) {
    const [gap, span, source, destination, bytes, tag, flags, count] = data.messages.slice(i, i + 8);
    sent += gap;
    messages.push({
      index: messages.length, sent, span, source, destination, bytes, tag, count, protocol: PROTOCOLS[flags & 3],
      isCollective: (flags & 4) !== 0, isUnexpected: (flags & 8) !== 0, place: flags >> 4,
      end: span < 0 ? data.cycles : sent + span,
    });
  }

  /* Steps of the critical path, in order of time. */
  const path = [];
  for (let i = 0, end = 0; i < data.path.length; i += 3) {
    const [rank, gap, span] = data.path.slice(i, i + 3);
    const start = end + gap;
    end = start + span;
    path.push({ rank, start, end });
  }

  /* The rows that are shown, and what the search field says about calls. */

  let shown, rowAt, rowHeight, barHeight;
  /* For each function: does its colour stay? For each kind: does it have such a function? */
  let namedFunctions = null, namedKinds = null;

  /* Shows these lines only. Fewer rows are higher. */
  function showRows(wanted) {
    shown = wanted;
    const rows = new Map(shown.map((line, row) => [`${line.rank}.${line.place}`, row]));
    rowAt = (rank, place) => rows.get(`${rank}.${place}`) ?? rows.get(`${rank}.0`);
    const count = Math.max(1, shown.length);
    const low = Math.max(1, Math.min(7, Math.floor(900 / count)));
    rowHeight = Math.max(low, Math.min(34, Math.floor(620 / count)));
    barHeight = rowHeight < 4 ? rowHeight : Math.max(Math.min(5, rowHeight - 1), Math.round(rowHeight * 0.68));
  }

  const shortName = name => name.replace(/^P?MPI_/i, "");
  const names = data.functions.map(([name]) => shortName(name));

  /* Reads the search field: ranks (`3`, `0-15`) and names of calls, between commas. Answers a note about it. */
  function search(text) {
    const parts = text.split(",").map(part => part.trim()).filter(part => part !== "");
    const spans = [], words = [];
    for (const part of parts) {
      const word = part.replace(/^(?:\d+(?:\s*(?:-|–|to)\s*\d+)?(?:\s+|$))+/, numbers => {
        for (const [, first, last] of numbers.matchAll(/(\d+)(?:\s*(?:-|–|to)\s*(\d+))?/g)) {
          spans.push([Number(first), Number(last ?? first)]);
        }
        return "";
      });
      if (word !== "") words.push(shortName(word).toLowerCase());
    }
    const wanted = lines.filter(line => spans.some(([first, last]) => line.rank >= first && line.rank <= last));
    showRows(wanted.length > 0 ? wanted : lines);
    const isNamed = names.map(name => words.some(word => name.toLowerCase().includes(word)));
    const isAnyNamed = isNamed.includes(true);
    namedFunctions = isAnyNamed ? isNamed : null;
    namedKinds = KINDS.map((_, kind) => !isAnyNamed || data.functions.some((of, i) => of[1] === kind && isNamed[i]));
    const notes = [];
    if (spans.length > 0) {
      const ranks = new Set(wanted.map(line => line.rank)).size;
      notes.push(ranks === 0 ? "no such rank" : `${grouped(ranks)} of ${grouped(data.ranks.length)} ranks`);
    }
    if (words.length > 0) notes.push(isAnyNamed ? names.filter((_, i) => isNamed[i]).join(", ") : "no such call");
    return notes.join("; ");
  }
  search("");

  /* Cycles of an item by kind: [all, waiting] for each; then the cycles of calls that are faded. */
  function shares(item) {
    const shares = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    if (item.site < 0) {
      data.groups[item.extra].forEach((share, i) => {
        if (namedKinds[i >> 1]) shares[i] = share; else if (i % 2 === 0) shares[FADED] += share;
      });
      return shares;
    }
    const [func] = data.sites[item.site];
    const cycles = (item.left - item.start) * item.calls;
    if (namedFunctions && !namedFunctions[func]) { shares[FADED] = cycles; return shares; }
    const kind = data.functions[func][1];
    shares[2 * kind] = cycles;
    shares[2 * kind + 1] = item.waiting;
    return shares;
  }

  /* The timeline. */

  const canvas = document.getElementById("timeline");
  const whole = Math.max(1, data.cycles);
  const LEFT = 66, TOP = 26, BOTTOM = 6;
  let from = 0, to = whole, drawn = [], drawnPath = [], colors = {}, dragged = null;

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
    // A short call must not vanish. Rows of a few pixels have no space for more than its share.
    const least = full < 1 && barHeight > 4 ? 1 : 0;
    let level = 0;
    const fill = (part, style) => {
      const height = Math.max(least, part / sum * full);
      if (part <= 0) return;
      context.fillStyle = style;
      context.fillRect(left, bottom - level - height, width, height);
      level += height;
    };
    KINDS.forEach((kind, i) => fill(Math.max(0, shares[2 * i] - shares[2 * i + 1]), colors[kind]));
    fill(shares[FADED], colors.faded);
    const waiting = width > 4 && barHeight > 4 ? "Hatch" : "Light";
    KINDS.forEach((kind, i) => fill(Math.min(shares[2 * i], shares[2 * i + 1]), colors[kind + waiting]));
  }

  /* What a further processor polls stands above, light. */
  function stackPolling(context, left, width, row, share) {
    const top = rowTop(row) + (rowHeight - barHeight) / 2;
    context.fillStyle = colors.waiting;
    context.fillRect(left, top, width, Math.min(1, share) * barHeight);
  }

  /* Writes the name of a call into its block, as much of it as there is space for. */
  function drawName(context, { left, width, row, func }) {
    context.save();
    context.beginPath();
    context.rect(left + 1, rowTop(row), width - 2, rowHeight);
    context.clip();
    context.font = `${Math.min(12, barHeight)}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    // A rim makes it readable on every colour and on hatching.
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colors.page;
    context.strokeText(names[func], left + 4, rowMiddle(row) + 0.5);
    context.fillStyle = colors.ink;
    context.fillText(names[func], left + 4, rowMiddle(row) + 0.5);
    context.restore();
  }

  function firstVisible(items) {
    let low = 0, high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].end < from) low = middle + 1; else high = middle;
    }
    return low;
  }

  /* Draws a row. Adds the blocks that have space for a name to `blocks`. */
  function drawRow(context, line, row, blocks) {
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
        const func = item.site < 0 ? -1 : data.sites[item.site][0];
        const isNamed = func >= 0 && (!namedFunctions || namedFunctions[func]);
        if (isNamed && right - left >= NAME_WIDTH) blocks.push({ left, width: right - left, row, func });
      } else {
        const column = Math.floor(left);
        if (!columns.has(column)) columns.set(column, [0, 0, 0, 0, 0, 0, 0, 0, 0]);
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

  /* Draws the messages. Answers how many messages are joined in how many lines, and how many are not drawn. */
  function drawArrows(context) {
    drawn = [];
    const [own, collective] = ["arrows", "collectives"].map(id => document.getElementById(id).checked);
    const isWanted = message => message.isCollective ? collective : own;
    const visible = [];
    for (const message of messages) {
      if (!isWanted(message) || message.sent > to || message.end < from) continue;
      const [source, destination] = [rowAt(message.source, 0), rowAt(message.destination, message.place)];
      if (source !== undefined && destination !== undefined) visible.push({ message, source, destination });
    }
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, plotWidth(), shown.length * rowHeight);
    context.clip();
    const isJoined = visible.length > (rowHeight < BIN_HEIGHT ? LOW_ARROWS_MAX : ARROWS_MAX);
    const result = isJoined ? drawJoined(context, visible) : { messages: 0, lines: 0, dropped: 0 };
    for (const { message, source, destination } of isJoined ? [] : visible) {
      const [x0, y0, x1, y1] = [x(message.sent), rowMiddle(source), x(message.end), rowMiddle(destination)];
      const arrow = { message, x0, y0, x1, y1 };
      drawn.push(arrow);
      drawArrow(context, arrow, visible.length);
    }
    context.restore();
    return result;
  }

  /* While the search field names calls, messages must not hide them. */
  const emphasis = () => namedFunctions ? 0.4 : 1;

  function drawArrow(context, { message, x0, y0, x1, y1 }, count) {
    context.strokeStyle = context.fillStyle = message.isUnexpected ? colors.unexpected : colors.ink;
    context.globalAlpha = (count > 1000 ? 0.22 : count > 200 ? 0.45 : 0.85) * emphasis();
    context.setLineDash(message.span < 0 ? [4, 4] : []);
    context.lineWidth = message.isCollective ? 0.7 : 1.1;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    if (count < 800 && message.span >= 0) {
      const angle = Math.atan2(y1 - y0, x1 - x0);
      context.beginPath();
      context.moveTo(x1, y1);
      for (const turn of [-0.4, 0.4]) context.lineTo(x1 - 7 * Math.cos(angle + turn), y1 - 7 * Math.sin(angle + turn));
      context.fill();
    }
  }

  /* Joins messages of a kind that are sent at about the same time between the same rows. Low rows share a bin. */
  function joined(visible) {
    const rowsABin = Math.ceil(BIN_HEIGHT / rowHeight);
    const bins = new Map();
    for (const { message, source, destination } of visible) {
      const kind = (message.isCollective ? 1 : 0) + (message.isUnexpected ? 2 : 0) + (message.span < 0 ? 4 : 0);
      const column = Math.floor(Math.max(LEFT, x(message.sent)) / BIN_WIDTH);
      const pair = Math.floor(source / rowsABin) * shown.length + Math.floor(destination / rowsABin);
      const key = (pair * 8 + kind) * 16384 + column;
      let bin = bins.get(key);
      if (!bin) {
        bin = { message, count: 0, bytes: 0, sent: 0, end: 0, first: message.sent, last: message.sent };
        Object.assign(bin, { source: 0, destination: 0, sources: new Set(), destinations: new Set() });
        bins.set(key, bin);
      }
      const { count } = message;
      bin.count += count;
      bin.bytes += message.bytes;
      bin.sent += count * message.sent;
      bin.end += count * message.end;
      bin.source += count * source;
      bin.destination += count * destination;
      bin.last = message.sent;
      bin.sources.add(message.source);
      bin.destinations.add(message.destination);
    }
    return [...bins.values()];
  }

  function drawJoined(context, visible) {
    // The faintest lines first: stronger ones stand above them.
    const bins = joined(visible).sort((a, b) => a.count - b.count);
    const dropped = bins.splice(0, Math.max(0, bins.length - LINES_MAX));
    const most = Math.log1p(Math.max(STRONG_MIN, bins[bins.length - 1].count));
    for (const bin of bins) {
      const [source, destination] = [bin.source / bin.count, bin.destination / bin.count];
      const [x0, y0] = [x(bin.sent / bin.count), rowMiddle(source)];
      const [x1, y1] = [x(bin.end / bin.count), rowMiddle(destination)];
      const weight = (Math.log1p(bin.count) / most) ** 1.5;
      context.strokeStyle = bin.message.isUnexpected ? colors.unexpected : colors.ink;
      context.globalAlpha = (0.17 + 0.5 * weight) * emphasis();
      context.lineWidth = 0.8 + 1.1 * weight;
      context.setLineDash(bin.message.span < 0 ? [4, 4] : []);
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
      drawn.push({ bin, x0, y0, x1, y1 });
    }
    const sum = of => of.reduce((all, bin) => all + bin.count, 0);
    return { messages: sum(bins), lines: bins.length, dropped: sum(dropped) };
  }

  /* Draws the critical path at the lower border of the blocks, so that names stay readable. */
  function drawPath(context) {
    drawnPath = [];
    if (!document.getElementById("path").checked) return;
    const height = row => rowHeight < 7 ? rowMiddle(row) : rowTop(row) + (rowHeight + barHeight) / 2;
    // Parts of a long path that are at the same pixels are drawn once.
    const places = new Set();
    const add = part => {
      const place = `${Math.round(part.x0)} ${Math.round(part.x1)} ${part.y0} ${part.y1}`;
      if (places.has(place)) return;
      places.add(place);
      drawnPath.push(part);
    };
    let before = null;
    path.forEach((step, index) => {
      const row = rowAt(step.rank, 0);
      const here = row === undefined ? null : { x: x(step.end), y: height(row), step };
      if (here && step.end >= from && step.start <= to) {
        const start = x(step.start);
        if (before) add({ index, before: before.step, x0: before.x, y0: before.y, x1: start, y1: here.y });
        add({ index, x0: start, y0: here.y, x1: here.x, y1: here.y });
      }
      before = here;
    });
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP - 3, plotWidth(), shown.length * rowHeight + 6);
    context.clip();
    context.lineCap = "round";
    for (const [width, style] of [[5, colors.page], [3, colors.path]]) {
      context.lineWidth = width;
      context.strokeStyle = style;
      for (const { x0, y0, x1, y1 } of drawnPath) {
        context.beginPath();
        context.moveTo(x0, y0);
        context.lineTo(x1, y1);
        context.stroke();
      }
    }
    context.restore();
  }

  function draw() {
    const width = canvas.clientWidth;
    if (!width) return;
    const height = TOP + shown.length * rowHeight + BOTTOM;
    const context = prepare(canvas, width, height);
    const used = ["page", "ink", "soft", "rule", "computing", "unexpected", "waiting", "path", ...KINDS];
    colors = Object.fromEntries(used.map(name => [name, color(name)]));
    colors.faded = mixed(colors.computing, colors.soft, 0.35);
    for (const kind of KINDS) {
      colors[kind + "Light"] = mixed(colors[kind], colors.page, 0.55);
      colors[kind + "Hatch"] = hatch(context, mixed(colors[kind], colors.page, 0.7), colors[kind]);
    }
    axis(context, width, height - BOTTOM);
    const blocks = [];
    shown.forEach((line, row) => drawRow(context, line, row, blocks));
    const joined = drawArrows(context);
    if (barHeight >= NAME_HEIGHT) for (const block of blocks) drawName(context, block);
    drawPath(context);
    context.fillStyle = colors.soft;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const labelled = 2 ** Math.ceil(Math.log2(Math.max(1, 13 / rowHeight)));
    shown.forEach((line, row) => {
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
      + (joined.lines > 0 ? ` Messages are joined: ${grouped(joined.messages)} messages in`
        + ` ${grouped(joined.lines)} lines (stronger: more; zoom in to see each).` : "")
      + (joined.dropped > 0 ? ` ${grouped(joined.dropped)} more messages, in the faintest lines, are not drawn.` : "");
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

  /* Names ranks of a line: the first and the last, if there are several. */
  function ranksOf(ranks) {
    const [first, last] = [Math.min(...ranks), Math.max(...ranks)];
    return ranks.size === 1 ? `rank ${first}` : `ranks ${first} to ${last}`;
  }

  function describeJoined(bin) {
    const { message } = bin;
    return [
      `${grouped(bin.count)} messages: ${ranksOf(bin.sources)} → ${ranksOf(bin.destinations)}`
        + `, ${grouped(bin.bytes)} bytes`
        + (message.isUnexpected ? ", unexpected" : "") + (message.isCollective ? ", in collectives" : ""),
      `sent from cycle ${grouped(bin.first)} to ${grouped(bin.last)}` + (message.span < 0 ? ", not received" : ""),
    ];
  }

  function describePath({ index, before }) {
    const step = path[index];
    const title = `critical path, step ${grouped(index + 1)} of ${grouped(path.length)}: rank ${step.rank}`;
    if (before) return [`${title}, after rank ${before.rank}`, `cycle ${grouped(before.end)} to ${grouped(step.start)}`];
    const share = (100 * (step.end - step.start) / whole).toFixed(1);
    const span = `cycle ${grouped(step.start)} to ${grouped(step.end)}: ${cyclesAndTime(step.end - step.start)}`;
    return [title, `${span}, ${share} % of the run`];
  }

  /* Those of these lines that lie within some pixels of a place, the nearest first. */
  function nearest(all, px, py, count) {
    return all.map(one => [distanceTo(one, px, py), one]).filter(([far]) => far < 4)
      .sort((a, b) => a[0] - b[0]).slice(0, count).map(([, one]) => one);
  }

  function hover(event) {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const line = shown[Math.floor((py - TOP) / rowHeight)];
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
    for (const step of nearest(drawnPath, px, py, 1)) described.push("", ...describePath(step));
    for (const { bin, message } of nearest(drawn, px, py, 2)) {
      described.push("", ...(bin ? describeJoined(bin) : describeMessage(message)));
    }
    showTip(event, described);
  }

  /* Shows the details of the message at this place. Of joined messages, it is the first one. */
  function clicked(event) {
    const box = canvas.getBoundingClientRect();
    const [found] = nearest(drawn, event.clientX - box.left, event.clientY - box.top, 1);
    if (!found) return;
    const { bin, message = bin.message } = found;
    const count = bin ? bin.count : message.count;
    const lines = count > message.count ? describeJoined(bin) : describeMessage(message);
    showDetails(message.index, lines, { ...message, count });
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
  canvas.addEventListener("pointerup", event => {
    const drag = dragged;
    dragged = null;
    if (drag && Math.abs(drag.now - drag.start) <= 4) clicked(event);
    else if (drag && drag.isZoom) {
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
  for (const id of ["arrows", "collectives", "path"]) {
    document.getElementById(id).addEventListener("change", requestDraw);
  }

  if (path.length > 0) {
    document.getElementById("path").checked = true;
    for (const element of document.querySelectorAll(".of-path")) element.hidden = false;
  }

  const field = document.getElementById("search");
  function searched() {
    document.getElementById("found").textContent = search(field.value);
    requestDraw();
  }
  field.addEventListener("input", searched);
  for (const element of [field, canvas]) {
    element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || field.value === "") return;
      event.preventDefault();
      field.value = "";
      searched();
    });
  }

  new ResizeObserver(requestDraw).observe(canvas.parentElement);
  painters.push(draw);
  draw();
}
