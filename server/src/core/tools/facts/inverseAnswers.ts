/** The other end of facts in an answer: whose child, founder or member somebody is, in JSON and in sentences. */
import { describerOf, entityOf, inverseAt, type InverseAnswer, isShown, type Known, shownClip } from '../../canon';
import type { WorldDate } from '../../chronology';
import { attributesToward, kinNaming, kinWord } from '../../codex/kin';
import { answerJson } from '../words/answerJson';
import { attributeName, entityName, stretchText } from '../words/answerSentences';
import { itemLine, link, type RichLine, type TextPart } from '../words/richText';
import { groupBy } from '../../text/groups';

/** What of others has an entity as its value. */
export type Inverse = ReturnType<typeof inverseAt>;

/** @param attribute the one that was asked for: of others too, and `children` where codex.yaml tells what names a parent */
export function inverseOf(
  known: Known,
  entity: string,
  { at, attribute }: { readonly at: WorldDate | null; readonly attribute: string | undefined },
): Inverse {
  const { kin } = known.canon.codex;
  const attributes = attribute === undefined ? undefined : [attribute, ...attributesToward(kin, attribute)];
  return inverseAt(known, entity, { at, attributes });
}

/** A key of its own, only where there is something to say. */
export const inverseJson = (known: Known, { answers, leftOut }: Inverse) => ({
  ...(answers.length > 0 && { inverse: answers.map((answer) => oneJson(known, answer)) }),
  ...(leftOut > 0 && { inverse_left_out: leftOut }),
});

function oneJson(known: Known, answer: InverseAnswer) {
  const { attribute, entity, isUndecided } = answer;
  const describer = describerOf(known, entity, null);
  const kin = kinNaming(known.canon.codex.kin, attribute);
  return {
    entity: describer ? { id: entityOf(known, describer), title: describer.title } : { id: entity, title: entity },
    ...(kin && { kin }),
    ...answerJson(known, answer),
    ...(isUndecided && { is_undecided: true as const }),
  };
}

/** In a sentence, so many are named. */
const MOST = 12;

/** `children: Lysa, from 281 TA (The Chronicle of Vyr)`; `founder of: House Vyr, …`. */
export function inverseLines(known: Known, { answers, leftOut }: Inverse): RichLine[] {
  const { kin } = known.canon.codex;
  const groups = groupBy(
    answers,
    (answer) => kinNaming(kin, answer.attribute) ?? `${attributeName(answer.attribute)} of`,
  );
  const lines = [...groups].map(([head, all]) => {
    const role = kinNaming(kin, all[0].attribute);
    const others = new Map<string, InverseAnswer>();
    for (const answer of all) if (!others.has(answer.entity)) others.set(answer.entity, answer);
    const parts: TextPart[] = [`${role ? kinWord(role, others.size) : head}: `];
    [...others.values()].slice(0, MOST).forEach((answer, i) => addOther(known, answer, i === 0 ? '' : '; ', parts));
    if (others.size > MOST) parts.push(`; and ${others.size - MOST} more`);
    return itemLine(...parts);
  });
  return leftOut === 0 ? lines : [...lines, itemLine(`and ${leftOut} facts of others more`)];
}

function addOther(known: Known, answer: InverseAnswer, before: string, parts: TextPart[]): void {
  const { entity, values, isDisputed, isUndecided } = answer;
  const [held] = values;
  if (!held) return;
  const when = stretchText(held);
  const doubt = isUndecided ? ", which can't be placed against the asked date" : isDisputed ? ', disputed' : '';
  const retcon = shownClip(known, held.clipped);
  const by = isShown(known, held.clipped.entry) ? [link(held.clipped.entry)] : [];
  const said = [...by, ...(retcon ? [by.length > 0 ? '; superseded by ' : 'superseded by ', link(retcon.by)] : [])];
  parts.push(before, entityName(known, entity), when ? `, ${when}` : '', doubt);
  if (said.length > 0) parts.push(' (', ...said, ')');
}
