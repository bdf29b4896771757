/**
 * Real vaults, where they are next to the project: the supersessions of the PEPs, and an untouched vault without
 * findings.
 */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../server/src/core/canon/model/canonPoint';
import { versionsOf } from '../../server/src/core/canon/retcons/versionChain';
import { entryNamed, idOf } from '../../server/src/core/canon/model/known';
import { edgesOf } from '../../server/src/core/canon/model/edges';
import { isInCycle } from '../../server/src/core/canon/retcons/inForce';
import type { CanonHost } from '../../server/src/core/host';
import { openPack } from '../../server/src/core/packed/pack';
import { checkCodex } from '../../server/src/core/rules/check';
import { openWhole } from '../support/folder';

const CORPORA = path.resolve(__dirname, '../../../shared/corpora');
const corpus = (name: string): string => path.join(CORPORA, name);
/** Each is read once: no test changes it. */
const opened = new Map<string, CanonHost>();
function open(name: string): CanonHost {
  const host = opened.get(name) ?? openWhole(corpus(name));
  opened.set(name, host);
  return host;
}
const absent = fs.existsSync(CORPORA) ? '' : ' (skipped: ../shared/corpora is not here)';

describe.skipIf(absent !== '')(`real vaults${absent}`, () => {
  it('finds exactly the supersessions of the PEPs', () => {
    const { canon } = open('pep-vault');
    const known = knownAt(canon, LATEST);
    const edges = allEntries(canon).flatMap((entry) => edgesOf(known, entry));
    const ends = edges.map(({ declared }) => {
      const fromOld = declared.filter(({ declaration }) => declaration.fromOldEnd).length;
      return fromOld === 0 ? 'new' : fromOld === declared.length ? 'old' : 'both';
    });
    expect(edges).toHaveLength(47);
    expect(new Set(edges.map(({ by, old }) => `${by.path} ${old.path}`)).size).toBe(47);
    const count = (end: string): number => ends.filter((one) => one === end).length;
    expect({ both: count('both'), new: count('new'), old: count('old') }).toEqual({ both: 27, new: 15, old: 5 });
    expect(edges.filter((edge) => isInCycle(known, edge))).toEqual([]);
    const first = entryNamed(known, 'PEP 241');
    const chain = first ? versionsOf(known, first).map((entry) => idOf(known, entry)) : [];
    expect(chain).toEqual(['PEP 241', 'PEP 314', 'PEP 345', 'PEP 426', 'PEP 566']);
    const several = new Set(edges.map(({ old }) => idOf(known, old)).filter((id, i, all) => all.indexOf(id) !== i));
    expect([...several].sort()).toEqual(['PEP 245', 'PEP 246', 'PEP 345', 'PEP 381', 'PEP 563']);
  });

  it.each(['thellade-lore', 'pep-vault'])('packs %s, and unpacks every entry unchanged', (name) => {
    const entries = allEntries(open(name).canon);
    const pack = openPack([]);
    for (const entry of entries) pack.add(entry, () => []);
    expect([...pack.entries].map(([, entry]) => entry)).toStrictEqual(entries);
  });

  it.each(['thellade-lore', 'kep-vault', 'pep-vault'])('finds nothing in %s without a codex.yaml', (name) => {
    const host = open(name);
    const found = checkCodex(host);
    const codes = (severity: string): string[] =>
      found
        .filter(({ problem }) => problem.severity === severity)
        .map(({ file, problem }) => `${file}: ${problem.code}`);
    expect(codes('warning').length).toBeLessThanOrEqual(Math.floor(allEntries(host.canon).length / 100));
    const honest = ['frontmatter/invalid-yaml', 'supersedes/unknown-id', 'supersedes/fork'];
    expect(codes('error').filter((line) => !honest.some((code) => line.endsWith(code)))).toEqual([]);
    expect(codes('error').length).toBeLessThanOrEqual(4);
  });
});
