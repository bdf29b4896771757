/** Reports entities that were two in the baseline and have become one, if answers of either have changed (model §10). */
import { attributesOf, differencesOf, entityOf, joinedAs } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Span } from '../../text/span';
import { listFirst, listWords } from '../../text/words';
import { nameSpan } from '../rule';
import { type Compared, type ComparedFinding, relatedInBaseline } from './baselineComparison';

/** The most answers that are named. */
const MOST = 3;

/** Findings at the page that makes one entity of several. @param was the same page in the baseline; null: it is new */
export function* joinedEntities(compared: Compared, was: Entry | null, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  const span = joiningName(was, is);
  if (!span) return;
  const entity = entityOf(now, is);
  const joined = joinedAs(baseline, now, entity);
  if (joined.length < 2) return;
  const attributes = new Set([...joined.flatMap((one) => attributesOf(baseline, one)), ...attributesOf(now, entity)]);
  const changed = [...attributes].filter((attribute) =>
    differencesOf(baseline, now, entity, attribute).some(({ isDeclared }) => !isDeclared),
  );
  if (changed.length === 0) return;
  const answers = listFirst(MOST, changed.sort(), 'and');
  const message = `${listWords(joined, 'and')} were separate as of ${point}, and this makes them one: facts about them have changed without a retcon (${answers}). Take it out, or choose another name.`;
  const related = was ? [relatedInBaseline(compared, was, nameSpan(was), `this was ${entityOf(baseline, was)}`)] : [];
  yield { file: is.path, finding: { span, message, ...(related.length > 0 && { related }) } };
}

/** Where a page has another `entity`, id, title or alias than before; null: nowhere. */
function joiningName(was: Entry | null, is: Entry): Span | null {
  if (is.entity && is.entity.text !== was?.entity?.text) return is.entity.span;
  const known = new Set(was?.names.map(nameKey));
  const gained = [...(is.writtenId ? [is.writtenId] : []), ...is.aliases].find(({ text }) => !known.has(nameKey(text)));
  if (gained) return gained.span;
  return was && was.entity?.text === is.entity?.text && is.names.every((name) => known.has(nameKey(name)))
    ? null
    : nameSpan(is);
}
