// What runs beside a page: it fetches the engine, packed, and has it check or calculate.
"use strict";

// fetched returns the bytes of an address; told is told how many there are so far.
const fetched = async (address, told) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address + ": " + response.status);
  const parts = [], total = Number(response.headers.get("Content-Length"));
  let size = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (total) told?.(Math.min(size / total, 1));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

// unpacked returns bytes that may be in gzip, unless the host has unpacked them.
const unpacked = async (packed) => {
  const gzip = packed[0] === 0x1f && packed[1] === 0x8b, body = new Blob([packed]).stream();
  return new Uint8Array(await new Response(gzip ? body.pipeThrough(new DecompressionStream("gzip")) : body).arrayBuffer());
};

let started;
const start = async (task, told) => {
  importScripts(task.exec);
  const plain = await unpacked(await fetched(task.engine, told));
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(plain, go.importObject);
  go.run(instance);
};

// logOf returns the checkpoint and the lines of the log as they are now.
const logOf = async ({ checkpoint, leaves, pieces }) => {
  const text = async (address) => new TextDecoder().decode(await fetched(address));
  const signed = await text(checkpoint), count = Math.ceil(Number(signed.split("\n")[1]) / pieces);
  const all = [];
  for (let i = 1; i <= count && i < 10000; i++) all.push(await text(leaves.replace(/1.txt$/, i + ".txt")));
  return { checkpoint: signed, leaves: all.join("") };
};

self.onmessage = async ({ data: task }) => {
  const tell = (what) => postMessage({ ...what, number: task.number });
  const part = (from, size) => (done) => tell({ told: true, done: from + size * done });
  try {
    started ??= start(task, part(0, 0.7));
    await started;
    if (task.query !== undefined) {
      tell({ html: arpad.answer(JSON.stringify(task)) });
      return;
    }
    const log = await logOf(task);
    const bytes = await unpacked(task.bytes ? new Uint8Array(task.bytes) : await fetched(task.bundle, part(0.7, 0.3)));
    delete task.bytes;
    tell({ html: arpad.check(bytes, JSON.stringify({ ...task, ...log }), (html) => tell({ told: true, html })) });
  } catch (e) {
    started = undefined;
    tell({});
  }
};
