/* The panel below the timeline: where the time of one message goes. */

/* Shows a message of the timeline, by its index, or hides the panel. `lines` says what it is. */
const showDetails = (() => {
  const panel = document.getElementById("details");
  const { kinds, texts, parts, shapes, untold, messages } = data.anatomies;
  /* Where the data of each message begins. */
  const starts = [];
  for (let i = 0; i < messages.length; i += messages[i] < 0 ? 1 : 4 + shapes[messages[i]][3].length) starts.push(i);

  function element(name, text = "", className = "") {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  /* A bar of a part: its space before, and its width, in per cent. */
  function bar(kind, before, width) {
    const cell = element("td", "", "bar"), box = element("div");
    for (const [className, share] of [["before", before], [`part-${kind}`, width]]) {
      const part = element("i", "", className);
      part.style.width = `${share.toFixed(2)}%`;
      box.append(part);
    }
    cell.append(box);
    return cell;
  }

  function waterfall(own, cycles) {
    const whole = Math.max(1, cycles.reduce((sum, one) => sum + one, 0));
    const table = element("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    for (const name of ["from", "cycles", "<part", "<what", "<time"]) {
      head.append(element("th", name.replace("<", ""), name.startsWith("<") ? "" : "n"));
    }
    let from = 0;
    own.forEach((index, i) => {
      const [kind, place, name] = parts[index];
      const row = body.insertRow(), what = element("td");
      what.append(element("code", `${texts[place]}: ${texts[name]}`));
      row.append(element("td", grouped(from), "n"), element("td", grouped(cycles[i]), "n"), element("td", kinds[kind]));
      row.append(what, bar(kind, 100 * from / whole, 100 * cycles[i] / whole));
      from += cycles[i];
    });
    const wide = element("div", "", "wide");
    wide.append(table);
    return wide;
  }

  function anatomy(start, sent) {
    if (messages[start] < 0) return [element("p", untold[-1 - messages[start]], "note")];
    const [sender, receiver, remarks, own] = shapes[messages[start]];
    const [number, before, payload] = messages.slice(start + 1, start + 4);
    const cycles = messages.slice(start + 4, start + 4 + own.length);
    const late = own.reduce((sum, part, i) => sum + (kinds[parts[part][0]] === "late receiver" ? cycles[i] : 0), 0);
    const whole = cycles.reduce((sum, one) => sum + one, 0);
    return [
      element("p", `Message ${grouped(number)}: sent by ${texts[sender]}; received by ${texts[receiver]}.`, "note"),
      element("p", `Begun at cycle ${grouped(sent - before)}; ${cyclesAndTime(whole)} = message path`
        + ` ${grouped(whole - late)} + late receiver ${grouped(late)}.`, "note"),
      ...remarks.map(remark => element("p", texts[remark], "note")),
      waterfall(own, cycles),
      ...payload < 0 ? [] : [element("p", texts[payload], "note")],
      element("p", `Source lines of these parts: rankine anatomy --message ${number} --lines, with the options of this run.`,
        "note"),
    ];
  }

  return (index, lines, message) => {
    panel.hidden = index === undefined || starts[index] === undefined;
    if (panel.hidden) return;
    const head = element("h3", lines[0]), close = element("button", "✕");
    close.type = "button";
    close.title = "Close";
    close.addEventListener("click", () => { panel.hidden = true; });
    head.append(close);
    const several = message.count > 1 ? [element("p", "The first of these messages:", "note")] : [];
    panel.replaceChildren(head, ...several, ...anatomy(starts[index], message.sent));
  };
})();
