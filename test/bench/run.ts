/** One probe of the bench, in a process of its own: `run <probe> <project> <codex> <size>` prints its figures as JSON. */
import { loadExtension } from './activation';
import { markdownServer, ours, yamlServer } from './dialects';
import { changeSome, coldIndex, rawRead, thousandDependants, writeCodex } from './folders';
import { pageOf } from './page';
import { knowerFigures } from './knowers';
import { markdownPeer, ourServer, yamlPeer } from './servers';
import { busyKeys, readiness, readings } from './starts';
import { historyFigures } from './history';
import { hostileFigures } from './hostile';
import { pictureFigures } from './pictures';
import { sceneFigures } from './scenes';
import { serverSpent, writeStaged } from './spent';
import { timelineFigures } from './timeline';
import { wasTrueAtFigures } from './truth';

const [probe = '', project = '', root = '', given = ''] = process.argv.slice(2);
const size = Number(given);

/** Each returns figures by their names in rows.mjs: milliseconds, unless that says otherwise. */
const PROBES: Readonly<Record<string, () => unknown>> = {
  write: () => ({ bytes: writeCodex(root, size) }),
  change: () => ({ changed: changeSome(root, size, Date.now()) }),
  raw: () => ({ raw: rawRead(root, size) }),
  cold: () => ({ cold: coldIndex(root) }),
  server: () => ourServer(project, root, size),
  serverSpent: () => serverSpent(project, root, size),
  writeStaged: () => ({ written: writeStaged(root, size) }),
  ready: async () => ({ ready: await readiness(ours(project), root, pageOf(root, size)) }),
  readings: () => readings(project, root, size),
  busy: () => busyKeys(ours(project), root, pageOf(root, size)),
  yaml: () => yamlPeer(yamlServer(project), root, size),
  markdown: () => markdownPeer(markdownServer(project), root, size),
  dependants: () => thousandDependants(root),
  activation: () => ({ activation: loadExtension(project) }),
  ask: () => wasTrueAtFigures(project, size),
  scenes: sceneFigures,
  timeline: () => timelineFigures(size),
  knowers: () => knowerFigures(size),
  history: () => historyFigures(project, size),
  hostile: () => hostileFigures(project, root),
  pictures: () => pictureFigures(project, root, size),
};

const run = PROBES[probe];
if (!run) throw new Error(`There is no probe "${probe}", but ${Object.keys(PROBES).join(', ')}.`);
void Promise.resolve(run()).then((figures) => console.log(JSON.stringify(figures)));
