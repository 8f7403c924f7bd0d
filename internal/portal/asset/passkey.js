// Asks the browser for a passkey where a form wants one, and sends the answer with the form.
"use strict";
(() => {
	const none = !isSecureContext ? "insecure" : /^[\d.]+$|^\[/.test(location.hostname) ? "figures"
		: !window.PublicKeyCredential?.parseRequestOptionsFromJSON ? "old" : "";
	for (const form of document.querySelectorAll("form[data-passkey]")) {
		const { passkey: purpose } = form.dataset, words = form.querySelector("[data-words]").dataset, why = form.querySelector("[data-why]");
		const say = (word) => { why.textContent = words[word] ?? words.failed; why.setAttribute("role", "alert"); };
		if (none) {
			say(none);
			form.querySelector("[data-only-passkey]")?.setAttribute("hidden", "");
			form.querySelector("details")?.setAttribute("open", "");
		}
		form.addEventListener("submit", async (event) => {
			if (none || event.submitter?.hasAttribute("data-no-passkey")) return;
			event.preventDefault();
			try {
				const asked = await fetch("/passkey/" + purpose, { method: "POST" });
				if (!asked.ok) throw new Error(asked.statusText);
				const { ceremony, options: { publicKey } } = await asked.json(), makes = purpose === "add" || purpose === "join";
				const key = makes
					? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })
					: await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
				const field = (name) => form.querySelector(`[name=${name}], [name=confirm-${name}]`);
				field("ceremony").value = ceremony;
				field("passkey").value = JSON.stringify(key);
				form.submit();
			} catch (failed) {
				say(failed.name.toLowerCase());
			}
		});
	}
})();
