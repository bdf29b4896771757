/** Mends of contradictions: acknowledged, turned into a retcon, or no contradiction after all. */
import { type Clipped, clippedFactsOf, idOf, positionOf, pairOf as pairName } from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import { CODEX_FILE } from '../../codex/codexShapes';
import { addTopItems } from '../../entry/frontmatter';
import { contradictionsOf } from '../../rules/fact/disputed';
import { listWords } from '../../text/wordLists';
import type { YamlValue } from '../../yaml/value';
import { type MendContext, type Mend, type Offer, offer, entryText } from './mend';
import { inCodexFile } from './codexFile';
import { blankIn } from './retconFixes';

export const mendDisputed: Mend = (context, problem) => {
  const { known, entry } = context;
  const fact = clippedFactsOf(known, entry).find((one) => one.fact.value.span.start === problem.span.start);
  if (!fact) return [];
  const rivals = contradictionsOf(known, fact).map(({ other }) => other.clipped);
  const others = [...new Set(rivals.map((rival) => rival.entry))].filter((other) => other !== entry);
  if (others.length === 0) return severalValues(context, fact);
  const ids = others.map((other) => idOf(known, other));
  const edit = addTopItems(entryText(context), known.canon.codex, 'disputes', ids);
  const [rival, ...more] = rivals;
  return [
    ...offer(`Say that it is meant: disputes ${listWords(ids, 'and')}`, entry.path, edit, { isPreferred: false }),
    ...(rival && more.length === 0 ? retcons(context, fact, rival) : []),
  ];
};

/** One of the two supersedes the other in this fact: the one that was decided later, or this one. */
function retcons(context: MendContext, fact: Clipped, rival: Clipped): Offer[] {
  const { known } = context;
  const isLater = comparePositions(positionOf(known.canon, fact.entry), positionOf(known.canon, rival.entry)) >= 0;
  const [by, old] = isLater ? [fact, rival] : [rival, fact];
  const pair = ({ entity, fact: { attribute } }: Clipped): string => pairName(entity, attribute.text);
  const says = clippedFactsOf(known, old.entry);
  const { from } = by.fact;
  const item: YamlValue = {
    id: idOf(known, old.entry),
    ...(old.entry.date?.date && { as_of: old.entry.date.text }),
    ...(from?.date && from.date.text !== by.entry.date?.date?.text && { effective: from.text }),
    reason: '',
    ...(says.some((one) => pair(one) !== pair(old)) && { only: [`${old.entity}.${old.fact.attribute.text}`] }),
  };
  const edit = addTopItems(entryText(context, by.entry), known.canon.codex, 'supersedes', [item]);
  if (!edit) return [];
  const title = `Let ${idOf(known, by.entry)} supersede ${idOf(known, old.entry)} in this`;
  const blank = { ...blankIn(context, edit), file: by.entry.path };
  return offer(title, by.entry.path, edit, { isPreferred: false, blank });
}

/** Two values on one page: the attribute may have several. */
function severalValues(context: MendContext, { fact }: Clipped): Offer[] {
  const name = fact.attribute.text;
  return inCodexFile(context, `Let ${name} have several values at a time, in ${CODEX_FILE}`, 'attributes', name, 'set');
}
