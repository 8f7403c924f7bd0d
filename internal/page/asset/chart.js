// The history of a player's ratings, live: over the drawing, which stays as it is, uPlot
// lays a cursor. A part that was dragged over is drawn larger. The values are those of
// the table below the drawing.
"use strict";
(() => {
  const figure = document.querySelector("figure.plot[data-live]");
  if (!figure) return;
  const names = [...figure.parentElement.querySelectorAll("details th")].slice(1).filter((th) => th.closest("thead")).map((th) => th.textContent);
  const lists = new Map(); // by day; of several revisions the newest, which stands first
  for (const row of figure.parentElement.querySelectorAll("tr[data-day]")) {
    if (!lists.has(row.dataset.day)) lists.set(row.dataset.day, [...row.cells].map((cell) => cell.textContent.trim()));
  }
  let days, values, shown, now; // now is the place of the unofficial ratings, -1 without
  const read = () => {
    const [day, ...unofficial] = (figure.querySelector("svg").dataset.now || "").split("|");
    if (day) lists.set(day, unofficial);
    days = [...lists.keys()].sort();
    now = day ? days.length - 1 : -1;
    values = names.map((_, i) => days.map((day) => Number(lists.get(day)[i + 1]) || null));
    shown = values.map((_, i) => i).filter((i) => values[i].some(Boolean));
  };
  const seconds = (day) => Date.parse(day) / 1000;
  const numbers = (text) => text.split(" ").map(Number);

  let plot, live, zoomTo, zoomed = false;

  // say returns what is read at a place: the list and its ratings.
  const say = (at) => [lists.get(days[at])[0], ...shown.filter((i) => values[i][at]).map((i) => names[i] + " " + values[i][at])].join(" · ");

  const draw = () => {
    plot?.destroy();
    live?.remove();
    figure.classList.remove("zoomed");
    zoomed = false;
    const svg = [...figure.querySelectorAll("svg")].find((one) => one.getClientRects().length);
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const [left, top, right, bottom] = numbers(svg.dataset.box).map((n) => n * scale);
    const [low, high] = numbers(svg.dataset.ratings);
    const [first, last] = svg.dataset.days.split(" ").map(seconds);
    const look = (selector, property) => () => getComputedStyle(svg.querySelector(selector))[property];
    const axis = { stroke: look("text.e", "fill"), grid: { stroke: look(".g", "stroke"), width: 1 }, ticks: { show: false }, font: 12 * scale + "px sans-serif", labelSize: 0, gap: 4 };

    live = document.createElement("div");
    live.className = "live";
    live.tabIndex = 0;
    for (const [name, value] of Object.entries({ role: "slider", "aria-label": svg.querySelector("title").textContent, "aria-valuemin": 1, "aria-valuemax": days.length })) live.setAttribute(name, value);
    const tip = document.createElement("p");
    tip.className = "tip";
    tip.hidden = true;
    const mark = (at) => {
      live.setAttribute("aria-valuenow", at + 1);
      live.setAttribute("aria-valuetext", say(at));
    };
    mark(days.length - 1);

    const point = (u) => {
      const at = u.cursor.idx;
      tip.hidden = at == null || u.cursor.left < 0;
      if (tip.hidden) return;
      mark(at);
      tip.textContent = say(at);
      const x = left + u.valToPos(u.data[0][at], "x");
      tip.style.left = Math.max(left, Math.min(x + 12, box.width - tip.offsetWidth)) + "px";
      tip.style.top = top + "px";
    };
    const zoom = (u, min, max) => {
      zoomed = min > first || max < last;
      figure.classList.toggle("zoomed", zoomed);
      u.setScale("x", { min: Math.max(min, first), max: Math.min(max, last) });
    };
    zoomTo = (min, max) => zoom(plot, min, max);
    const select = (u) => {
      if (u.select.width > 8) zoom(u, u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"));
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    };
    plot = new uPlot({
      width: box.width, height: box.height, padding: [top, right, 0, 0], legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false }, bind: { dblclick: (u) => () => zoom(u, first, last) } },
      scales: {
        x: { range: (_, min, max) => (zoomed ? [min, max] : [first, last]) },
        y: { range: (_, min, max) => (zoomed ? [Math.floor(min / 25 - 1) * 25, Math.ceil(max / 25 + 1) * 25] : [low, high]) },
      },
      axes: [{ ...axis, size: bottom }, { ...axis, size: left }],
      series: [{}, ...shown.flatMap((i, n) => {
        const line = { paths: uPlot.paths.stepped({ align: 1 }), width: n ? 1.5 : 2, stroke: look(n ? ".s2" : ".s1", "stroke"), points: { show: false } };
        return [line, { ...line, points: { show: true, size: 8, fill: "transparent" } }];
      })],
      hooks: { setCursor: [point], setSelect: [select] },
    }, [days.map(seconds), ...shown.flatMap((i) => [true, false].map((official) => values[i].map((value, at) => ((at !== now) === official ? value : null))))], live);
    live.append(tip);
    figure.append(live);

    const go = (at) => {
      const u = plot, x = u.data[0][at = Math.max(0, Math.min(days.length - 1, at))];
      const { min, max } = u.scales.x;
      if (x < min || x > max) zoom(u, x - (max - min) / 2, x + (max - min) / 2);
      u.setCursor({ left: u.valToPos(x, "x"), top: 1 });
    };
    const closer = (by) => {
      const { min, max } = plot.scales.x, x = plot.data[0][here()], half = ((max - min) * by) / 2;
      if (2 * half > 86400) zoom(plot, x - half, x + half);
    };
    const here = () => Number(live.getAttribute("aria-valuenow")) - 1;
    const keys = {
      ArrowLeft: () => go(here() - 1), ArrowRight: () => go(here() + 1), ArrowDown: () => go(here() - 1), ArrowUp: () => go(here() + 1), Home: () => go(0), End: () => go(days.length - 1),
      "+": () => closer(0.5), "-": () => closer(2), Escape: () => zoom(plot, first, last),
    };
    live.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
    live.addEventListener("focus", () => live.matches(":focus-visible") && go(here()));
    live.addEventListener("blur", () => plot.setCursor({ left: -10, top: -10 }));
  };

  read();
  draw();
  document.addEventListener("htmx:oobAfterSwap", () => { // the unofficial ratings have come
    read();
    draw();
  });
  // The last years, where there are more.
  const ranges = figure.parentElement.querySelector(".ranges");
  for (const button of ranges?.children || []) {
    const ends = () => figure.querySelector("svg").dataset.days.split(" ").map(seconds), [first, last] = ends(), span = Number(button.dataset.years) * 365.25 * 86400;
    if (button.hidden = span >= last - first) continue;
    if (span) ranges.hidden = false;
    button.addEventListener("click", () => {
      const [first, last] = ends();
      zoomTo?.(span ? last - span : first, last);
    });
  }
  let width = figure.clientWidth;
  new ResizeObserver(() => {
    if (figure.clientWidth !== width) {
      width = figure.clientWidth;
      draw();
    }
  }).observe(figure);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot?.redraw());
})();
