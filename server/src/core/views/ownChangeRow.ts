/** A row for one change of a page that remembers what it said (model §5). */
import { canonWords, kindOf, type Retcon } from '../canon';
import type { Entry, OnlyWritten } from '../entry/entry';
import { attributeLabel, type RenderContext } from '../reading/entryWords';
import { movedDates, pairKey, presentFacts } from '../entry/versions';
import { groupBy } from '../text/groups';
import { details, type ViewRowData } from './row';

/** `eyes: brown → blue`. It leads to what the page says of that now, else to the item. @param of the page, where it is not what is open */
export function ownChangeRow({ known }: RenderContext, retcon: Retcon, key: string, of?: string): ViewRowData {
  const { by, old, reason } = retcon;
  const { span } = retcon.declared[0].declaration;
  const gone = retcon.only ?? [];
  const now = presentFacts(old).find(({ entity, attribute }) =>
    gone.some((one) => pairKey(one.entity, one.attribute) === pairKey(entity?.text ?? null, attribute.text)),
  );
  const opens = { entry: old, span: by.versionOf?.isDated ? (old.date?.span ?? span) : (now?.value.span ?? span) };
  const words = changeWords(by, gone);
  return {
    key,
    sort: kindOf(known, retcon),
    label: of ?? words,
    detail: details(of === undefined ? canonWords(known.canon, by) : words, reason),
    opens,
    isValue: true,
  };
}

function changeWords(by: Entry, gone: readonly OnlyWritten[]): string {
  if (by.versionOf?.isDated)
    return movedDates(by)
      .map(({ key, was, is }) => `${key}: ${was?.text ?? 'none'} → ${is?.text ?? 'none'}`)
      .join(', ');
  const come = groupBy(by.facts, ({ entity, attribute }) => pairKey(entity?.text ?? null, attribute.text));
  return [...groupBy(gone, ({ entity, attribute }) => pairKey(entity, attribute))]
    .map(([pair, all]) => {
      const [first] = all;
      const is = (come.get(pair) ?? []).map(({ value }) => value.text);
      const was = [...new Set(all.map(({ value }) => value?.text ?? ''))].join(', ');
      return `${attributeLabel(first?.attribute ?? '')}: ${was} → ${is.length > 0 ? is.join(', ') : 'nothing'}`;
    })
    .join(', ');
}
