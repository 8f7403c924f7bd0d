// Keys for the desk: j k o n m a u / g ?. None works while somebody types, and none does anything that cannot be taken back.
"use strict";
(() => {
	const desk = document.currentScript.dataset.desk, off = "arpad-keys-off", pressed = "arpad-pressed";
	const places = { t: "", r: "cases/", m: "periods/", p: "players/", l: "log/", h: "health/" };
	let begun = 0, at = -1;
	const all = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
	const go = (to, shown = to) => {
		if (to.tabIndex < 0) to.tabIndex = -1; // what is no field of a form can have the focus, too
		shown.scrollIntoView({ block: "center" });
		to.focus({ preventScroll: true });
	};
	const show = (e) => {
		if (!e) return;
		go(e.matches("a, button, input, textarea, select") ? e : e.querySelector("a[href], button, input:enabled:not([type=hidden]), summary") || e, e);
	};
	const step = (what, by) => {
		const rows = all(what);
		const here = rows.findIndex((e) => e.contains(document.activeElement));
		at = Math.min(Math.max((here < 0 ? at : here) + by, 0), rows.length - 1);
		show(rows[at]);
	};
	const choose = (n) => {
		const here = document.activeElement, asks = "form:has([type=radio])";
		const form = here.closest(asks) ?? here.closest(".find-item, .decide")?.querySelector(asks);
		const radio = form?.querySelectorAll("[type=radio]")[n - 1];
		if (!radio) return;
		const lacks = [...form.elements].find((e) => e.required && !e.value);
		show(radio !== here || !radio.checked ? radio : lacks ?? form.querySelector("button"));
		radio.checked = true;
	};
	const rows = "main [data-row], main .find-item, main .decide";
	const does = {
		j: () => step(rows, 1),
		k: () => step(rows, -1),
		n: () => {
			const open = all("main [data-problem]");
			const here = open.findIndex((e) => e.contains(document.activeElement));
			show(open[(here + 1) % open.length]);
		},
		o: () => document.activeElement.closest("[data-row]")?.querySelector("a[href]")?.click(),
		"/": () => show(document.querySelector("main input[type=search]") ?? document.querySelector("input[type=search]")),
		g: () => { begun = Date.now(); },
		"?": () => { location.href = desk + "keys/"; },
	};
	addEventListener("keydown", (pressed) => {
		if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.isComposing || localStorage.getItem(off)) return;
		const typing = pressed.target.closest?.("textarea, select, input:not([type=radio], [type=checkbox])");
		if (typing) return;
		const key = pressed.key, going = Date.now() - begun < 2000;
		begun = 0;
		const to = going ? places[key] : undefined, named = !going && /^[amu]$/.test(key) && document.querySelector(key === "u" ? ".note.done form button" : `[data-key="${key}"]`);
		if (to !== undefined) location.href = desk + to;
		else if (named && named.matches("a")) named.click();
		else if (named) show(named);
		else if (!going && /^[1-9]$/.test(key)) choose(key);
		else if (!going && does[key]) does[key]();
		else return;
		pressed.preventDefault();
	});
	// Who presses a button with a key goes on from what the next page says of it.
	addEventListener("click", (e) => {
		if (e.detail || !e.target.closest?.("form button")) sessionStorage.removeItem(pressed);
		else sessionStorage.setItem(pressed, "1");
	}, true);
	addEventListener("DOMContentLoaded", () => {
		if (sessionStorage.getItem(pressed)) go(document.querySelector("main .note[role]:not([hidden])") ?? document.querySelector("h1"));
		sessionStorage.removeItem(pressed);
		const button = document.querySelector("[data-keys-switch]");
		if (!button) return;
		const say = () => { button.textContent = localStorage.getItem(off) ? button.dataset.on : button.dataset.off; };
		button.hidden = false;
		button.addEventListener("click", () => {
			if (localStorage.getItem(off)) localStorage.removeItem(off);
			else localStorage.setItem(off, "1");
			say();
		});
		say();
	});
})();
