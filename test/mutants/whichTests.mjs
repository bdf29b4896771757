/** Which tests run on a mutant, and in which order. */
import fs from 'node:fs';
import path from 'node:path';

/** The canon has its own tests, and the drawn examples of the folders that show most of it. */
const FOLDERS = { chronology: ['chronology'], canon: ['canon', 'edition', 'reading', 'rules', 'tools', 'views'] };

/** Tests that take longer than their additional findings are worth. */
export const SLOW = new RegExp(
  [
    '[.]large[.]',
    '^test/canon/(corpora|reckonings.property)[.]',
    '^test/edition/.*property[.]',
    '^test/rules/(conflict|merged.property)[.]',
    '^test/tools/(brief|lorebook|proposeRetcon)[.]',
    'thousands of leap days',
    'four times as (long|many)',
    'very many sides',
  ].join('|'),
);

/** In the sandbox folder in which the code is changed. */
const COSTS = '.test-costs.json';

/** Milliseconds of tests after which an unnoticed mutant counts as survived. */
const PATIENCE = Number(process.env.MUTANTS_PATIENCE ?? 1000);

export function testFilesOf(room) {
  return FOLDERS[room].flatMap((folder) =>
    fs
      .readdirSync(`test/${folder}`, { recursive: true })
      .map((name) => `test/${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((file) => file.endsWith('.test.ts') && !SLOW.test(file))
      .toSorted(),
  );
}

/** First come the tests that noticed most of the other mutants in a file per time. */
export function makeOrder() {
  const costs = new Map();
  /** One of several processes makes the first run; the others read its durations. */
  const learnCosts = () => {
    if (costs.size > 0) return;
    for (const [id, ms] of Object.entries(JSON.parse(fs.readFileSync(COSTS, 'utf8')))) costs.set(id, ms);
  };
  const record = new Map();
  const recordOf = (mutated, id) => record.get(`${mutated} ${id}`) ?? { noticed: 0, asked: 0 };
  const worthOf = (mutated, id) => {
    const { noticed, asked } = recordOf(mutated, id);
    return (noticed + 0.2) / (asked + 1) / (1 + costs.get(id));
  };
  return {
    took: (id, ms) => costs.set(id, ms),
    keep: () => fs.writeFileSync(COSTS, JSON.stringify(Object.fromEntries(costs))),
    told: (mutated, id, hasNoticed) => {
      const { noticed, asked } = recordOf(mutated, id);
      record.set(`${mutated} ${id}`, { noticed: noticed + (hasNoticed ? 1 : 0), asked: asked + 1 });
    },
    /**
     * Pairs of a file and the ids of its tests to run.
     * @param coming those that reach it; undefined: it runs when its file is read, so nobody knows, and all tests run
     */
    of: (mutated, coming) => {
      learnCosts();
      const ids = coming ?? [...costs.keys()];
      const rated = ids.map((id) => ({ id, worth: worthOf(mutated, id) })).toSorted((a, b) => b.worth - a.worth);
      const byFile = new Map();
      let left = coming ? PATIENCE : Infinity;
      for (const { id } of rated) {
        if (costs.get(id) > left) continue;
        left -= costs.get(id);
        const file = id.slice(0, id.indexOf('#'));
        byFile.set(file, (byFile.get(file) ?? new Set()).add(id));
      }
      return [...byFile];
    },
  };
}
