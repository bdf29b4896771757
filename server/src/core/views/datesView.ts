/** Rows for dates that can't all be right: a guest who had died before the feast, a child older than its parent, a life that ends before it begins. */
import { allEntries, type Clipped, describerOf } from '../canon';
import type { Entry } from '../entry/entry';
import type { RenderContext } from '../reading/entryWords';
import { inverted } from '../rules/date';
import { olderChildren, outsideLives } from '../rules/fact';
import { rowKey, type Rows, type ViewRowData } from './row';

/** In the order of paths, then as written. @param among only these entries are looked at; all by default */
export function* dateRows(context: RenderContext, among?: Iterable<Entry>): Rows {
  const { known, present } = context;
  const { rules } = known.canon.codex;
  const rows: ViewRowData[] = [];
  for (const entry of among ?? allEntries(known.canon)) {
    if (rules.get('fact/outside-lifetime') !== 'off') rows.push(...outsideRows(context, entry));
    if (rules.get('fact/child-before-parent') !== 'off') rows.push(...childRows(context, entry));
    const turned = rules.get('date/inverted') === 'off' ? [] : inverted.check({ known, entry, present });
    for (const { span, message } of turned)
      rows.push({
        key: rowKey('date', entry.path, String(span.start)),
        sort: 'disputed',
        label: entry.title,
        detail: message.replace(/^This |:.*/gs, ''),
        opens: { entry, span },
      });
    yield;
  }
  return rows;
}

const labelOf = ({ known, present }: RenderContext, { fact, entity }: Clipped): string =>
  `${fact.attribute.text.replace(/[_-]+/g, ' ')} of ${describerOf(known, entity, present)?.title ?? entity}`;

function* outsideRows(context: RenderContext, entry: Entry): Iterable<ViewRowData> {
  for (const { clipped, found } of outsideLives(context.known, entry)) {
    const { fact } = clipped;
    const { begins, life, verdict } = found;
    const side = verdict.isBefore ? `before ${life.title} was born` : `after ${life.title} died`;
    yield {
      key: rowKey('life', entry.path, String(fact.index), life.path),
      sort: 'disputed',
      label: labelOf(context, clipped),
      detail: `${begins.text}, ${side}, ${verdict.date.date?.text ?? verdict.date.text}`,
      opens: { entry, span: fact.value.span },
    };
  }
}

function* childRows(context: RenderContext, entry: Entry): Iterable<ViewRowData> {
  for (const { clipped, child, parent } of olderChildren(context.known, entry)) {
    const { fact } = clipped;
    yield {
      key: rowKey('child', entry.path, String(fact.index)),
      sort: 'disputed',
      label: labelOf(context, clipped),
      detail: `${child.of.title}, born ${child.born.text}, before ${parent.of.title}, born ${parent.born.text}`,
      opens: { entry, span: fact.value.span },
    };
  }
}
