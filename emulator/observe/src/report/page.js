/* What the drawings of the page share: its data, text, the tip beside the pointer, colours, printing. */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const tip = document.getElementById("tip");
for (const element of document.querySelectorAll(".script")) element.hidden = false;

/* Numbers and times as text. */

const grouped = value => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, " ");

function compact(value) {
  let index = 0;
  while (value >= 1000 && index < 6) { value /= 1000; index++; }
  const digits = index && value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return digits + ["", "k", "M", "G", "T", "P", "E"][index];
}

function time(cycles) {
  if (!data.clock_hz) return "";
  const seconds = cycles / data.clock_hz;
  const [unit, scale] = seconds < 1e-6 ? ["ns", 1e9]
    : seconds < 1e-3 ? ["µs", 1e6]
    : seconds < 1 ? ["ms", 1e3]
    : ["s", 1];
  return `${Number((seconds * scale).toPrecision(4))} ${unit}`;
}

const cyclesAndTime = cycles => `${grouped(cycles)} cycles` + (data.clock_hz ? ` (${time(cycles)})` : "");
const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

function showTip(event, lines) {
  tip.hidden = lines.length === 0;
  if (tip.hidden) return;
  tip.textContent = lines.join("\n");
  // At a border it would be measured narrower than it is going to be.
  tip.style.left = tip.style.top = "0";
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
  const below = event.clientY + 18;
  tip.style.top = Math.max(4, below + box.height > innerHeight ? event.clientY - box.height - 12 : below) + "px";
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

/* How far a place is from a line, in pixels. */
function distanceTo({ x0, y0, x1, y1 }, px, py) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.max(0, Math.min(1, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - x0 - along * dx, py - y0 - along * dy);
}

/* A colour between two. */
function mixed(one, other, share) {
  const parts = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));
  const [a, b] = [parts(one), parts(other)];
  return "#" + a.map((value, i) => Math.round(value + (b[i] - value) * share).toString(16).padStart(2, "0")).join("");
}

/* Tables: heads sort, and long tables have a search field. */

/* Tables of more rows have a search field. */
const ROWS_UNSEARCHED = 15;

/* The value of a cell by which its column is sorted. A missing number is null. */
function sortKey(cell, isNumber) {
  if (!cell) return null;
  if (cell.classList.contains("bar")) {
    return [...cell.querySelectorAll("i")].reduce((sum, part) => sum + parseFloat(part.style.width), 0);
  }
  if (!isNumber) return cell.textContent;
  const value = parseFloat(cell.textContent.replace(/\s/g, ""));
  return Number.isNaN(value) ? null : value;
}

/* Sorts by a column. Rows of equal values keep their order; missing numbers stand last. */
function sortTable(table, head) {
  const isDescending = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
  const [column, isNumber, body] = [head.cellIndex, head.classList.contains("n"), table.tBodies[0]];
  const keyed = [...body.rows].map(row => [sortKey(row.cells[column], isNumber), row]);
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const compare = (a, b) => typeof a === "string" || typeof b === "string" ? order(String(a), String(b)) : a - b;
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return isDescending ? compare(b, a) : compare(a, b);
  });
  body.append(...keyed.map(([, row]) => row));
}

/* Adds a search field above a table: only rows that contain its text are shown. */
function addSearch(table) {
  const rows = [...table.tBodies[0].rows];
  const [line, label, field, count] = ["div", "label", "input", "span"].map(name => document.createElement(name));
  line.className = "controls";
  field.type = "search";
  count.setAttribute("aria-live", "polite");
  label.append("Find ", field);
  line.append(label, count);
  const find = () => {
    const text = field.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(text);
    const found = rows.filter(row => !row.hidden).length;
    count.textContent = `${grouped(found)} of ${grouped(rows.length)} rows`;
  };
  field.addEventListener("input", find);
  field.addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    field.value = "";
    find();
  });
  find();
  (table.closest(".wide") ?? table).before(line);
}

for (const table of document.querySelectorAll("table")) {
  if (!table.tHead || table.tBodies.length === 0) continue;
  for (const head of table.tHead.rows[0].cells) {
    head.tabIndex = 0;
    head.title = "Sort";
    head.setAttribute("aria-sort", "none");
    head.addEventListener("click", () => sortTable(table, head));
    head.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      sortTable(table, head);
    });
  }
  if (table.tBodies[0].rows.length > ROWS_UNSEARCHED) addSearch(table);
}

/* Functions that draw: called when the page changes its colours, and in light colours for paper. */
const painters = [];
const drawAll = () => painters.forEach(paint => paint());

function printing(isPrinting) {
  document.documentElement.classList.toggle("printing", isPrinting);
  drawAll();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
addEventListener("beforeprint", () => printing(true));
addEventListener("afterprint", () => printing(false));
