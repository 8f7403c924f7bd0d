// Keeps in the browser what cannot be sent while the network is away, files and what was typed, and sends it when the network is back or
// on a click. It is taken once: the form has a key.
"use strict";
(() => {
	const here = document.currentScript.src, path = location.pathname.slice(3); // below the language
	const ready = new Promise((done) => addEventListener("DOMContentLoaded", done)); // other scripts listen to the form from then on
	const owner = document.querySelector("[name=owner]")?.value;
	const forms = (does, mode = "readwrite") => new Promise((done) => {
		const open = indexedDB.open("away", 1);
		open.onupgradeneeded = () => open.result.createObjectStore("forms");
		open.onerror = () => done(); // a browser that keeps nothing
		open.onsuccess = () => {
			const all = open.result.transaction("forms", mode), asked = does(all.objectStore("forms"));
			all.oncomplete = all.onabort = () => { open.result.close(); done(asked.result); };
		};
	});
	const kept = (at) => forms((all) => all.get(owner + at), "readonly");
	const drop = (at) => forms((all) => all.delete(owner + at));
	const fill = (form, fields) => {
		const files = new DataTransfer();
		for (const box of form.querySelectorAll("input:checked")) box.checked = false;
		for (const [name, value] of fields) {
			const field = form.elements[name], box = [...form.elements].find((e) => e.name === name && e.value === value && /radio|checkbox/.test(e.type));
			if (value instanceof File) files.items.add(value);
			else if (!field) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
			else if (box) box.checked = true;
			else if (name !== "owner" && name !== "draft-version") field.value = value;
		}
		if (files.files.length) form.elements.files.files = files.files;
	};
	for (const form of document.querySelectorAll("form[data-away]")) {
		const note = form.querySelector("[data-away-state]"), [again, forget] = note.querySelectorAll("button");
		const version = () => form.elements["draft-version"]?.value;
		const keep = () => forms((all) => all.put([...new FormData(form)], owner + path));
		const say = (text) => { note.firstElementChild.textContent = text; note.hidden = !text; };
		let by, waits, asks, reached;
		const send = () => form.requestSubmit(by);
		form.addEventListener("submit", async (sent) => {
			if (reached) return;
			sent.preventDefault();
			sent.stopImmediatePropagation();
			by = sent.submitter;
			if (asks) return;
			asks = true;
			if (form.elements.files) await keep();
			reached = await fetch(here, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
			waits = !reached;
			if (reached) {
				if (!form.elements.files) await drop(path);
				send();
			} else {
				await keep();
				say(note.dataset.kept);
				setTimeout(() => waits && send(), 20000);
			}
			asks = reached = false;
		});
		form.elements.files?.addEventListener("change", () => { // other files are another draft
			form.elements.key.value = [...crypto.getRandomValues(new Uint8Array(26))].map((n) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[n % 32]).join("");
		});
		addEventListener("online", () => waits && send());
		again.addEventListener("click", send);
		forget.addEventListener("click", () => drop(path).then(() => location.reload()));
		form.addEventListener("draft", async (is) => { // of draft.js: whether the server has it
			is.preventDefault(); // it is said here
			await (is.detail ? drop(path) : keep());
			say(is.detail ? "" : note.dataset.kept);
		});
		Promise.all([kept(path), ready]).then(([fields]) => {
			if (!fields) return;
			const key = new Map(fields).get("key");
			if (form.dataset.away || key && document.querySelector(`a[href*="${key}"]`)) return drop(path); // it was answered, or its draft is there
			fill(form, fields);
			say(note.dataset.found);
			if (new Map(fields).get("draft-version") === version()) form.dispatchEvent(new Event("input"));
		});
	}
	const submit = "/portal/submit/"; // its file has arrived when its draft is there
	if (path.startsWith("/portal/drafts/")) kept(submit).then((fields) => fields && path.includes(new Map(fields).get("key")) && drop(submit));
})();
