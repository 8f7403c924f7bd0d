// A calculator's answer comes from the server; a folder has none, so there the engine in the visitor's browser answers.
"use strict";
(() => {
  const place = document.getElementById("calculator");
  if (!place) return;
  // served returns the calculator as the server fills it in; undefined: there is none.
  const served = async (query) => {
    try {
      const response = await fetch("?" + query);
      return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html").getElementById("calculator") : undefined;
    } catch {
      return undefined;
    }
  };
  const answer = async (query) => {
    const page = await served(query);
    if (page?.querySelector("#answer, .note")) place.innerHTML = page.innerHTML;
    else {
      const { lang, up, rules, options, name, loading } = place.dataset, said = document.createElement("p");
      said.role = "status";
      said.textContent = loading;
      place.querySelector("form").append(said);
      try {
        place.innerHTML = await engine.ask(place, { lang, up, rules, options: JSON.parse(options), name, query });
      } catch (e) {
        said.remove();
        throw e;
      }
    }
    const wrong = place.querySelector("[aria-invalid]"), said = document.getElementById("answer");
    if (wrong) wrong.focus();
    else if (said) {
      said.tabIndex = -1;
      said.focus();
    }
  };
  place.addEventListener("submit", async (e) => {
    e.preventDefault();
    const form = e.target, query = new URLSearchParams(new FormData(form)).toString();
    try {
      await answer(query);
      history.pushState(null, "", "?" + query + "#answer");
    } catch {
      form.submit();
    }
  });
  // Another type has other numbers of the player.
  place.addEventListener("change", async (e) => {
    const { player, from, type } = e.target.form.elements;
    if (e.target !== type || !player) return;
    const other = (await served(new URLSearchParams({ player: player.value, type: type.value })))?.querySelector("form");
    for (const name of other ? ["rating", "k"] : []) if (e.target.form.elements[name]) e.target.form.elements[name].value = other.elements[name].value;
    if (other) from.value = type.value;
  });
  addEventListener("popstate", () => location.reload());

  // A folder has no answers to what its addresses ask.
  const asked = [...new URLSearchParams(location.search).keys()].some((name) => place.querySelector("form").elements[name] && !["type", "edition", "player", "from"].includes(name));
  if (asked && !place.querySelector("#answer, .note")) answer(location.search.slice(1)).catch(() => {});
})();
