/** Mends of what an entry says of itself: its id, its revision. */
import { isLikeADay } from '../../rules/canon/unknown-revision';
import { resolve } from '../../canon';
import { spellingOf } from '../../codex/codex';
import { addTopKey } from '../../entry/frontmatter';
import { revisionNow } from '../../rules/canon/missing';
import { fromRule, type Mend, offer, replaced, entryText } from './mend';
import { atEndInCodexFile } from './codexFile';

/** The revision that is being written. */
export const mendCanonMissing: Mend = (context) => {
  const { codex } = context.known.canon;
  const revision = revisionNow(codex);
  if (revision === undefined) return [];
  const name = spellingOf(codex, 'canon');
  return offer(`Add ${name}: ${revision}`, context.entry.path, addTopKey(entryText(context), codex, 'canon', revision));
};

/** The near one; or the new one is listed, behind all others. */
export const mendUnknownRevision: Mend = (context, problem) => {
  const text = context.entry.unknownCanon?.text ?? '';
  if (isLikeADay(text)) return [];
  const title = `List ${text} as the latest revision in codex.yaml`;
  const fixes = fromRule(context, problem).map((fix) => ({ ...fix, isPreferred: true }));
  return [...fixes, ...atEndInCodexFile(context, title, 'revisions', text)];
};

/** The id that the file's name gives, else the next number behind the one it has. */
export const mendDuplicateId: Mend = (context, problem) => {
  const fixes = fromRule(context, problem);
  const id = context.entry.writtenId?.text;
  if (fixes.length > 0 || id === undefined) return fixes;
  const [, stem = id, number = '1'] = /^(.*?)-(\d+)$/.exec(id) ?? [];
  for (let next = Number(number) + 1; ; next++) {
    const free = `${stem}-${next}`;
    if (resolve(context.known, free).kind !== 'none') continue;
    return offer(
      `Change to ${free}`,
      context.entry.path,
      replaced(entryText(context), context.entry.path, problem.span, free),
    );
  }
};
