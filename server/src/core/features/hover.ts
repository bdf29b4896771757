/** What is told of the thing under the caret, as markdown. */
import { entityNamed, entityOf, entityOfFact, type Known, type Resolution, resolve, valueEntry } from '../canon/known';
import { attributesOf } from '../canon/truth';
import type { Entry, Fact } from '../entry/entry';
import { findRevision } from '../entry/read';
import { leadsTo } from '../rules/links';
import type { Span } from '../text/span';
import { cardOf, entityCard } from './card';
import { dateTold } from './dateWords';
import { keyDoc } from './keyDocs';
import { type Mention, mentionAt } from './mentions';
import { storyList } from './story';
import { attributeWords, entityWords, named, plain, type Telling } from './words';

export interface Hover {
  readonly span: Span;
  readonly markdown: string;
}

export function hoverAt(telling: Telling, entry: Entry, text: string, offset: number): Hover | null {
  const mention = mentionAt(entry, telling.known.canon.codex, text, offset);
  const markdown = mention && told(telling, entry, mention);
  return mention && markdown ? { span: mention.span, markdown } : null;
}

function told(telling: Telling, entry: Entry, mention: Mention): string | null {
  const { known } = telling;
  const { codex } = known.canon;
  switch (mention.kind) {
    case 'self':
      return cardOf(telling, entry);
    case 'entry':
      return nameTold(telling, mention.ref.text);
    case 'entity':
      return nameTold(telling, mention.ref.text) ?? entityTold(telling, entityNamed(known, mention.ref.text));
    case 'link': {
      const found = leadsTo(known, entry, mention.link);
      return found && resolutionTold(telling, mention.link.target, found);
    }
    case 'attribute':
      return attributeTold(telling, entityOfFact(known, entry, mention.fact), mention.fact.attribute.text);
    case 'value':
      return valueTold(telling, entry, mention.fact);
    case 'only': {
      const { entity, attribute } = mention.only;
      return entity === null ? null : attributeTold(telling, entityNamed(known, entity), attribute);
    }
    case 'date':
      if (mention.always) return '**always** · it never was otherwise: the new version holds for all time';
      return mention.date.date ? dateTold(codex, mention.date.date) : null;
    case 'revision':
      return revisionTold(known, mention.revision.text);
    case 'key':
      return keyTold(telling, entry, mention.path);
  }
}

const nameTold = (telling: Telling, name: string): string | null =>
  resolutionTold(telling, name, resolve(telling.known, name));

function resolutionTold(telling: Telling, name: string, found: Resolution): string | null {
  if (found.kind === 'one') return cardOf(telling, found.entry);
  if (found.kind === 'none') return null;
  const candidates = found.entries.map(
    (entry) => `- ${named(telling, entry)}${entry.type ? ` · ${plain(entry.type.text)}` : ''}`,
  );
  return `Several entries are called **${plain(name)}**:\n\n${candidates.join('\n')}`;
}

const entityTold = (telling: Telling, entity: string): string | null =>
  attributesOf(telling.known, entity).length > 0 ? entityCard(telling, entity) : null;

function attributeTold(telling: Telling, entity: string, attribute: string): string {
  const head = `**${attributeWords(attribute)}** of ${entityWords(telling, entity)}`;
  return [head, storyList(telling, entity, attribute).join('\n')].join('\n\n');
}

/** The story of its attribute; for a value that is an entry, that entry's name and kind as well. */
function valueTold(telling: Telling, entry: Entry, fact: Fact): string {
  const { known } = telling;
  const story = attributeTold(telling, entityOfFact(known, entry, fact), fact.attribute.text);
  const found = valueEntry(known, fact.value);
  if (!found) return story;
  const details = [
    `**${named(telling, found)}**`,
    ...[found.type?.text, found.date?.date?.text].flatMap((part) => (part ? plain(part) : [])),
  ];
  return [details.join(' · '), story].join('\n\n');
}

function revisionTold(known: Known, text: string): string | null {
  const revision = findRevision(known.canon.codex, text);
  if (!revision) return null;
  const parts = [
    `**${plain(revision.id)}**`,
    revision.title && plain(revision.title),
    revision.date,
    revision.open ? 'still being written' : '',
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** A key that codex.yaml declares as an attribute is told as that; any other by what it says. */
function keyTold(telling: Telling, entry: Entry, path: readonly string[]): string | null {
  const found = keyDoc(path);
  const [name = ''] = path.slice(-1);
  if (found) return `\`${name}\` — ${found.doc}\n\nTakes ${found.shape}.`;
  const fact = path.length === 1 ? entry.facts.find(({ attribute }) => attribute.text === name) : undefined;
  return fact ? attributeTold(telling, entityOf(telling.known, entry), name) : null;
}
