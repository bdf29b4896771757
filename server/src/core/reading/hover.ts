/** What is told of the thing under the caret, as markdown. */
import { entityOf, type Resolution, resolve, attributesOf } from '../canon';
import type { WorldDate } from '../chronology/types';
import type { Codex } from '../codex/codex';
import type { Entry, Fact } from '../entry/entry';
import { findRevision } from '../entry/readEntry';
import { beginsTold } from '../entry/stretches';
import type { Span } from '../text/span';
import { cardOf, entityCard } from './card';
import { dateTold } from './dateHover';
import { keyDoc } from './keyDocs';
import { type Mention, mentionAt } from './mentions';
import { pairsOf } from './pairs';
import { type Scene, sceneOf, thenTold, valuesTold } from './scene';
import { storyList } from './story';
import {
  absence,
  dateThere,
  entityOfFactThere,
  entityThere,
  entryThere,
  linkThere,
  resolveThere,
  valueThere,
} from './there';
import { attributeWords, entityWords, named, plain, type Telling } from './entryWords';

export interface Hover {
  readonly span: Span;
  readonly markdown: string;
}

export function hoverAt(telling: Telling, entry: Entry, text: string, offset: number): Hover | null {
  const mention = mentionAt(entry, telling.now.canon.codex, text, offset);
  if (!mention) return null;
  const scene = sceneOf(telling, entry);
  const told = tell({ ...telling, scene }, entry, mention);
  if (told === null) return null;
  const { first, whole } = typeof told === 'string' ? { first: null, whole: told } : told;
  const head = first === null ? [] : [`*${scene?.words ?? ''}:* ${first}`, '---'];
  if (first === null && !telling.isNow && isOfTime(telling, mention)) head.push(`*${scene?.words ?? ''}:*`);
  return { span: mention.span, markdown: [...head, whole].join('\n\n') };
}

interface Asked extends Telling {
  readonly scene: Scene | null;
}

/** What was so at the time of the scene, where there is one; then the whole story. */
interface Told {
  readonly first: string | null;
  readonly whole: string;
}

/** Whether what is told depends on the viewpoint: a date only where another codex.yaml than that of now reads it. */
const isOfTime = ({ asOf }: Telling, { kind }: Mention): boolean =>
  kind === 'date' ? asOf?.kind === 'git' : kind !== 'revision' && kind !== 'key';

function tell(asked: Asked, entry: Entry, mention: Mention): Told | string | null {
  switch (mention.kind) {
    case 'self': {
      const there = entryThere(asked, entry);
      // Its own date is no scene to tell of itself.
      return there ? entryTold(asked.at ? asked : { ...asked, scene: null }, there) : absentTold(asked, entry);
    }
    case 'entry':
      return nameTold(asked, mention.ref.text);
    case 'entity':
      return nameTold(asked, mention.ref.text) ?? entityTold(asked, entityThere(asked, mention.ref.text));
    case 'link': {
      const found = linkThere(asked, entry, mention.link);
      return found && resolutionTold(asked, mention.link.target, found);
    }
    case 'attribute':
      return attributeTold(asked, entityOfFactThere(asked, entry, mention.fact), mention.fact.attribute.text);
    case 'value':
      return valueTold(asked, entry, mention.fact);
    case 'only': {
      const { entity, attribute } = mention.only;
      return entity === null ? null : attributeTold(asked, entityThere(asked, entity), attribute);
    }
    case 'date':
      if (mention.always) return '**always** · it never was otherwise: the new version holds for all time';
      return writtenDateTold(asked, mention.date.date);
    case 'revision':
      return revisionTold(asked.now.canon.codex, mention.revision.text);
    case 'key':
      return keyTold(asked, entry, mention.path);
  }
}

const nameTold = (asked: Asked, name: string): Told | string | null =>
  resolutionTold(asked, name, resolveThere(asked, name));

function resolutionTold(asked: Asked, name: string, found: Resolution): Told | string | null {
  if (found.kind === 'one') return entryTold(asked, found.entry);
  if (found.kind === 'none') {
    const later = asked.asOf ? resolve(asked.now, name) : found;
    return later.kind === 'one' ? absentTold(asked, later.entry) : null;
  }
  const candidates = found.entries.map(
    (entry) => `- ${named(asked, entry)}${entry.type ? ` · ${plain(entry.type.text)}` : ''}`,
  );
  return `Several entries are called **${plain(name)}**:\n\n${candidates.join('\n')}`;
}

/** @param entry of now */
const absentTold = (asked: Asked, entry: Entry): string => `**${named(asked, entry)}** — ${absence(asked)}`;

function entryTold(asked: Asked, entry: Entry): Told {
  const { known, scene } = asked;
  const first = scene?.at ? thenTold(asked, scene.at, entityOf(known, entry), pairsOf(known, entry), entry) : null;
  return { first, whole: cardOf(asked, entry) };
}

function entityTold(asked: Asked, entity: string): Told | null {
  const attributes = attributesOf(asked.known, entity);
  if (attributes.length === 0) return null;
  const pairs = attributes.map((attribute) => ({ entity, attribute }));
  const first = asked.scene?.at ? thenTold(asked, asked.scene.at, entity, pairs) : null;
  return { first, whole: entityCard(asked, entity) };
}

function attributeTold(asked: Asked, entity: string, attribute: string): Told {
  const head = `**${attributeWords(attribute)}** of ${entityWords(asked, entity)}`;
  const story = storyList(asked, entity, attribute);
  const whole = [head, story.join('\n')].join('\n\n');
  const { at } = asked.scene ?? { at: null };
  if (!at) return { first: null, whole };
  const values = valuesTold(asked, at, { entity, attribute });
  // What is so all along needs no time.
  const isOne = values !== null && story.length === 1;
  return { first: isOne ? null : head + (values ?? ': nothing is told'), whole };
}

/** The story of its attribute; for a value that is an entry, that entry's name and kind as well. */
function valueTold(asked: Asked, entry: Entry, fact: Fact): Told {
  const { known } = asked;
  const story = attributeTold(asked, entityOfFactThere(asked, entry, fact), fact.attribute.text);
  const found = valueThere(asked, fact);
  if (!found) return story;
  const details = [
    `**${named(asked, found)}**`,
    ...[found.type?.text, beginsTold(found)].flatMap((part) => (part ? plain(part) : [])),
  ];
  const { at } = asked.scene ?? { at: null };
  const first = at && thenTold(asked, at, entityOf(known, found), pairsOf(known, found), found);
  return { first: first ?? story.first, whole: [details.join(' · '), story.whole].join('\n\n') };
}

function writtenDateTold(asked: Asked, date: WorldDate | null): string | null {
  const read = date && dateThere(asked, date);
  return read ? dateTold(asked, read) : date && `**${plain(date.text)}** — no calendar of that time reads it`;
}

function revisionTold(codex: Codex, text: string): string | null {
  const revision = findRevision(codex, text);
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
function keyTold(asked: Asked, entry: Entry, path: readonly string[]): Told | string | null {
  const found = keyDoc(asked.known, path);
  const [name = ''] = path.slice(-1);
  if (found) return `\`${name}\` — ${found.doc}\n\nTakes ${found.shape}.`;
  const fact = path.length === 1 ? entry.facts.find(({ attribute }) => attribute.text === name) : undefined;
  return fact ? attributeTold(asked, entityOfFactThere(asked, entry, fact), name) : null;
}
