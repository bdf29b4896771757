/** An entry on a card: what it is, how it stands, what it says now and said before, and why. */
import {
  entityOf,
  idOf,
  isShown,
  type Known,
  type Retcon,
  retconsBy,
  retconsOf,
  standingOf,
  takenBy,
  attributesOf,
  kindOfAttribute,
  lastBegun,
} from '../canon';
import type { Entry } from '../entry/entry';
import { stretchesOf, renderBeginnings } from '../entry/stretches';
import { inverseOnCard } from './inverseOnCard';
import { factPairsOf } from './pairs';
import { secretLines } from './secretWords';
import { timelineLine } from './attributeTimeline';
import {
  attributeWords,
  decidedBy,
  decidedWhen,
  entityWords,
  entryLink,
  inlineMarkdown,
  type RenderContext,
  whenWords,
} from './entryWords';
import type { Viewpoint } from './viewpoint';

/** The most attributes and the most retcons that a card tells. */
const MOST_FACTS = 6;
const MOST_RETCONS = 3;

export function cardOf(context: RenderContext, entry: Entry): string {
  const { known } = context;
  const details = [entry.type?.text, renderBeginnings(entry), decidedWhen(context, entry)].flatMap((part) =>
    part ? inlineMarkdown(part) : [],
  );
  const head = [`**${entryLink(context, entry)}**`, ...details, entry.draft ? 'draft' : '']
    .filter((part) => part !== '')
    .join(' · ');
  return [
    head,
    [`\`${idOf(known, entry)}\``, inlineMarkdown(standingWords(context, entry))].join(' — '),
    ...secretLines(context, entry),
    ...renderRetcons(context, entry),
    ...renderFacts(context, entry),
    ...renderInverse(context, entry),
  ].join('\n\n');
}

/** How it stands at the viewpoint, in words that are no markup. */
export function standingWords({ known, present }: Viewpoint, entry: Entry): string {
  const standing = standingOf(known, entry, present);
  if (standing === 'superseded' || standing === 'retracted') {
    const taken = takenBy(known, entry, present);
    if (standing === 'superseded') return taken?.everywhere ? 'superseded, for all time' : 'superseded';
    return taken?.everywhere ? 'retracted: it never was' : 'retracted';
  }
  if (standing === 'ended') {
    const last = lastBegun(entry, present && present.end)?.until;
    const until = stretchesOf(entry).find((one) => one.until?.moment.day === last?.day)?.until ?? entry.until;
    if (until) return `ended ${until.inclusive ? 'after' : 'at'} ${until.text}`;
  }
  if (standing === 'not_yet' && entry.date) return `not yet begun: from ${entry.date.text}`;
  return standing === 'unwritten' ? 'not yet written' : standing;
}

/** A retcon of a page that is not shown, or by one, has nothing that could be named. */
export const shownRetcons = (known: Known, retcons: readonly Retcon[]): readonly Retcon[] =>
  retcons.filter(({ by, old }) => isShown(known, by) && isShown(known, old));

const MAKES = { supersedes: 'Supersedes', retracts: 'Retracts', restores: 'Restores' } as const;
const UNDERGOES = { supersedes: 'Superseded by', retracts: 'Retracted by', restores: 'Restored by' } as const;

/** What was made of it, then what it makes of others, each with its reason. */
function renderRetcons(context: RenderContext, entry: Entry): string[] {
  const { known } = context;
  const retconLines = [
    ...shownRetcons(known, retconsOf(known, entry)).map(
      (retcon) => `${verb(retcon, UNDERGOES)} ${decidedBy(context, retcon.by)}${manner(retcon)}`,
    ),
    ...shownRetcons(known, retconsBy(known, entry)).map(
      (retcon) => `${verb(retcon, MAKES)} ${entryLink(context, retcon.old)}${manner(retcon)}`,
    ),
  ];
  return retconLines.length > MOST_RETCONS
    ? [...retconLines.slice(0, MOST_RETCONS), `and ${retconLines.length - MOST_RETCONS} more`]
    : retconLines;
}

const verb = ({ kind, soft }: Retcon, verbs: Readonly<Record<Retcon['kind'], string>>): string =>
  soft ? `Softly ${verbs[kind].toLowerCase()}` : verbs[kind];

/** ` — from 412 TA` and the reason, quoted below. */
function manner(retcon: Retcon): string {
  const parts = [
    retcon.soft ? 'both stand' : whenWords(retcon),
    ...(retcon.only ? [`${retcon.only.map(({ attribute }) => attributeWords(attribute)).join(', ')} only`] : []),
  ];
  const reason = retcon.reason ? `\n\n> ${inlineMarkdown(retcon.reason)}` : '';
  return ` — ${parts.join(', ')}${reason}`;
}

/** Its facts, each with its story. */
function renderFacts(context: RenderContext, entry: Entry): string[] {
  const { known } = context;
  const entity = entityOf(known, entry);
  const all = factPairsOf(known, entry);
  const lines = all.slice(0, MOST_FACTS).map((one) => {
    const of = one.entity === entity ? '' : ` of ${entityWords(context, one.entity, entry)}`;
    const isOthers = one.entity !== entity && kindOfAttribute(known, one.attribute) === 'set';
    const story = timelineLine(context, one.entity, one.attribute, { here: entry, onlyOwn: isOthers });
    return `- **${attributeWords(one.attribute)}**${of}: ${story}`;
  });
  if (all.length > MOST_FACTS) lines.push(`- and ${all.length - MOST_FACTS} more`);
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** What others say of it: it describes its entity, and stands for that. */
function renderInverse(context: RenderContext, entry: Entry): string[] {
  const lines = entry.entity ? [] : inverseOnCard(context, entityOf(context.known, entry));
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** An entity that no entry describes: the facts that others state about it. */
export function entityCard(context: RenderContext, entity: string): string {
  const attributes = attributesOf(context.known, entity);
  const lines = attributes
    .slice(0, MOST_FACTS)
    .map((attribute) => `- **${attributeWords(attribute)}**: ${timelineLine(context, entity, attribute, {})}`);
  if (attributes.length > MOST_FACTS) lines.push(`- and ${attributes.length - MOST_FACTS} more`);
  return [
    `**${inlineMarkdown(entity)}** — no entry describes it yet`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n');
}
