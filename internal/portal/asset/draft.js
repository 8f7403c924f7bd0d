// Keeps what somebody types into a form as their draft, two seconds after the last key.
"use strict";
(() => {
	for (const form of document.querySelectorAll("form[data-draft]")) {
		const state = form.querySelector("[data-draft-state]");
		let timer, version = form.dataset.draft, ended = false;
		const keep = async () => {
			const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
			fields.set("draft-of", location.pathname);
			fields.set("draft-version", version);
			try {
				const kept = await fetch("/draft", { method: "POST", body: fields });
				if (kept.ok) version = (await kept.json()).version;
				ended = kept.status === 409;
				state.textContent = kept.ok ? state.dataset.kept : ended ? state.dataset.elsewhere : state.dataset.unkept;
			} catch {
				state.textContent = state.dataset.unkept;
			}
		};
		form.addEventListener("input", () => {
			clearTimeout(timer);
			if (!ended) timer = setTimeout(keep, 2000);
		});
		form.addEventListener("submit", () => clearTimeout(timer));
	}
})();
