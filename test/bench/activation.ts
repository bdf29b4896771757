/**
 * Measures how long the extension takes to load into an editor's process: all of its code, on an API that does nothing.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** One load, in a process of its own; in milliseconds. */
export function loadExtension(project: string): number {
  const types = fs.readFileSync(path.join(project, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  const names = [...types.matchAll(/^\t*export (?:abstract )?(?:namespace|class|enum|function) (\w+)/gm)];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-activation-'));
  try {
    const api = path.join(folder, 'node_modules/vscode/index.js');
    fs.mkdirSync(path.dirname(api), { recursive: true });
    fs.writeFileSync(
      api,
      `${anything.toString()}
for (const name of ${JSON.stringify(names.map(([, name]) => name))}) exports[name] = ${anything.name}();`,
    );
    const client = path.join(folder, 'client.js');
    fs.copyFileSync(path.join(project, 'dist/client.js'), client);
    const load = createRequire(client);
    // An editor's process has these already.
    for (const name of ['vscode', 'node:net', 'node:child_process', 'node:crypto']) load(name);
    const began = performance.now();
    load(client);
    return performance.now() - began;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/**
 * It can be called, constructed, extended and inspected, and always returns another of its kind. It is written into a
 * file, so it must be self-contained.
 */
function anything(): object {
  const parts = new Map<string | symbol, unknown>();
  // An arrow could not be constructed.
  const target = function nothing(): void {};
  return new Proxy(target, {
    get(_, key) {
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.toPrimitive) return () => '';
      if (key === 'then') return undefined;
      if (!parts.has(key)) parts.set(key, anything());
      return parts.get(key);
    },
    apply: () => anything(),
    construct: () => ({}),
  });
}
