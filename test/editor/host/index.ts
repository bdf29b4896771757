/** What VS Code calls inside its extension host: runs the tests here with mocha, and writes what came of them. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

export function run(): Promise<void> {
  const lines: string[] = [];
  Mocha.reporters.Base.consoleLog = (...words: unknown[]) => {
    lines.push(format(...words));
    console.log(...words);
  };
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', color: false, timeout: 600_000 });
  for (const file of readdirSync(__dirname)) if (file.endsWith('.test.js')) mocha.addFile(path.join(__dirname, file));
  return new Promise((resolve, reject) => {
    const names: string[] = [];
    const runner = mocha.run((failed) => {
      const passed = runner.stats?.passes ?? 0;
      const report = process.env.RETCON_REPORT;
      if (report !== undefined)
        writeFileSync(report, JSON.stringify({ passed, failed, names, text: lines.join('\n') }));
      if (failed > 0 || passed === 0) reject(new Error(`${passed} passed, ${failed} failed`));
      else resolve();
    });
    runner.on('fail', (test) => names.push(test.fullTitle()));
  });
}
