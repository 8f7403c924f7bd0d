// Keeps what somebody types into a form as their draft, two seconds after the last key.
"use strict";
(() => {
	for (const form of document.querySelectorAll("form[data-draft]")) {
		const state = form.querySelector("[data-draft-state]");
		const version = form.elements["draft-version"] || form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "draft-version", value: "0" }));
		const told = (detail) => form.dispatchEvent(new CustomEvent("draft", { detail, cancelable: true })); // whether the server has it
		let timer, keeping, ended = false;
		const keep = async () => {
			const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
			fields.set("draft-of", location.pathname);
			try {
				const kept = await fetch("/draft", { method: "POST", body: fields });
				if (kept.ok) version.value = (await kept.json()).version;
				ended = kept.status === 409;
				state.textContent = kept.ok ? state.dataset.kept : ended ? state.dataset.elsewhere : state.dataset.unkept;
				if (kept.ok) told(true);
			} catch {
				state.textContent = told(false) ? state.dataset.unkept : "";
				addEventListener("online", () => form.dispatchEvent(new Event("input")), { once: true });
			}
		};
		form.addEventListener("input", () => {
			clearTimeout(timer);
			if (ended) return;
			timer = setTimeout(() => {
				const last = keeping = Promise.resolve(keeping).then(keep).finally(() => { if (keeping === last) keeping = undefined; });
			}, 2000);
		});
		form.addEventListener("submit", (sent) => {
			clearTimeout(timer);
			if (!keeping) return;
			sent.preventDefault(); // a draft that came later would be there again
			keeping.then(() => form.requestSubmit(sent.submitter));
		});
	}
})();
