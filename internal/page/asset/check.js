// The check of a list, in the visitor's browser. What is shown comes from the page and
// from the engine.
"use strict";
(() => {
  const form = document.getElementById("checking"), place = document.getElementById("check");
  if (!form) return;
  const before = place.innerHTML;
  let running = 0;

  const show = (html) => {
    const held = place.contains(document.activeElement);
    place.innerHTML = html;
    if (held) place.querySelector("h1").focus({ preventScroll: true });
  };
  const check = async () => {
    const mine = ++running, current = () => mine === running;
    const parameters = new URLSearchParams(location.hash.slice(1)), file = form.elements.file.files[0];
    const of = ({ lang, up, bundle, checkpoint, leaves, pieces }) => ({ lang, up, pieces, bundle: new URL(bundle, location).href, checkpoint: new URL(checkpoint, location).href, leaves: new URL(leaves, location).href });
    const task = { ...of(form.dataset), key: form.elements.key.value.trim(), player: parameters.get("player") ?? "", kind: parameters.get("kind") ?? "" };
    show(document.getElementById("running").innerHTML);
    place.querySelector("h1").focus({ preventScroll: true });
    try {
      if (file) task.bytes = await file.arrayBuffer();
      const html = await engine.ask(form, task, ({ html, done }) => {
        if (!current()) return;
        if (html) show(html);
        else place.querySelector("progress").value = 100 * done;
      });
      if (current()) show(html);
    } catch {
      if (!current()) return;
      show(before);
      place.querySelector(".title").append(document.getElementById("broken").content.cloneNode(true));
    }
  };
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    if (e.submitter?.name === "stop") {
      running++;
      engine.stop();
      show(before);
    } else check();
  });
})();
