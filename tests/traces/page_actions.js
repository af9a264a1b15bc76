/* What a user does with the report of a run. The test appends this script to a page. It sorts tables, types into search
   fields, zooms, points at everything, clicks on a message, and measures drawing. It adds what the page then shows to the page, as JSON. */
"use strict";
{
  const text = id => document.getElementById(id).textContent;
  const canvas = document.getElementById("timeline");

  /* A table of a section. */
  function tableOf(heading, index = 0) {
    const section = [...document.querySelectorAll("section")].find(one => one.querySelector("h2").textContent === heading);
    return section.querySelectorAll("table")[index];
  }

  const headOf = (table, name) => [...table.tHead.rows[0].cells].find(cell => cell.textContent === name);
  const rowsOf = table => [...table.tBodies[0].rows].filter(row => !row.hidden);
  const columnOf = (table, head) => rowsOf(table).map(row => row.cells[head.cellIndex].textContent);

  function press(element, key) {
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }

  function type(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    drawAll();
  }

  /* Sorts by a column with a click, then with a key: order and values after each. */
  function sorts(table, name) {
    const head = headOf(table, name);
    const state = () => [head.getAttribute("aria-sort"), columnOf(table, head)];
    head.click();
    const once = state();
    press(head, "Enter");
    return [once, state()];
  }

  /* Searches the table of all ranks, if it has a field: found, after Escape, and the text of both. */
  function searches(table, value) {
    const line = table.closest(".wide").previousElementSibling;
    const field = line.querySelector("input");
    type(field, value);
    const found = [rowsOf(table).length, line.querySelector("span").textContent];
    press(field, "Escape");
    return [...found, rowsOf(table).length, line.querySelector("span").textContent];
  }

  function zooms() {
    return ["in", "right", "left", "out", "all"].map(action => {
      document.querySelector(`[data-zoom=${action}]`).click();
      drawAll();
      return text("range");
    });
  }

  /* Types into the search field of the timeline: note, and height of the drawing; then as after Escape. */
  function filters(value) {
    const field = document.getElementById("search");
    type(field, value);
    const found = [value, text("found"), canvas.clientHeight];
    press(field, "Escape");
    drawAll();
    return [...found, text("found"), canvas.clientHeight];
  }

  /* Points at every place of a grid: the different beginnings of lines that are shown, without numbers. */
  function points() {
    const box = canvas.getBoundingClientRect();
    const shown = new Set();
    for (let x = 1; x < box.width; x += 12) {
      for (let y = 1; y < Math.min(box.height, 600); y += 9) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + x, clientY: box.top + y }));
        if (!document.getElementById("tip").hidden) {
          for (const line of text("tip").split("\n")) shown.add(line.replace(/\d+( \d{3})*/g, "#"));
        }
      }
    }
    return [...shown];
  }

  /* The median time of drawing all, in milliseconds. Reading a pixel of a copy waits until the canvas is drawn. */
  function drawingTime() {
    const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const times = [];
    for (let i = 0; i < 9; i++) {
      const start = performance.now();
      drawAll();
      for (const one of document.querySelectorAll("canvas")) {
        copy.drawImage(one, 0, 0, 1, 1);
        copy.getImageData(0, 0, 1, 1);
      }
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[4];
  }

  /* Clicks on places of a grid until the panel is open: its texts, and whether it closes. */
  function clicks() {
    const box = canvas.getBoundingClientRect();
    const panel = document.getElementById("details");
    for (let x = 67; x < box.width; x += 3) {
      for (let y = 27; y < Math.min(box.height, 600); y += 3) {
        const at = { clientX: box.left + x, clientY: box.top + y, pointerId: 1 };
        for (const what of ["pointerdown", "pointerup"]) canvas.dispatchEvent(new PointerEvent(what, at));
        if (panel.hidden) continue;
        const texts = [...panel.querySelectorAll("h3, p")].map(one => one.textContent);
        const rows = [...panel.querySelectorAll("tbody tr")].map(row => [...row.cells].map(cell => cell.textContent));
        panel.querySelector("button").click();
        return { texts, rows, closes: panel.hidden };
      }
    }
    return null;
  }

  /* Points at the drawing of the network: the different tips; the note below it for bytes, then for busy cycles. */
  function links() {
    const drawing = document.getElementById("links");
    if (!drawing) return null;
    const box = drawing.getBoundingClientRect();
    const tips = new Set();
    for (let x = 1; x < Math.min(box.width, 700); x += 3) {
      for (let y = 1; y < Math.min(box.height, 700); y += 3) {
        drawing.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + x, clientY: box.top + y }));
        if (!document.getElementById("tip").hidden) tips.add(text("tip"));
      }
    }
    const scales = ["bytes", "busy"].map(value => {
      document.querySelector(`input[name=traffic][value=${value}]`).click();
      return text("links-scale");
    });
    const table = tableOf("Traffic of network links");
    return { tips: [...tips], scales, sorts: sorts(table, "bytes") };
  }

  const ranks = [...document.querySelectorAll("table")].find(table => headOf(table, "instructions"));
  const result = {
    opened: performance.now(),
    drawing: drawingTime(),
    range: text("range"),
    sorts: [sorts(ranks, "cycles"), sorts(ranks, "rank"), sorts(tableOf("Time by MPI call"), "function")],
    search: ranks.tBodies[0].rows.length > 15 ? searches(ranks, ranks.tBodies[0].rows[5].textContent) : null,
    zooms: zooms(),
    filters: ["3", "1-3, 5 to 6", "MPI_wait", "0 to 3 7, bcast", "0 2 mpi_allr", "no such thing", "99999"].map(filters),
    points: points(),
    clicks: clicks(),
    links: links(),
  };
  const output = document.createElement("pre");
  output.id = "result";
  output.textContent = JSON.stringify(result);
  document.body.append(output);
}
