/* The drawing of the network: its links, coloured by what they carried. */
{
  const canvas = document.getElementById("links");
  const places = data.network.places.map(([name, isNode, x, y]) => ({ name, isNode, x, y }));
  const links = [];
  for (let i = 0; i < data.network.links.length; i += 5) {
    const [from, to, lane, bytes, busy] = data.network.links.slice(i, i + 5);
    const suffix = data.network.lanes[lane] === "" ? "" : `, ${data.network.lanes[lane]}`;
    links.push({ from: places[from], to: places[to], name: `${places[from].name} to ${places[to].name}${suffix}`, bytes, busy });
  }
  const [left, right, top, bottom] = [["x", Math.min], ["x", Math.max], ["y", Math.min], ["y", Math.max]]
    .map(([axis, pick]) => places.reduce((found, place) => pick(found, place[axis]), places.length ? places[0][axis] : 0));
  const EDGE = 34, WIDTH = 1200, HEIGHT = 640, UNIT_MIN = 9, UNIT_MAX = 76;
  const fit = (size, span) => (size - 2 * EDGE) / Math.max(0.01, span);
  const unit = Math.max(UNIT_MIN, Math.min(UNIT_MAX, fit(WIDTH, right - left), fit(HEIGHT, bottom - top)));
  /* Half the width of a place, and the distance of a link from the middle between its places. */
  const PLACE = Math.max(2, Math.min(9, unit / 7)), ASIDE = Math.max(1.2, Math.min(4, unit / 14));
  const at = place => [EDGE + (place.x - left) * unit, EDGE + (place.y - top) * unit];
  let drawn = [];

  const chosen = () => document.querySelector("input[name=traffic]:checked").value;

  /* A link's line: to the right of the way from its beginning to its end, so that both directions can be seen. */
  function lineOf(link) {
    const [x0, y0] = at(link.from), [x1, y1] = at(link.to);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [sx, sy] = [-dy * ASIDE, dx * ASIDE];
    const gap = Math.min(PLACE, length / 3);
    return { link, x0: x0 + dx * gap + sx, y0: y0 + dy * gap + sy, x1: x1 - dx * gap + sx, y1: y1 - dy * gap + sy };
  }

  function drawPlace(context, place, colors) {
    const [x, y] = at(place);
    context.fillStyle = place.isNode ? colors.computing : colors.soft;
    context.beginPath();
    if (place.isNode) context.arc(x, y, PLACE, 0, 2 * Math.PI);
    else context.rect(x - PLACE, y - PLACE, 2 * PLACE, 2 * PLACE);
    context.fill();
    if (unit < 24) return;
    context.textAlign = "center";
    context.textBaseline = "top";
    const full = context.measureText(place.name).width < unit * 1.1;
    const label = full ? place.name : place.isNode ? place.name.replace(/\D+/, "") : "";
    // A rim makes it readable above links.
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colors.page;
    context.strokeText(label, x, y + PLACE + 2);
    context.fillStyle = colors.ink;
    context.fillText(label, x, y + PLACE + 2);
  }

  function drawLinks() {
    const [width, height] = [2 * EDGE + (right - left) * unit, 2 * EDGE + (bottom - top) * unit].map(Math.ceil);
    canvas.style.width = width + "px";
    const context = prepare(canvas, width, height);
    const colors = Object.fromEntries(["page", "ink", "soft", "rule", "computing", "heat-weak", "heat-high"]
      .map(name => [name, color(name)]));
    const value = chosen();
    const most = Math.max(1, links.reduce((most, link) => Math.max(most, link[value]), 0));
    // The busiest links last: they stand above the others.
    drawn = links.map(lineOf).sort((a, b) => a.link[value] - b.link[value]);
    for (const { link, x0, y0, x1, y1 } of drawn) {
      const share = link[value] / most;
      context.strokeStyle = link[value] > 0 ? mixed(colors["heat-weak"], colors["heat-high"], share) : colors.rule;
      context.lineWidth = link[value] > 0 ? Math.max(1, ASIDE * (0.6 + 0.9 * share)) : 0.6;
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
    }
    for (const place of places) drawPlace(context, place, colors);
    document.getElementById("links-scale").textContent =
      `Each link has a line for each direction, to the right of its way. The strongest colour is ${grouped(most)} `
      + `${value === "bytes" ? "bytes" : "busy cycles"}; the scale is linear. Links without traffic are thin and grey.`;
  }

  function describeLink({ name, bytes, busy }) {
    const share = (100 * busy / Math.max(1, data.cycles)).toFixed(1);
    return [name, `${grouped(bytes)} bytes, busy for ${cyclesAndTime(busy)}, ${share} % of the run`];
  }

  function hoverLinks(event) {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const near = drawn.map(line => [distanceTo(line, px, py), line.link]).filter(([far]) => far < 5);
    near.sort((a, b) => a[0] - b[0]);
    const place = places.find(place => Math.hypot(at(place)[0] - px, at(place)[1] - py) < PLACE);
    showTip(event, place ? [place.name] : near.slice(0, 1).flatMap(([, link]) => describeLink(link)));
  }

  if (canvas) {
    canvas.addEventListener("pointermove", hoverLinks);
    canvas.addEventListener("pointerleave", event => showTip(event, []));
    for (const input of document.querySelectorAll("input[name=traffic]")) input.addEventListener("change", drawLinks);
    painters.push(drawLinks);
    drawLinks();
  }
}
