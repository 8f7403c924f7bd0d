// A calculator answers in the visitor's browser; if it cannot, the server does.
"use strict";
(() => {
  const place = document.getElementById("calculator");
  if (!place) return;
  const answer = async (query) => {
    const { lang, up, rules, options, name } = place.dataset;
    place.innerHTML = await engine.ask(place, { lang, up, rules, options: JSON.parse(options), name, query });
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
  addEventListener("popstate", () => location.reload());

  // A folder has no answers to what its addresses ask.
  const asked = [...new URLSearchParams(location.search).keys()].some((name) => place.querySelector("form").elements[name] && name !== "type" && name !== "edition");
  if (asked && !place.querySelector("#answer, .note")) answer(location.search.slice(1)).catch(() => {});
})();
