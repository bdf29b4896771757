/** What a hover says of something in a picture: of a page, or of an attribute's story. */
import { describerOf, type Known, resolve } from '../canon';
import type { Entry } from '../entry/entry';
import { timelineList } from './attributeTimeline';
import { cardOf, entityCard } from './entryCard';
import { attributeWords, entityWords, type RenderContext } from './entryWords';

/** A page by the id of its entry, or what holds of an entity, stated by that entry. */
interface Pointed {
  readonly entry: string | null;
  readonly entity?: string;
  readonly attribute?: string;
}

/** As markdown; null: nothing is known of it at the viewpoint. */
export function pointedCard(context: RenderContext, { entry, entity, attribute }: Pointed): string | null {
  const { known } = context;
  if (entity !== undefined && attribute !== undefined) {
    const head = `**${attributeWords(attribute)}** of ${entityWords(context, entity)}`;
    return [head, timelineList(context, entity, attribute).join('\n')].join('\n\n');
  }
  const page = entry === null ? undefined : pageNamed(known, entry);
  if (page) return cardOf(context, page);
  if (entity === undefined) return null;
  const described = describerOf(known, entity, context.present);
  return described ? cardOf(context, described) : entityCard(context, entity);
}

/** The page that opens: that of the entry, else the one that describes the entity. */
export function pointedEntry(context: RenderContext, { entry, entity }: Pointed): Entry | null {
  const { known, present } = context;
  const page = entry === null ? undefined : pageNamed(known, entry);
  return page ?? (entity === undefined ? null : (describerOf(known, entity, present) ?? null));
}

/** The entry of an id; the first where several bear it. */
function pageNamed(known: Known, id: string): Entry | undefined {
  const found = resolve(known, id);
  return found.kind === 'one' ? found.entry : found.kind === 'many' ? found.entries[0] : undefined;
}
