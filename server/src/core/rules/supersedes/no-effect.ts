/** A supersession that takes effect when the old version has already ended, or that is undone as soon as it is decided. */
import {
  canonWords,
  endDay,
  idOf,
  inRetconOrder,
  judgedOn,
  kindOf,
  type Known,
  pairsTouched,
  preposition,
  restorationsOf,
  retconsBy,
  type Retcon,
  touches,
} from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import type { Declaration } from '../../entry/entry';
import { atHomeIn, homeOf } from '../retconsMade';
import { relatedTo } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

export const noEffect: Rule = {
  code: 'supersedes/no-effect',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const found = undoneFinding(known, declaration, retcon) ?? endedFinding(known, declaration, retcon);
      if (found) yield found;
    }
  },
};

function undoneFinding(known: Known, { target }: Declaration, retcon: Retcon): Finding | null {
  const undoing = retcon.soft ? undefined : undoneAtOnce(known, retcon);
  if (!undoing) return null;
  const [id, by, when] = [idOf(known, retcon.old), idOf(known, undoing.by), canonWords(known.canon, undoing.by) ?? ''];
  const home = homeOf(undoing);
  return {
    span: target.span,
    message: `${by} restores ${id} ${preposition(when)} ${when} as well, and so undoes this. If it is to hold, limit that restoration with \`only\`, or give this page a later \`canon\`.`,
    related: [relatedTo(home.entry, `${by} restores ${id}`, home.declaration.target.span)],
  };
}

function endedFinding(known: Known, declaration: Declaration, retcon: Retcon): Finding | null {
  const { effective, old, soft } = retcon;
  if (soft || effective === 'always') return null;
  const stretches = judgedOn(known, retcon);
  const isOver = stretches.every(({ until }) => until?.line === effective.line && until.day <= effective.day);
  if (stretches.length === 0 || !isOver) return null;
  const last = stretches.reduce((a, b) => (endDay(b) > endDay(a) ? b : a)).until?.text;
  const id = idOf(known, old);
  return {
    span: declaration.effective?.span ?? declaration.target.span,
    message: `${id} ended by itself at ${last}, so a retcon from ${effective.text} on changes nothing: give an earlier \`effective\`, or leave the retcon out.`,
    related: [relatedTo(old, `${id} ends at ${last}`, old.until?.span)],
  };
}

/**
 * The restoration of the same session that undoes a retcon: it comes after the others there (model §7). Who corrects what was told, and
 * restores it, means just that; but what happened later in the world has nothing to do with what was wrong before.
 */
export function undoneAtOnce(known: Known, retcon: Retcon): Retcon | undefined {
  const { by, old, effective } = retcon;
  if (by.position === null || effective === 'always') return undefined;
  const atOnce = restorationsOf(known, old).filter(
    (one) =>
      one.by !== by &&
      comparePositions(one.position, retcon.position) === 0 &&
      (one.effective === 'always' || (one.effective.line === effective.line && one.effective.day <= effective.day)),
  );
  // Who restores the page as well undoes that in turn.
  if (atOnce.length === 0 || restorationsOf(known, by).length > 0 || kindOf(known, retcon) !== 'change')
    return undefined;
  const touched = [...pairsTouched(known, retcon).values()];
  return atOnce.find(
    (one) =>
      inRetconOrder(known, [retcon, one])[0] === retcon &&
      // Who names the page knows of it.
      !retconsBy(known, one.by).some((other) => other.old === by) &&
      (touched.length > 0 || one.only === null) &&
      touched.every(({ entity, attribute }) => touches(known, one, entity, attribute)),
  );
}
