/** The chain of an entry: what it supersedes, what supersedes it, what it rests on and what rests on it. Cycles are safe. */
import {
  canonWords,
  currentVersionsOf,
  inRetconOrder,
  isShown,
  kindOf,
  type Known,
  preposition,
  type Retcon,
  retconsOf,
  versionsOf,
  type Canon,
  knownAt,
  LATEST,
  reach,
  type Reached,
  restingOn,
  sourcesOf,
  staleSourcesOf,
  idOf,
  refuseChainPast,
  edgesBy,
  edgesOf,
  standingOf,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { joinWith } from '../../text/words';
import { decidedText, standingWords } from '../words/names';
import { renderClauses } from '../words/retconClauses';
import {
  link,
  nameOf,
  type RichLine,
  type TextPart,
  textLine,
  headingLine,
  itemLine,
  type RichText,
  sectionLine,
} from '../words/richText';
import type { Answered, Given } from '../asked/answering';
import { findEntryByName } from '../asked/question';
import { effectiveText } from '../words/answerJson';

/** The story of an entry as one paragraph to paste: how it began, what each retcon did and why, and what holds now. */
export function whyStory(known: Known, entry: Entry): RichLine {
  const chain = storyChain(known, entry);
  if (chain.retcons.length === 0)
    return textLine(link(entry), ' ', ...since(known, entry), ', and nothing has changed it.');
  return storyOf(known, entry, chain, (retcon) => renderClauses(known, retcon));
}

/** The most retcons that are listed under a card. */
const MOST = 5;

/**
 * The same for the card of an entry, which shows the values itself: what was done and why; of many retcons the last few. Null if
 * there is one retcon, since the card then says all of it.
 */
export function whyInShort(known: Known, entry: Entry): RichLine | null {
  const chain = storyChain(known, entry);
  return chain.retcons.length < 2 ? null : storyOf(known, entry, chain, () => [], MOST);
}

/** The versions of an entry, and all retcons between them in canon order. */
function storyChain(known: Known, entry: Entry) {
  const versions = versionsOf(known, entry);
  const [first = entry] = versions;
  const retcons = versions.flatMap((version) => retconsOf(known, version).filter(({ by }) => isShown(known, by)));
  return { first, retcons: inRetconOrder(known, retcons) };
}

/** @param most how many retcons are listed, counted from the last */
function storyOf(
  known: Known,
  entry: Entry,
  { first, retcons }: ReturnType<typeof storyChain>,
  sidesOf: (retcon: Retcon) => readonly TextPart[],
  most = Infinity,
): RichLine {
  const isCut = retcons.length > most;
  // Only directly behind the first sentence, "it" can be nothing else.
  const sentences = (isCut ? retcons.slice(-most) : retcons).flatMap((retcon, i): TextPart[] => [
    ' ',
    ...retconSentence(known, retcon, sidesOf(retcon), i === 0 && !isCut && retcon.old === first),
  ]);
  const cut = isCut ? [` Of ${retcons.length} retcons since, the last ${most} are listed here.`] : [];
  const began = [link(first), ' ', ...since(known, first), '.'];
  // A chain may have more versions than a call can take as arguments.
  return { kind: 'text', parts: [...began, ...cut, ...sentences, ...outcome(known, entry)] };
}

const whyText = (known: Known, entry: Entry): string => whyStory(known, entry).parts.map(nameOf).join('');

/** `was first stated in session-45`. */
function since({ canon }: Known, entry: Entry): TextPart[] {
  const words = canonWords(canon, entry);
  return [words === null ? 'was stated first' : `was first stated ${preposition(words)} ${words}`];
}

/** `In session-47, it gave way to The Refounding: founder of House Vyr was Maric, and is Aldric from 412 TA. “…”` */
function retconSentence(known: Known, retcon: Retcon, sides: readonly TextPart[], isSaidLast: boolean): TextPart[] {
  const when = decidedText(known, retcon) || 'Then ';
  const from = sides.length > 0 || retcon.effective === 'always' ? '' : `, from ${retcon.effective.text} on`;
  const reason = retcon.reason?.trim().replace(/\s+/g, ' ') ?? '';
  const old: TextPart = isSaidLast ? 'it' : link(retcon.old);
  const which: TextPart[] = retcon.only ? ['a part of ', old] : [old];
  return [
    when,
    ...which,
    ` ${deed(known, retcon)} `,
    link(retcon.by),
    retcon.soft ? ' was set, and both stand' : from,
    ...sides,
    '.',
    reason === '' ? ' Nothing says why.' : ` “${reason}”`,
  ];
}

/** What happened to the old version. */
function deed(known: Known, retcon: Retcon): string {
  if (retcon.soft) return 'stayed, and beside it';
  if (retcon.kind === 'restores') return 'was brought back by';
  if (retcon.kind === 'retracts')
    return retcon.effective === 'always' ? 'was taken back, as if it had never been, by' : 'was taken back by';
  return kindOf(known, retcon) === 'correction' ? 'was corrected by' : 'gave way to';
}

/** `What holds now is The Refounding.` */
function outcome(known: Known, entry: Entry): TextPart[] {
  const current = currentVersionsOf(known, entry, known.canon.codex.present);
  if (current.length === 0) return [' None of it holds now.'];
  return [
    ' What holds now is ',
    ...joinWith(
      current.map((one): TextPart => link(one)),
      ' and ',
    ),
    '.',
  ];
}

/** With `why`, the sentences are only the story of its versions. */
export function askChain(canon: Canon, { name = '', why }: Given): Answered<'chain'> {
  const known = knownAt(canon, LATEST);
  const resolved = findEntryByName(known, name);
  if (!resolved.ok) return resolved;
  const found = chainOf(known, resolved.value);
  return {
    ok: true,
    get json() {
      return { ...jsonOf(known, found), why: whyText(known, found.entry) };
    },
    prose: why !== undefined ? [whyStory(known, found.entry)] : proseOf(known, found),
  };
}

/** The chain of an entry, and the entries that it rests on or that rest on it. */
function chainOf(known: Known, entry: Entry) {
  refuseChainPast(known, entry);
  const at = known.canon.codex.present;
  const isNamed = (one: Entry): boolean => isShown(known, one);
  const below = reach(known, entry, (one) =>
    edgesBy(known, one)
      .map((retcon) => retcon.old)
      .filter(isNamed),
  );
  const above = reach(known, entry, (one) =>
    edgesOf(known, one)
      .map((retcon) => retcon.by)
      .filter(isNamed),
  );
  const isStale = ({ entry: resting, via }: Reached): boolean =>
    staleSourcesOf(known, resting, at).some(({ source }) => source === (via ?? entry));
  return {
    entry,
    down: below.flatMap((one) => edge(edgesBy(known, one.via ?? entry), (retcon) => retcon.old === one.entry)),
    up: above.flatMap((one) => edge(edgesOf(known, one.via ?? entry), (retcon) => retcon.by === one.entry)),
    restsOn: reach(known, entry, (one) => sourcesOf(known, one)).map((one) => {
      const standing = standingOf(known, one.entry, at);
      const versions = standing === 'superseded' ? currentVersionsOf(known, one.entry, at) : [];
      return { one, standing, successor: versions.findLast((version) => version !== one.entry) };
    }),
    restedOnBy: reach(known, entry, (one) => restingOn(known, one)).map((one) => ({ one, stale: isStale(one) })),
    isAlone: below.length + above.length === 0,
  };
}

type Chain = ReturnType<typeof chainOf>;

const jsonOf = (known: Known, { entry, down, up, restsOn, restedOnBy }: Chain) => ({
  entry: idOf(known, entry),
  supersedes: down.map((retcon) => edgeJson(known, retcon, idOf(known, retcon.old))),
  superseded_by: up.map((retcon) => edgeJson(known, retcon, idOf(known, retcon.by))),
  rests_on: restsOn.map(({ one, standing, successor }) => ({
    id: idOf(known, one.entry),
    standing,
    via: viaId(known, one),
    replaced_by: successor ? idOf(known, successor) : null,
  })),
  rested_on_by: restedOnBy.map(({ one, stale }) => ({ id: idOf(known, one.entry), via: viaId(known, one), stale })),
});

const UNDERGONE = { supersedes: 'Superseded by', retracts: 'Retracted by', restores: 'Restored by' } as const;

const proseOf = (known: Known, { entry, down, up, restsOn, restedOnBy, isAlone }: Chain): RichText => [
  headingLine(link(entry)),
  ...sectionLine(
    'Supersedes',
    down.map((retcon) => itemLine(link(retcon.old), ` (${kindOf(known, retcon)}, ${effectiveText(retcon)})`)),
  ),
  ...(['supersedes', 'retracts', 'restores'] as const).flatMap((kind) =>
    sectionLine(
      UNDERGONE[kind],
      up
        .filter((retcon) => retcon.kind === kind)
        .map((retcon) =>
          itemLine(
            link(retcon.by),
            ` (${kindOf(known, retcon)}, ${effectiveText(retcon)})`,
            ...(retcon.old === entry ? [] : [', of ', link(retcon.old)]),
          ),
        ),
    ),
  ),
  ...sectionLine(
    'Rests on',
    restsOn.map(({ one, standing, successor }) =>
      itemLine(
        link(one.entry),
        ` — ${standingWords(known.canon, one.entry, standing)}`,
        ...(successor ? [', now ', link(successor)] : []),
        ...renderVia(one),
      ),
    ),
  ),
  ...sectionLine(
    'What rests on it',
    restedOnBy.map(({ one, stale }) => itemLine(link(one.entry), ...renderVia(one), stale ? ' — to be reviewed' : '')),
  ),
  ...(isAlone && restsOn.length + restedOnBy.length === 0
    ? [textLine('It supersedes nothing, and nothing rests on it.')]
    : []),
];

const edge = (retcons: readonly Retcon[], is: (retcon: Retcon) => boolean): Retcon[] => retcons.filter(is).slice(0, 1);

const edgeJson = (known: Known, retcon: Retcon, id: string) => ({
  id,
  kind: kindOf(known, retcon),
  effective: effectiveText(retcon),
  reason: retcon.reason,
});

const viaId = (known: Known, { via }: Reached): string | null => (via ? idOf(known, via) : null);
const renderVia = ({ via }: Reached) => (via ? [', through ', link(via)] : []);
