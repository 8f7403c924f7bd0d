// Shows what a form leads to while somebody fills it in: what its button shows without a script.
"use strict";
(() => {
	for (const form of document.querySelectorAll("form[data-answer]")) {
		const here = form.querySelector("[data-answer-here]"), state = form.querySelector("[data-answer-state]");
		let timer, asked = 0;
		const answer = async () => {
			const mine = ++asked;
			if (!form.checkValidity()) return;
			const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
			fields.set("do", "look");
			try {
				const got = await fetch(location.pathname + "answer/", { method: "POST", body: fields });
				const page = new DOMParser().parseFromString(await got.text(), "text/html");
				const found = page.querySelector("[data-answer-here]");
				if (mine !== asked || !got.ok || !found) return;
				here.replaceChildren(...found.childNodes);
				state.textContent = state.dataset.answerState;
			} catch {
				// the button of the form asks, too
			}
		};
		form.addEventListener("input", () => {
			clearTimeout(timer);
			state.textContent = "";
			timer = setTimeout(answer, 600);
		});
		form.addEventListener("submit", () => clearTimeout(timer));
	}
})();
