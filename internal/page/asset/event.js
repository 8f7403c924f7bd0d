"use strict";
// A folder has the rounds of an event once, in the table of its standings. This shows them as a server does: each
// round, the games of each player, and below the names on a phone.
for (const [section, table] of document.querySelectorAll("table.cross[data-no]").entries()) {
  const element = (name, className, ...inside) => {
    const e = document.createElement(name);
    if (className) e.className = className;
    e.append(...inside);
    return e;
  };
  const link = (to, text) => {
    const a = element("a", "", text);
    a.href = to;
    return a;
  };
  const copy = of => of.cloneNode(true).childNodes;
  const [persons, ...rounds] = [...table.closest("section").querySelectorAll("details[hidden]")].reverse();
  const entries = new Map([...table.tBodies[0].rows].map(({cells: [, head, , , rating, , start, ...games]}) => {
    const a = head.querySelector("a"), id = `p${section ? section + 1 + "-" : ""}${start.textContent}`;
    return [start.textContent, {head, rating, games, id, start: start.textContent, to: a.href, link: () => link("#" + id, a.textContent), a}];
  }));
  const starts = [...entries.values()].sort((a, b) => a.start - b.start);
  // What a cell says: the opponent and the colour, or a word.
  const read = cell => ({foe: cell.querySelector("i") && entries.get(cell.firstChild.textContent), white: !!cell.querySelector(".wh"), result: cell.querySelector("b")?.textContent, text: cell.textContent});

  for (const details of rounds) {
    const n = details.dataset.round - 1, who = e => element("td", "", element("small", "small", e.start), " ", e.link()), games = [], byes = [];
    for (const e of starts) {
      const {foe, white, result, text} = read(e.games[n]);
      if (foe && white) {
        const both = [result, read(foe.games[n]).result].join(/[+−]/.test(result) ? " / " : "–");
        games.push(element("tr", "", who(e), element("td", e.games[n].matches(".out") ? "x out" : "x", element("b", "", both)), who(foe)));
      } else if (!foe && text) byes.push(element("tr", "", who(e), element("td", "x", text), element("td")));
    }
    details.querySelector("tbody").append(...games, ...byes);
    details.hidden = false;
  }

  const [white, , black] = [...rounds[0]?.querySelectorAll("th") || []].map(th => th.textContent + " ");
  for (const e of starts) {
    const list = element("ol", "", ...e.games.map(read).map(({foe, white: isWhite, result, text}) => foe
      ? element("li", "", element("i", isWhite ? "wh" : "bl", isWhite ? white : black), element("b", "", result), " ", foe.link(), " " + foe.rating.textContent) : element("li", "", text || "–")));
    const of = element("div", "", element("h3", "", e.start + " ", link(e.to, e.a.textContent)), list);
    of.id = e.id;
    persons.lastElementChild.append(of);

    const brief = element("small", "brief p", element("span", "num", table.dataset.no.replace("%", e.start) + " · ", ...copy(e.rating)));
    for (const game of e.games) brief.append(" ", element("span", game.className.replace(" w", ""), ...copy(game)));
    e.head.append(brief);
    e.a.href = "#" + e.id;
  }
  persons.hidden = false;
}
// The games of a player are folded away.
const unfold = () => {
  const of = document.getElementById(location.hash.slice(1)), folded = of?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  of.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
