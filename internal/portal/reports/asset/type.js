// Makes typing an event quicker: a result leads to the next one, its opponent's cell and the points follow, what is no result is
// marked, and a list of players that is pasted fills their fields.
"use strict";
(() => {
	const form = document.getElementById("typing");
	const table = form.querySelector("[data-marks]");

	// Players: Enter leads to the next field; the last one is followed by another.
	const entries = form.querySelector("[data-players]");
	const names = () => [...entries.querySelectorAll("input")];
	const after = (input) => {
		const all = names(), at = all.indexOf(input) + 1;
		if (at < all.length || at >= entries.dataset.players) return all[at];
		const next = input.closest("li").cloneNode(true);
		for (const extra of next.querySelectorAll("small, button")) extra.remove();
		const field = next.querySelector("input"), label = next.querySelector("label");
		field.id = field.name = label.htmlFor = "p" + (at + 1);
		label.firstChild.data = at + 1;
		field.value = "";
		for (const name of ["aria-invalid", "aria-describedby", "autofocus"]) field.removeAttribute(name);
		entries.append(next);
		return field;
	};
	let onward = (input) => input.closest("[data-players]") && input.value ? after(input) : null;
	form.addEventListener("submit", (sent) => {
		if (!sent.submitter?.matches(".vh")) return; // a button was pressed
		const next = onward(document.activeElement);
		if (!next) return;
		sent.preventDefault();
		sent.stopImmediatePropagation();
		next.focus();
	}, true);
	entries.addEventListener("paste", (pasted) => {
		const lines = pasted.clipboardData.getData("text").split(/\r?\n/).map((line) => line.replace(/\t/g, " ").trim()).filter(Boolean);
		if (lines.length < 2 || pasted.target.tagName !== "INPUT") return;
		pasted.preventDefault();
		let field = pasted.target;
		for (const line of lines) {
			if (!field) break;
			field.value = line;
			field = after(field);
		}
		pasted.target.dispatchEvent(new Event("input", { bubbles: true }));
	});

	// Results, by the words that the page knows: won, lost, drawn, won and lost by forfeit, not played, lost by both.
	if (!table) return;
	const words = table.dataset.marks.split("|").map((all) => all.split(" ").filter(Boolean));
	const across = [1, 0, 2, 4, 3, 5, 6], points = [1, 0, 0.5, 1, 0, 0, 0];
	const read = (text) => words.findIndex((all) => all.includes(text.normalize("NFKC").replaceAll(" ", "")) || all.includes(text.trim()));
	const agree = (a, b) => b === across[a] || [4, 6].includes(a) && [4, 6].includes(b);
	const mark = (input, wrong) => wrong ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid");
	const moves = (input) => input.value.trim().length === 1 && read(input.value) >= 0; // one key is a result

	if (table.classList.contains("rounds")) {
		table.addEventListener("input", (typed) => {
			if (!typed.target.matches(".res") || typed.isComposing) return;
			mark(typed.target, typed.target.value && read(typed.target.value) < 0);
			const next = typed.target.closest("tr").querySelectorAll("select")[1];
			if (moves(typed.target)) next.focus();
		});
		return;
	}

	const at = (i, j) => document.getElementById(`c${i}-${j}`);
	const place = (input) => input.id.slice(1).split("-").map(Number);
	const rows = [...table.tBodies[0].rows], count = rows.length;
	const bad = form.querySelector("[data-bad]");
	const upper = [];
	for (const input of table.querySelectorAll("input")) {
		const [i, j] = place(input);
		if (i < j) upper.push(input);
		else input.tabIndex = -1; // it follows; arrows and the pointer lead to it
	}
	const name = (i) => rows[i - 1].cells[0].textContent.replace(/^\d+ /, "");
	const say = (text, input, other) => {
		const [i, j] = place(input);
		bad.textContent = text.replaceAll("ONE", () => name(i)).replaceAll("OTHER", () => name(j)).replaceAll("TEXT", () => input.value).replaceAll("ACROSS", () => other.value);
	};
	const follow = (input) => {
		const [i, j] = place(input), other = at(j, i), own = read(input.value), theirs = read(other.value);
		const wrong = input.value.trim() !== "" && own < 0, apart = own >= 0 && theirs >= 0 && !agree(own, theirs);
		mark(input, wrong || apart);
		mark(other, apart || other.value.trim() !== "" && theirs < 0);
		other.placeholder = own >= 0 ? words[across[own]][0] : j > i ? "·" : "";
		if (wrong) say(bad.dataset.text, input, other);
		else if (apart) say(bad.dataset.across, input, other);
		else bad.textContent = "";
		for (const n of [i, j]) sum(n);
		return !wrong && !apart;
	};
	const sum = (i) => {
		let all = 0;
		for (let j = 1; j <= count; j++) {
			if (i === j) continue;
			const own = read(at(i, j).value), theirs = read(at(j, i).value);
			all += own >= 0 ? points[own] : theirs >= 0 ? points[across[theirs]] : 0;
		}
		rows[i - 1].cells[count + 1].textContent = all % 1 ? (all >= 1 ? Math.floor(all) : "") + "½" : all;
	};
	const ofPlayers = onward;
	onward = (input) => input.closest(".typing") ? upper[upper.indexOf(input) + 1] : ofPlayers(input);
	const typed = (input) => {
		if (input.value === "5" || input.value === "５") input.value = "½";
		if (follow(input) && moves(input)) upper[upper.indexOf(input) + 1]?.focus();
	};
	table.addEventListener("input", (event) => { if (!event.isComposing) typed(event.target); });
	table.addEventListener("compositionend", (event) => typed(event.target));
	table.addEventListener("focusin", (event) => event.target.select?.());
	table.addEventListener("keydown", (key) => {
		const [i, j] = place(key.target);
		const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key.key];
		let next;
		if (step) {
			let [row, column] = [i + step[0], j + step[1]];
			if (row === column) [row, column] = [row + step[0], column + step[1]];
			next = at(row, column);
		} else if (key.key === "Backspace" && key.target.value === "") {
			next = upper[upper.indexOf(key.target) - 1];
		}
		if (!next) return;
		key.preventDefault();
		next.focus();
	});
	table.addEventListener("paste", (pasted) => {
		const block = pasted.clipboardData.getData("text").replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
		if (block.length < 2 && block[0].length < 2) return;
		pasted.preventDefault();
		const [i, j] = place(pasted.target);
		block.forEach((line, down) => line.forEach((text, right) => {
			const cell = at(i + down, j + right);
			if (cell && text.trim()) { cell.value = text.trim(); follow(cell); }
		}));
		pasted.target.dispatchEvent(new Event("input", { bubbles: true }));
	});
})();
