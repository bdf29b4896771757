/** What an entry supersedes and is superseded by, what it rests on and what rests on it: the whole way, safe on cycles. */
import {
  type Canon,
  knownAt,
  LATEST,
  currentVersionsOf,
  reach,
  type Reached,
  restingOn,
  sourcesOf,
  staleSourcesOf,
  idOf,
  refuseChainPast,
  isShown,
  type Known,
  edgesBy,
  edgesOf,
  type Retcon,
  kindOf,
  standingOf,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Answered } from '../asked/answering';
import { headingLine, itemLine, link, type RichText, sectionLine, textLine } from '../words/richText';
import { findEntryByName } from '../asked/question';
import { effectiveText } from '../words/answerJson';
import { STANDING_WORDS } from '../words/answerSentences';
import { whyStory, whyText } from './whyStory';

export interface ChainQuestion {
  readonly name: string;
  /** In words, only the story of its versions. */
  readonly why?: boolean;
}

export function askChain(canon: Canon, { name, why = false }: ChainQuestion): Answered<'chain'> {
  const known = knownAt(canon, LATEST);
  const resolved = findEntryByName(known, name);
  if (!resolved.ok) return resolved;
  const found = chainOf(known, resolved.value);
  return {
    ok: true,
    get json() {
      return { ...jsonOf(known, found), why: whyText(known, found.entry) };
    },
    prose: why ? [whyStory(known, found.entry)] : proseOf(known, found),
  };
}

/** The chain of an entry, and what it hangs together with. */
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

const proseOf = (known: Known, { entry, down, up, restsOn, restedOnBy, isAlone }: Chain): RichText => [
  headingLine(link(entry)),
  ...sectionLine(
    'Supersedes',
    down.map((retcon) => itemLine(link(retcon.old), ` (${kindOf(known, retcon)}, ${effectiveText(retcon)})`)),
  ),
  ...sectionLine(
    'Superseded by',
    up.map((retcon) => itemLine(link(retcon.by), ` (${kindOf(known, retcon)}, ${effectiveText(retcon)})`)),
  ),
  ...sectionLine(
    'Rests on',
    restsOn.map(({ one, standing, successor }) =>
      itemLine(
        link(one.entry),
        ` — ${STANDING_WORDS[standing]}`,
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
