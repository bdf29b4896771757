/** Notes with the headers of another system, as `retcon init` recognises them. */
import { keyOf } from '../codex';
import { numberInName, type PresetName, PRESETS, presetOf } from '../presets';
import { type KeyUses, singleText, type SurveyedNote } from './keyUses';
import { counted } from '../../text/words';
import type { FieldFound } from './nameKeys';
import { fileNameOf } from '../../text/pageFile';

export interface PresetFound {
  readonly name: PresetName;
  readonly notes: number;
  /** What its keys that are in use stand for. */
  readonly fields: readonly FieldFound[];
}

/** Keys that notes of no other kind have, of which one in five of the notes must have one. */
const MARKS: readonly (readonly [PresetName, readonly string[]])[] = [
  ['remnic', ['validat', 'invalidat', 'structuredattributes', 'entityref']],
  ['kep', ['kep_number']],
  ['eip', ['eip']],
  ['pep', ['pep']],
  ['rfc', ['obsoletes', 'obsoleted_by', 'rfc_pr', 'prs']],
];

export function presetFound(notes: readonly SurveyedNote[], keys: ReadonlyMap<string, KeyUses>): PresetFound | null {
  const marked = MARKS.map(([name, marks]) => {
    const numbers: readonly string[] = presetOf({ preset: name })?.numbers ?? [];
    const isMarked = (mark: string, { note, node }: KeyUses['uses'][number]): boolean =>
      !numbers.some((number) => keyOf(number) === mark) ||
      numberInName(note.path) === singleText(node)?.replace(/^0+(?=.)/, '');
    const uses = marks.flatMap((mark) => keys.get(mark)?.uses.filter((use) => isMarked(mark, use)) ?? []);
    return { name, notes: new Set(uses.map(({ note }) => note)).size };
  });
  const decisions = { name: 'adr' as const, notes: notes.filter(isDecision).length };
  const requests = { name: 'rfc' as const, notes: notes.filter(isRequest).length };
  const [best] = [...marked, decisions, requests].sort((a, b) => b.notes - a.notes);
  if (!best || best.notes < 2 || best.notes < 0.2 * notes.length) return null;
  const fields = Object.entries(presetOf({ preset: best.name })?.fields ?? {}).flatMap(([field, spellings]) => {
    const kept = spellings.filter(
      (spelling) => spelling === field || (keyOf(spelling) !== field && keys.has(keyOf(spelling))),
    );
    return kept.length > 1 ? [{ field, spellings: kept, remark: PRESETS[best.name].doc }] : [];
  });
  return { ...best, fields };
}

/** A numbered note that has a status or a decision, in a folder of decisions or with ADR in its name. */
function isDecision({ path, frontmatter, prose }: SurveyedNote): boolean {
  const isAmong = /(?:^|\/)(?:adrs?|decisions?|(?:architecture-)?decision-records|architecture-decisions?)\//i.test(
    path,
  );
  if (numberInName(path) === null || !(isAmong || /(?:^|[^a-z])adr(?![a-z])/i.test(fileNameOf(path)))) return false;
  return (
    (frontmatter?.kind === 'mapping' && frontmatter.pairs.some(({ key }) => keyOf(key.text) === 'status')) ||
    /^\W*status\b/im.test(prose.slice(0, 1000)) ||
    /^#{1,4}[ \t]+(?:status|decision)\b/im.test(prose)
  );
}

/** A numbered note with the lines by which requests are kept. */
const isRequest = ({ path, prose }: SurveyedNote): boolean =>
  numberInName(path) !== null && /^[ \t]*[*+-][ \t]+RFC PR\b/im.test(prose.slice(0, 1000));

export const presetRemark = ({ name, notes }: PresetFound): string =>
  `${PRESETS[name].doc}, in ${counted(notes, 'note')}`;
