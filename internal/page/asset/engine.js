// The engine, in a worker of its own: it is fetched when it is first asked something.
"use strict";
const engine = (() => {
  let worker, number = 0;
  const tasks = new Map();

  const fail = () => {
    for (const task of tasks.values()) task.reject();
    stop();
  };
  const stop = () => {
    worker?.terminate();
    worker = undefined;
    tasks.clear();
  };
  // ask has the engine do something; told is told what comes before the answer. place is the
  // element that says where the engine is.
  const ask = (place, what, told) => new Promise((resolve, reject) => {
    const full = (address) => new URL(address, location).href;
    if (!worker) {
      worker = new Worker(place.dataset.worker);
      worker.onerror = fail;
      worker.onmessage = ({ data }) => {
        const task = tasks.get(data.number);
        if (!task) return;
        if (data.told) return task.told?.(data);
        tasks.delete(data.number);
        data.html ? task.resolve(data.html) : task.reject();
      };
    }
    tasks.set(++number, { resolve, reject, told });
    worker.postMessage({ ...what, number, exec: full(place.dataset.exec), engine: full(place.dataset.engine) });
  });
  return { ask, stop };
})();
