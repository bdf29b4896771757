/** Mends of what an entry says of itself: its id, its revision. */
import { resolve } from '../../canon';
import { spellingOf } from '../../codex/codex';
import { addTopKey } from '../../entry/editFrontmatter';
import { revisionNow } from '../../rules/canon/missing';
import { fromRule, type Mend, offer, replaced, textOf } from './mend';
import { atEndInCodexFile } from './codexFile';

/** The revision that is being written. */
export const canonMissing: Mend = (asked) => {
  const { codex } = asked.known.canon;
  const revision = revisionNow(codex);
  if (revision === undefined) return [];
  const name = spellingOf(codex, 'canon');
  return offer(`Add ${name}: ${revision}`, asked.entry.path, addTopKey(textOf(asked), codex, 'canon', revision));
};

/** The near one; or the new one is listed, behind all others. */
export const unknownRevision: Mend = (asked, problem) => {
  const text = asked.entry.unknownCanon?.text ?? '';
  const title = `List ${text} as the latest revision in codex.yaml`;
  const fixes = fromRule(asked, problem).map((fix) => ({ ...fix, isPreferred: true }));
  return [...fixes, ...atEndInCodexFile(asked, title, 'revisions', text)];
};

/** The id that the file's name gives, else the next number behind the one it has. */
export const duplicateId: Mend = (asked, problem) => {
  const fixes = fromRule(asked, problem);
  const id = asked.entry.writtenId?.text;
  if (fixes.length > 0 || id === undefined) return fixes;
  const [, stem = id, number = '1'] = /^(.*?)-(\d+)$/.exec(id) ?? [];
  for (let next = Number(number) + 1; ; next++) {
    const free = `${stem}-${next}`;
    if (resolve(asked.known, free).kind !== 'none') continue;
    return offer(`Change to ${free}`, asked.entry.path, replaced(textOf(asked), asked.entry.path, problem.span, free));
  }
};
