"use strict";
// What a server answers and a folder of files cannot: searches, the order of a list, and the
// games against one player, and packed pages. On a server this finds everything answered, and does nothing.
(async () => {
  const {src, dataset: {later}} = document.currentScript, root = new URL("../", src);
  // Scripts for which the first screen does not wait, in their order.
  addEventListener("load", () => {
    document.head.append(...later.split(" ").map(src => Object.assign(document.createElement("script"), {src, async: false})));
    document.head.lastChild.onload = () => {
      const q = document.getElementById("q");
      if (q && q.value !== q.defaultValue) htmx.trigger(q, "early");
    };
  });
  const lang = document.documentElement.lang;
  let {pathname, search} = location;
  const parameter = name => new URLSearchParams(search).get(name) || "";

  // What a folder has in gzip. A host may have unpacked it.
  const json = async file => {
    const data = await (await fetch(file)).blob(), [a, b] = new Uint8Array(await data.slice(0, 2).arrayBuffer());
    return new Response(a === 0x1f && b === 0x8b ? data.stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
  };

  // A packed page of a folder comes in place of the one that opens it.
  const packed = document.getElementById("packed");
  if (packed) try {
    const [, page, asked] = search.match(/^\?([^?&]*)[?&]?(.*)$/), own = new URL(`${lang}/${page}/`, root);
    const list = page.match(/^(lists\/.+)\/pages\/(\d+)$/);
    if (list) return location.replace(new URL(`${lang}/${list[1]}/?page=${list[2]}`, root));
    const pack = page.replace(/^players\/(.*(.))\/why\/(.*)\/[a-z]+$/, "lists/$3/why/$2");
    const of = new DOMParser().parseFromString((await json(new URL(`${lang}/${pack}.bin`, root)))[page], "text/html");
    for (const name of ["href", "action", "hx-get"]) for (const e of of.querySelectorAll(`[${name}]`)) {
      const to = e.getAttribute(name);
      if (to[0] !== "#") e.setAttribute(name, to[0] === "?" ? `?${page}&${to.slice(1)}` : new URL(to, own));
    }
    for (const e of document.querySelectorAll(".tools a")) e.search = search;
    [pathname, search] = [own.pathname, "?" + asked];
    document.title = of.title;
    for (const part of [".stand", "main"]) document.querySelector(part).replaceWith(of.querySelector(part));
    window.htmx?.process(document.body);
    if (location.hash) location.replace(location.hash);
  } catch {
    packed.textContent = packed.dataset.none;
  }

  // Fragments are written for their own address.
  document.addEventListener("htmx:beforeSwap", e => {
    const of = e.detail.xhr.responseURL;
    e.detail.serverResponse = e.detail.serverResponse.replace(/ href="([^"#][^"]*)"/g, (all, to) => ` href="${new URL(to.replaceAll("&amp;", "&"), of).href}"`);
  });

  // The keys of names, as bureau/register/namekey makes them.
  const isHan = c => /\p{Script=Han}/u.test(c), isKana = c => /[\u3041-\u3096\u309d\u309e\u30a1-\u30f6\u30fc-\u30fe]/.test(c);
  const hiragana = c => /[\u30a1-\u30f6\u30fd\u30fe]/.test(c) ? String.fromCharCode(c.charCodeAt(0) - 0x60) : c;
  const morae = ("a,a,i,i,u,u,e,e,o,o,ka,ga,ki,gi,ku,gu,ke,ge,ko,go,sa,za,si,zi,su,zu,se,ze,so,zo,ta,da,ti,zi,-,tu,zu,te,de,to,do," +
    "na,ni,nu,ne,no,ha,ba,pa,hi,bi,pi,hu,bu,pu,he,be,pe,ho,bo,po,ma,mi,mu,me,mo,ya,ya,yu,yu,yo,yo,ra,ri,ru,re,ro,wa,wa,i,e,o,n,vu,ka,ke").split(",");
  const letters = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "þ": "th", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "ŧ": "t"};
  const titles = new Set("gm im fm cm nm wgm wim wfm wcm wnm dr prof mr mrs ms 氏 様 君 先生".split(" "));
  let forms = new Map();

  const normal = text => {
    let out = "", last = " ";
    for (let c of text.normalize("NFKC").toLowerCase().replace(/[\u2010-\u2015\u2212]/g, "-").replace(/['\u2018\u2019`]/g, "")) {
      if (c === "々") c = isHan(last) ? last : "";
      else if (isHan(c)) c = forms.get(c) || c;
      else if (isKana(c)) {
        c = hiragana(c);
        if (c === "\u3095") c = "か"; else if (c === "\u3096") c = "け";
        else if (c === "\u309d") c = last; else if (c === "\u309e") c = (last + "\u3099").normalize("NFC");
      } else if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(c)) c = "";
      out += c;
      if (c) last = c;
    }
    return out;
  };
  const words = text => normal(text).split(/[^\p{L}\p{N}\p{Mc}-]+/u).map(w => w.replaceAll("-", "")).filter(w => w)
    .flatMap(w => [...w].some(isHan) ? w.match(/[\p{Script=Han}\u3041-\u3096\u30fc]+|[^\p{Script=Han}\u3041-\u3096\u30fc]+/gu) : [w]);
  const soft = mora => {
    const fixed = {hu: "f", tu: "ts", u: "w", vu: "v", ku: "kw", gu: "gw"}[mora];
    if (fixed) return [fixed, [fixed]];
    if (mora === "te" || mora === "de") return [mora[0], [mora[0] + "i", mora[0] + "y"]];
    if (mora === "to" || mora === "do") return [mora[0], [mora[0] + "u"]];
    if (mora === "su" || mora === "zu") return [mora[0], [mora[0] + "i"]];
    return mora.length > 1 && mora.endsWith("i") || mora === "i" ? [mora.slice(0, -1) + "y", [mora.slice(0, -1) + "y"]] : ["", []];
  };
  const contracted = (mora, sound, c) => {
    if (!/[ぁぃぅぇぉゃゅょゎ]/.test(c)) return "";
    const [stem, starts] = soft(mora);
    if (stem.endsWith("y")) {
      if (sound === "i") return "";
      sound = sound.slice(-1);
    } else if (stem.endsWith("w")) sound = sound.replace(/^w/, "");
    return starts.some(s => (stem + sound).startsWith(s)) ? stem + sound : "";
  };
  const romanise = word => {
    if (![...word].some(isKana)) return [word, []];
    let out = "", mora = "", double = false, head = () => "";
    for (const c of word) {
      if (c === "っ") { double = true; mora = ""; continue; }
      let sound = c;
      const isMora = c >= "ぁ" && c <= "\u3096";
      if (isMora) sound = morae[c.charCodeAt(0) - 0x3041];
      else if (isKana(c)) { mora = ""; continue; }
      const together = contracted(mora, sound, c);
      if (together) { out = head(together); mora = ""; continue; }
      const before = out, doubled = double;
      head = s => before + (doubled && /^[a-z]/.test(s) && !/^[aiueon]/.test(s) ? s[0] + s : s);
      out = head(sound); double = false; mora = isMora ? sound : "";
    }
    return [out, soft(mora)[1].map(s => head(s))];
  };
  const unmarked = word => [...word].map(c => letters[c] || (isKana(c) ? c : c.normalize("NFD").replace(/\p{Mn}/gu, ""))).join("");
  const onsets = [["sh", "sy", "s"], ["ch", "ty", "t"], ["jy", "zy", "z"], ["j", "zy", "z"]];
  const foldHead = (word, n) => {
    let out = "";
    for (let i = 0; i < n; i++) {
      const rest = word.slice(i), onset = onsets.find(o => rest.startsWith(o[0]) && /[aeiou]/.test(rest[o[0].length] || ""));
      if (onset) { out += rest[onset[0].length] === "i" ? onset[2] : onset[1]; i += onset[0].length - 1; continue; }
      let c = rest[0];
      if (c === "o" && out.endsWith("o") || c === "u" && /[ou]$/.test(out) || c === "h" && out.endsWith("o") && !/^[aeiou]/.test(rest.slice(1))) continue;
      if (rest.startsWith("hh") || rest.startsWith("ffu")) continue;
      if (rest.startsWith("cch")) c = "t";
      else if (rest.startsWith("tsu")) i++;
      else if (rest.startsWith("fu")) c = "h";
      else if (/^m[bmp]/.test(rest)) c = "n";
      out += c;
    }
    return out;
  };
  const tails = [["cc", "c tch tt"], ["ch", "ch ti ty"], ["c", "c tch ti tt ty"], ["sh", "sh si sy"], ["ts", "ts tu"], ["jy", "jy zi zy"], ["j", "j zi zy"],
    ["ff", "ff fhu hu"], ["f", "f hu"], ["m", "m nb nm nn np"]];
  const foldStart = text => {
    const tail = tails.find(t => text.endsWith(t[0]));
    if (!tail) return [foldHead(text, text.length)];
    const folded = foldHead(text, text.length - tail[0].length);
    return tail[1].split(" ").map(end => folded + end);
  };
  const cut = text => { while (new TextEncoder().encode(text).length > 36) text = [...text].slice(0, -1).join(""); return text; };
  const query = text => {
    let all = words(text);
    const named = all.filter(w => !titles.has(w));
    if (named.length) all = named;
    return all.slice(0, 8).map(w => {
      if ([...w].some(isHan)) return {prefixes: [cut(w)], whole: cut(w)};
      const plain = unmarked(w), [typed, open] = romanise(plain);
      return {prefixes: [typed, ...open].flatMap(foldStart).map(cut), whole: foldHead(typed, typed.length)};
    }).filter(w => w.prefixes[0]);
  };
  // A key is marked: "sato" is a word, "山田|太郎" begins with one, "*田太郎" begins inside one.
  const match = (w, key) => {
    const text = key.replace(/^\*|\|/g, "");
    if (!w.prefixes.some(p => text.startsWith(p))) return 3;
    if (key[0] === "*") return 2;
    return w.whole === text || w.whole === key.split("|")[0] ? 0 : 1;
  };

  // The search index of a folder.
  const kept = new Map();
  const read = name => {
    if (!kept.has(name)) kept.set(name, fetch(new URL("search/" + name + ".json", root)).then(r => r.json()));
    return kept.get(name);
  };
  const nodeOf = (nodes, prefix) => {
    let found = "";
    for (let end = 1; end <= prefix.length; end++) if (prefix.slice(0, end) in nodes) found = prefix.slice(0, end);
    return found && (nodes[found] || found === prefix) ? found : "";
  };
  const hex = text => Array.from(new TextEncoder().encode(text), b => b.toString(16).padStart(2, "0")).join("");
  const indexed = async (at, prefixes) => {
    const {nodes} = await read(at + "index"), all = new Map();
    const names = [...new Set(prefixes.map(p => nodeOf(nodes, p)).filter(n => n))].slice(0, 40);
    for (const some of await Promise.all(names.map(n => read(at + hex(n))))) for (const p of some) all.set(p[0], p);
    return [...all.values()];
  };
  // An ID in any form, else those that end with its digits or begin with it.
  const byNumber = async text => {
    const [number, letters, digits] = text.normalize("NFKC").toUpperCase().replace(/[\s\p{Pd}]/gu, "").match(/^(\p{L}*)(\d+)$/u) || [];
    if (!digits) return [];
    const bare = id => id.replace(/^\D*0*/, ""), some = await indexed("", [number.toLowerCase(), "~" + [...digits].reverse().join("")]);
    const exact = some.filter(p => p[0].startsWith(letters) && bare(p[0]) === bare(digits));
    return exact.length ? exact : some.filter(p => letters ? p[0].startsWith(number) : digits.length > 2 && p[0].endsWith(digits));
  };
  // How badly words fit what has some keys: 3 is not at all.
  const fit = (asked, keys) => Math.max(...asked.map(w => Math.min(...keys.map(key => match(w, key)))));
  const longest = asked => asked.reduce((a, b) => b.prefixes[0].length > a.prefixes[0].length ? b : a).prefixes;
  const byName = async (asked, prefixes) => {
    const best = p => Math.max(0, ...p[4].map(Number));
    return (await indexed("", prefixes)).map(p => [fit(asked, p[5]), p]).filter(h => h[0] < 3)
      .sort((a, b) => a[0] - b[0] || best(b[1]) - best(a[1]) || (a[1][1] < b[1][1] ? -1 : 1)).map(h => h[1]);
  };
  // Words that one has typed with a slip, those that begin like the typed one first.
  const slips = word => {
    const all = [], n = word.length;
    for (let i = n; i >= 0; i--) {
      all.push(word.slice(0, i) + word.slice(i + 1), word.slice(0, i) + word.slice(i, i + 2).split("").reverse().join("") + word.slice(i + 2));
      for (const c of "abcdefghijklmnopqrstuvwxyz") all.push(word.slice(0, i) + c + word.slice(i), word.slice(0, i) + c + word.slice(i + 1));
    }
    return all;
  };
  const near = async text => {
    const {nodes} = await read("index"), typed = words(text), all = new Map();
    for (const [i, word] of typed.entries()) {
      if (word.length < ([...word].some(isHan) ? 3 : 4)) continue;
      const meant = slips(word).flatMap(w => query(w).flatMap(q => q.prefixes)).filter(p => nodeOf(nodes, p));
      const asked = typed.flatMap((w, j) => i === j ? [{prefixes: meant, whole: ""}] : query(w));
      for (const p of meant.length ? await byName(asked, meant) : []) all.set(p[0], p);
    }
    return [...all.values()];
  };
  const find = async text => {
    const index = await read("index");
    if (!forms.size) { const f = [...index.forms]; for (let i = 0; i + 1 < f.length; i += 2) forms.set(f[i], f[i + 1]); }
    const asked = query(text), found = {players: await byNumber(text), clubs: [], events: []};
    if (!asked.length) return found;
    found.clubs = (await read("clubs")).filter(c => fit(asked, c[4]) < 3);
    found.events = (await indexed("events/", longest(asked))).filter(e => fit(asked, e[4]) < 3).sort((a, b) => a[2] < b[2] ? 1 : -1);
    if (!found.players.length) found.players = await byName(asked, longest(asked));
    if (!found.players.length) found.near = (found.players = await near(text)).length > 0;
    return found;
  };
  const element = (name, className, ...inside) => {
    const e = document.createElement(name);
    if (className) e.className = className;
    e.append(...inside);
    return e;
  };
  const q = document.getElementById("q"), inFull = document.getElementById("found");
  let frame = null; // of hits, without any
  const show = async (text, into) => {
    frame ||= fetch(new URL(lang + "/search/hits/", root)).then(r => r.text()).then(t => new DOMParser().parseFromString(t, "text/html").getElementById("hits"));
    const [found, {dataset, firstElementChild}] = await Promise.all([find(text), frame]), most = 20;
    if (q.value !== text) return;
    const row = (to, name, other, small, figures = []) => {
      const a = element("a", "", name, ...(other ? [element("span", "alt", other)] : []), element("small", "brief", small.filter(s => s).join(" · "))), head = element("th", "", a);
      a.href = new URL(`${lang}/${to}/`, root);
      head.scope = "row";
      return element("tr", "", head, ...figures.map(r => element("td", "n", r || "–")));
    };
    const mine = (name, local) => lang === "ja" && local ? [local, name] : [name, local];
    const clubs = new Map((await read("clubs")).map(c => [c[1], mine(c[1], c[2])[0]])), day = text => text && new Date(text).toLocaleDateString(lang, {dateStyle: "medium", timeZone: "UTC"});
    const tables = [...firstElementChild.content.cloneNode(true).children], rows = [
      found.players.slice(0, most).map(p => row("players/" + encodeURIComponent(p[0]), ...mine(p[1], p[2]), [p[0], clubs.get(p[3]) || p[3]], p[4])),
      found.clubs.slice(0, 10).map(c => row("clubs/" + encodeURIComponent(c[0]), ...mine(c[1], c[2]), [c[0], c[3]])),
      found.events.slice(0, 10).map(e => row("events/" + encodeURIComponent(e[0]), e[1], "", [day(e[2]), e[0], clubs.get(e[3]) || e[3]])),
    ];
    tables.forEach((t, i) => t.tBodies[0].append(...rows[i]));
    const all = found.players.length + found.clubs.length + found.events.length;
    const status = element("p", "small quiet", (found.near ? dataset.near : found.players.length > most ? dataset.more : all ? "" : dataset.none).replace("%", text));
    status.setAttribute("role", "status");
    into.replaceChildren(status, ...tables.filter((t, i) => rows[i].length));
  };

  // The box of the header: the arrows go from what is typed to what is found, and back.
  const hits = () => document.getElementById("hits");
  document.getElementById("find")?.addEventListener("keydown", e => {
    const step = {ArrowDown: 1, ArrowUp: -1}[e.key], all = [q, ...hits().querySelectorAll("a")], to = all[all.indexOf(e.target) + step];
    if (e.key === "Escape" && hits().firstChild) {
      e.preventDefault(); // which would empty the box
      hits().replaceChildren();
      q.focus();
    }
    if (!step || !to) return;
    e.preventDefault();
    to.focus();
  });
  let folder = false; // the server has no answers
  document.addEventListener("htmx:afterSwap", e => {
    if (e.detail.target.id !== "hits" || !q.value.trim() || hits().querySelector("[role=status]")) return;
    folder = true;
    show(q.value, hits());
  });
  document.addEventListener("htmx:beforeRequest", e => {
    if (!folder || e.detail.elt !== q) return;
    e.preventDefault();
    show(q.value, hits());
  });
  if (inFull && !q.value && parameter("q")) {
    folder = true;
    q.value = parameter("q");
    byNumber(q.value).then(found => found.length === 1 && /\d/.test(q.value) ? location.replace(new URL(`${lang}/players/${encodeURIComponent(found[0][0])}/`, root)) : show(q.value, inFull));
  }

  // The games against one player: a page of a server has no such links.
  const against = parameter("against"), games = document.querySelectorAll('tr[data-is] a[href*="against="]');
  if (against) for (const a of games) a.closest("tr").hidden = a.getAttribute("href").split("against=")[1] !== against;
  for (const by of ["year", "type", "colour"].map(parameter).filter(value => value)) {
    for (const row of document.querySelectorAll("tr[data-is]")) row.hidden ||= !row.dataset.is.split(" ").includes(by);
  }

  // A list in another order, or a part of it, or its further pages.
  const filters = document.querySelector("form.filters"), table = filters && document.querySelector("main table tbody");
  const rows = filters?.elements.rated, left = rows && ["club", "type", "rated"].filter(name => parameter(name) && !filters.elements[name].value);
  if (left?.length && table) { // of the events of a year, with those of its further pages; a server has left only what is asked for
    for (let n = 2; document.querySelector(".pager ul"); n++) {
      const at = new URL(`pages/${n}/`, filters.action), further = await fetch(at).catch(() => ({})), of = further.ok && new DOMParser().parseFromString(await further.text(), "text/html");
      if (!of || !of.querySelector("tr[data-rated]")) document.querySelector(".pager ul").remove();
      else for (const r of of.querySelectorAll("tr[data-rated]")) {
        for (const a of r.querySelectorAll("a")) a.href = new URL(a.getAttribute("href"), at);
        table.append(r);
      }
    }
    for (const name of left) filters.elements[name].value = parameter(name);
    for (const r of table.rows) r.hidden = left.some(name => !r.dataset[name].split(" ").includes(parameter(name)));
    document.querySelector(".pager").remove();
  }
  const sort = parameter("sort"), club = parameter("club"), sex = parameter("sex"), active = parameter("active"), pager = document.querySelector(".pager");
  const asked = {sort, club, sex, active: active && "1"}, shown = e => e.type !== "checkbox" ? e.value : e.checked ? "1" : "";
  const whole = pager?.querySelector('a[href$=".json.gz"]')?.href; // of a folder
  if (table && !rows && whole && (parameter("page") > 1 || Object.keys(asked).some(name => asked[name] && shown(filters.elements[name]) !== asked[name]))) {
    const kind = pathname.split("/").at(-2);
    const clubs = [...(filters.elements.club.options || [])], called = o => (o.dataset.names || "").split("|").map(normal);
    const meant = clubs.find(o => o.value === club || called(o).includes(normal(club))) || clubs.find(o => o.value && called(o).some(n => n.includes(normal(club))));
    const named = meant ? called(meant) : [normal(club)];
    filters.elements.club.value = meant ? meant.value : club;
    filters.elements.sex.value = sex;
    filters.elements.active.checked = active;
    if (sort) filters.elements.sort.value = sort;
    Promise.all([json(whole), json("filters.json.gz")]).then(([d, left]) => {
      const of = p => p[kind] || {}, places = of => new Map(of.map((n, i) => [d.players[n], i]));
      const at = places(left.names), number = places(left.numbers), whys = new Map(d.players.map((p, i) => [p, left.lists[left.whys[i]]])), byID = (a, b) => a.id < b.id ? -1 : 1, byNumber = (a, b) => number.get(a) - number.get(b);
      const by = {name: (a, b) => at.get(a) - at.get(b), id: byID, change: (a, b) => (of(b).change || 0) - (of(a).change || 0) || (of(a).change ? 0 : of(b).rating - of(a).rating) || byNumber(a, b), games: (a, b) => of(b).games - of(a).games || byNumber(a, b)};
      const women = sex && new Set(left.women), lately = active && new Set(left.active);
      const all = d.players.filter((p, i) => (!club || named.includes(normal(p.club))) && (!sex || women.has(i)) && (!active || lately.has(i)));
      if (by[sort]) all.sort(by[sort]);
      table.closest("table").classList.toggle("unplaced", !!by[sort]);
      const most = 100, last = Math.ceil(all.length / most), page = Math.max(1, Math.min(parameter("page") | 0, last)), from = (page - 1) * most, to = Math.min(page * most, all.length);
      table.replaceChildren(...all.slice(from, to).map(p => {
        const [name, other] = lang === "ja" && p.name_local ? [p.name_local, p.name] : [p.name, p.name_local];
        const link = (name, ...parts) => Object.assign(element("a", "", name), {href: new URL(parts.join("/"), root)}), a = link(name, lang, "players", encodeURIComponent(p.id), "");
        const alt = element("span", "alt w", other), change = of(p).change || 0, rating = String(of(p).rating ?? "–"), why = whys.get(p);
        alt.lang = [...other].some(c => isHan(c) || isKana(c)) ? "ja" : "ja-Latn";
        const sign = change > 0 ? element("span", "gain", "+" + change) : change < 0 ? element("span", "loss", "−" + -change) : "";
        const place = by[sort] ? "" : String(1 + all.findIndex(other => of(other).rating === of(p).rating)); // equal ratings have the same place
        return element("tr", "", element("td", "n fit", place), element("th", "", ...(p.title ? [element("small", "w", p.title + " ")] : []), a, ...(other ? [alt] : [])),
          element("td", "w quiet mono", p.id), element("td", "w", (clubs.find(o => called(o).includes(normal(p.club))) || {}).text || p.club), element("td", "n r", why ? link(rating, lang, `open/?players/${encodeURIComponent(p.id)}/why/${why}/${kind}`) : rating), element("td", "n", sign), element("td", "n w", String(of(p).games ?? "")));
      }));
      const range = pager.firstElementChild, links = [];
      range.textContent = [from + 1, to, all.length].reduce((text, n, i) => text.replace("%" + (i + 1), n), range.dataset.range);
      pager.querySelector("ul:has([aria-current])")?.remove();
      for (let n = 1; n <= last && last > 1; n++) { // to the pages to which a server links
        let away = Math.abs(n - page), tens = away;
        while (tens > 1 && tens % 10 === 0) tens /= 10;
        if (last > 12 && n > 1 && n < last && away > 2 && tens !== 1) continue;
        const to = new URLSearchParams(search), e = element(away ? "a" : "b", "", String(n));
        to.set("page", n);
        if (away) e.href = "?" + to; else e.ariaCurrent = "page";
        links.push(element("li", "", e));
      }
      if (links.length) range.after(element("ul", "", ...links));
    });
  }

  // Paper shows what is folded away, where it is from, and when.
  addEventListener("beforeprint", () => {
    for (const e of document.querySelectorAll("details:not([open])")) e.open = true;
    const of = document.getElementById("printed"), said = of?.textContent.split(" · ").slice(0, 2) || [];
    of?.replaceChildren([said[0], said.find(text => text.includes("://")) || location.href, new Date().toLocaleDateString(lang, {dateStyle: "long"})].join(" · "));
  });

  // Tables are sorted by their heads, in place. What the server has in parts, it puts in order itself.
  const figure = text => {
    const day = text.match(/^(\d{4})\.(\d+)\.(\d+)$/);
    if (day) return day[1] * 400 + day[2] * 31 + +day[3];
    const n = text.replace("−", "-").replace("½", ".5").match(/^[+±-]?(\d*\.?\d+)( ?%| \/ .*)?$/);
    return n ? parseFloat(n[0].replace("±", "")) : /^\d{1,2} \w+ \d{4}$/.test(text) ? Date.parse(text) : NaN;
  };
  for (const of of document.querySelectorAll("main table:not(.account)")) {
    const body = of.tBodies[0];
    if (of.tBodies.length !== 1 || body.rows.length < 3 || document.querySelector(".pager") || of.querySelector("tbody [colspan], tfoot")) continue;
    const shown = (row, i) => (row.cells[i]?.querySelector("a") || row.cells[i])?.textContent.trim() || "";
    for (const head of of.tHead?.rows[0].cells || []) {
      if (head.matches(".x") || !head.textContent.trim()) continue;
      const button = element("button", "sort", ...head.childNodes);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const i = head.cellIndex, rows = [...body.rows], numbers = rows.every(r => !/[^\s–]/.test(shown(r, i)) || !isNaN(figure(shown(r, i))));
        const before = head.ariaSort, down = before ? before === "ascending" : numbers && !rows[0].cells[i].matches(".fit");
        for (const other of of.tHead.rows[0].cells) other.ariaSort = null;
        head.ariaSort = down ? "descending" : "ascending";
        const value = r => numbers ? figure(shown(r, i)) : shown(r, i);
        const empty = v => v === "" || v === "–" || Number.isNaN(v);
        body.append(...rows.sort((a, b) => {
          const [v, w] = [value(a), value(b)];
          if (empty(v) || empty(w)) return empty(v) - empty(w);
          return (numbers ? v - w : v.localeCompare(w, lang)) * (down ? -1 : 1);
        }));
      });
    }
  }

  // The entrance of a folder leads to a language of the visitor.
  if (document.getElementById("languages")) {
    const known = [...document.querySelectorAll("a[hreflang]")].map(a => a.lang);
    const wanted = navigator.languages.map(l => l.split("-")[0]).find(l => known.includes(l));
    if (wanted) location.replace(wanted + "/");
  }
})();
