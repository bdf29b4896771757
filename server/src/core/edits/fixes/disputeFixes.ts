/** Fixes of contradictions and forks: acknowledge them, turn them into a retcon, or remove the contradiction. */
import {
  type Clipped,
  clippedFactsOf,
  idOf,
  positionOf,
  pairOf as pairName,
  type Retcon,
  rivalsOfRetcon,
  type Known,
  contradict,
  type Held,
  heldOf,
  pairOf,
  entryAt,
} from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import { CODEX_FILE } from '../../codex/codexShapes';
import { addTopItems } from '../../entry/frontmatter';
import { contradictionsOf } from '../../rules/fact';
import { listWords } from '../../text/words';
import type { YamlValue } from '../../yaml/tree';
import { type MendContext, type Mend, type Offer, offer, entryText, contextAfter, textsAfter } from './mend';
import { inCodexFile } from './keyFixes';
import { blankIn, ofRetcon, markedSoft, pointDeclarationAt, setInDeclaration } from './retconFixes';
import type { Entry } from '../../entry/entry';
import { checkEntry } from '../../rules/check';
import { checkEntryAgainst } from '../../rules/compareWithBaseline';
import { homeOf, type MadeRetcon } from '../../rules/rule';
import { inTurn } from '../../text/problem';
import { pageOf } from '../../entry/versions';

/** Acknowledges a contradiction, or turns it into a retcon. */
export const mendDisputed: Mend = (context, problem) => {
  const { known, entry } = context;
  const fact = clippedFactsOf(known, entry).find((one) => one.fact.value.span.start === problem.span.start);
  if (!fact) return [];
  const rivals = contradictionsOf(known, fact).map(({ other }) => other.clipped);
  const others = [...new Set(rivals.map((rival) => pageOf(rival.entry)))].filter((other) => other !== entry);
  if (others.length === 0) return severalValues(context, fact);
  const ids = others.map((other) => idOf(known, other));
  const edit = addTopItems(entryText(context), known.canon.codex, 'disputes', ids);
  const [rival, ...more] = rivals;
  return [
    ...offer(`Keep both (intentional): disputes ${listWords(ids, 'and')}`, entry.path, edit, { isPreferred: false }),
    ...(rival && more.length === 0 ? retcons(context, fact, rival) : []),
  ];
};

/** Lets the later of two entries supersede the other in this fact; of two at once, this one. */
function retcons(context: MendContext, fact: Clipped, rival: Clipped): Offer[] {
  const { known } = context;
  const isLater = comparePositions(positionOf(known.canon, fact.entry), positionOf(known.canon, rival.entry)) >= 0;
  const [by, old] = isLater ? [fact, rival] : [rival, fact];
  const pair = ({ entity, fact: { attribute } }: Clipped): string => pairName(entity, attribute.text);
  const says = clippedFactsOf(known, pageOf(old.entry));
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
  const title = `Let ${idOf(known, by.entry)} supersede ${idOf(known, old.entry)} on this`;
  const blank = { ...blankIn(context, edit), file: by.entry.path };
  return offer(title, by.entry.path, edit, { isPreferred: false, blank });
}

/** For two values on one page: declares that the attribute may have several. */
function severalValues(context: MendContext, { fact }: Clipped): Offer[] {
  const name = fact.attribute.text;
  return inCodexFile(context, `Let ${name} have several values at a time, in ${CODEX_FILE}`, 'attributes', name, 'set');
}

/** Fixes of a fork that cause neither another problem nor a silent change. */
export const mendFork = ofRetcon((context, made) => {
  const { known } = context;
  const { retcon } = made;
  const rivals = rivalsOfRetcon(known, retcon);
  const offers = [
    ...rivals.flatMap((rival) => chained(context, retcon, rival)),
    ...disputed(context, made, rivals),
    ...keptOver(context, made, rivals),
    ...markedSoft(context, made.declaration),
  ];
  return offers.filter((one) => isHarmless(context, one));
});

/** Lets the later prong supersede the earlier one; of two at once, either. */
function chained(context: MendContext, retcon: Retcon, rival: Retcon): Offer[] {
  const { known } = context;
  const order = comparePositions(positionOf(known.canon, retcon.by), positionOf(known.canon, rival.by));
  const ways = [...(order >= 0 ? [[retcon, rival] as const] : []), ...(order <= 0 ? [[rival, retcon] as const] : [])];
  return ways.flatMap(([later, earlier]) => {
    const { entry: home, declaration } = homeOf(later);
    if (declaration.fromOldEnd || later.declared.length > 1) return [];
    const [by, other, old] = [later.by, earlier.by, later.old].map((entry) => idOf(known, entry));
    const title = `Chain them: ${by} supersedes ${other}, which supersedes ${old}`;
    return offer(title, home.path, pointDeclarationAt(context, home, declaration, earlier.by), { isPreferred: false });
  });
}

/** Makes both prongs soft and disputed. Not offered if the values do not overlap in time, so that there is no dispute. */
function disputed(context: MendContext, { declaration, retcon }: MadeRetcon, rivals: readonly Retcon[]): Offer[] {
  const { known, entry } = context;
  if (declaration.fromOldEnd) return [];
  const ids = rivals.map(({ by }) => idOf(known, by));
  const edits = inTurn(entryText(context), [
    (now) => setInDeclaration(now, declaration, { soft: 'true' }),
    (now) => addTopItems(now, known.canon.codex, 'disputes', ids),
  ]);
  const title = `Let both stand: ${listWords([idOf(known, retcon.by), ...ids], 'and')}`;
  return offer(title, entry.path, edits, { isPreferred: false }).filter((one) => {
    const after = contextAfter(context, textsAfter(one, context.textOf));
    return rivals.every(({ by }) => dispute(after.known, entry, by));
  });
}

/** The entities about which an entry states facts, each once. */
const pairsOf = (known: Known, entry: Entry): readonly string[] => [
  ...new Set(clippedFactsOf(known, entry).map(({ entity, fact }) => pairOf(entity, fact.attribute.text))),
];

/** The answers about everything that an entry states, from any entry. */
function heldAbout(known: Known, entry: Entry): readonly Held[] {
  const is = entryAt(known.canon, entry.path);
  return (is ? pairsOf(known, is) : []).flatMap((pair) => heldOf(known, pair));
}

const dispute = (known: Known, a: Entry, b: Entry): boolean => {
  const held = heldAbout(known, a);
  const by = ({ path }: Entry): Held[] => held.filter(({ clipped }) => clipped.entry.path === path);
  return by(a).some((one) => by(b).some((other) => contradict(one, other)));
};

/** This one supersedes the others as well, from when it supersedes the page that all of them do. */
function keptOver(context: MendContext, { declaration, retcon }: MadeRetcon, rivals: readonly Retcon[]): Offer[] {
  const { known, entry } = context;
  const [rival, ...more] = rivals;
  if (!rival || more.length > 0 || declaration.fromOldEnd) return [];
  // What else the other page says would be lost with it.
  const pairs = new Set([retcon.old, entry].flatMap((one) => pairsOf(known, one)));
  const isWhole = pairsOf(known, rival.by).every((pair) => pairs.has(pair));
  if (!isWhole) return [];
  const item: YamlValue = {
    id: idOf(known, rival.by),
    ...(rival.by.date?.date && { as_of: rival.by.date.text }),
    ...(declaration.effective && { effective: declaration.effective.text }),
    reason: '',
  };
  const edit = addTopItems(entryText(context), known.canon.codex, 'supersedes', [item]);
  if (!edit) return [];
  const title = `Keep mine: ${idOf(known, entry)} supersedes ${idOf(known, rival.by)} too`;
  const blank = blankIn(context, edit);
  return offer(title, entry.path, edit, { isPreferred: false, blank }).filter((one) => {
    const after = contextAfter(context, textsAfter(one, context.textOf));
    return heldAbout(after.known, entry).every(
      ({ clipped, segment }) => clipped.entry.path !== rival.by.path || segment.until !== null,
    );
  });
}

/** Whether a fix adds no error and changes nothing established. */
function isHarmless(context: MendContext, one: Offer): boolean {
  const texts = textsAfter(one, context.textOf);
  const after = contextAfter(context, texts);
  return [...texts.keys()].every((file) => faultsIn(after, file) <= faultsIn(context, file));
}

function faultsIn({ known, baseline }: MendContext, file: string): number {
  const entry = entryAt(known.canon, file);
  if (!entry) return 0;
  const silent = baseline ? checkEntryAgainst(baseline.compared, true, entry) : [];
  const found = [...checkEntry(known, entry), ...silent];
  // A fork less does not make up for another error.
  return found.filter(({ code, severity }) => severity === 'error' && code !== 'supersedes/fork').length;
}
