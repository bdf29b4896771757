/** A brief as surfaces give it: the JSON of contract.md, its text, and a few words of what went in and what did not. */
import { idOf } from '../../canon';
import type { AnswerOf } from '../asked/answerShapes';
import type { Answered } from '../asked/answering';
import { endText, retconJson } from '../words/answerJson';
import { originOf } from './briefOrigin';
import { snippetLines } from './briefText';
import { tokenCount } from './briefTokens';
import type { Brief, BriefCandidate, LeftOutEntry, StateRow } from './briefTypes';
import { headingLine, itemLine, link, type RichLine, sectionLine, textLine } from '../words/richText';

/** @param pool all that was looked at, where it is to be explained */
export function briefAnswer(brief: Brief, pool: readonly BriefCandidate[] | null): Answered<'brief'> {
  const explained = pool === null ? null : pool.map((one) => explanationOf(brief, one));
  return {
    ok: true,
    json: { ...jsonOf(brief), ...(explained && { explain: explained.map(({ json }) => json) }) },
    prose: proseOf(brief, explained),
    text: brief.text,
  };
}

/** Who has a budget of tokens has none for thousands of names. */
const MOST_NAMED = 100;

const jsonOf = (brief: Brief) => {
  const { known, topic, scene, at, point, tokens, budget, state, retcons, snippets, leftOut, text } = brief;
  const { canon } = known;
  return {
    at: at?.text ?? null,
    as_of: point.text,
    mode: canon.codex.mode,
    topic,
    ...(scene && { scene: scene.name }),
    tokens,
    budget,
    state: state
      .flatMap(({ rows, history }) => [...rows, ...history].filter((row) => !row.isUndecided))
      .map((row) => rowJson(brief, row)),
    ...undecidedJson(brief),
    retcons: retcons.map(({ retcon }) => ({ ...retconJson(known, retcon), source: originOf(canon, retcon.by).cited })),
    snippets: snippets.map((one) => ({
      entry: idOf(known, one.entry),
      title: one.entry.title,
      file: one.entry.path,
      heading: one.passage.heading,
      lines: one.passage.lines,
      text: one.passage.text,
      tokens: tokenCount(
        snippetLines(known, one)
          .map((line) => line.text)
          .join('\n'),
      ),
      score: one.score,
      source: originOf(canon, one.entry).cited,
      retcon_boundary: one.flags.makes.length + one.flags.meets.length > 0,
      retcon_superseded: one.flags.isSuperseded,
    })),
    left_out: leftOut.slice(0, MOST_NAMED).map(({ entry, why }) => ({ entry: idOf(known, entry), why })),
    ...(leftOut.length > MOST_NAMED && { left_out_more: leftOut.length - MOST_NAMED }),
    text,
  };
};

const rowJson = ({ known }: Brief, { entity, attribute, held, isDisputed }: StateRow) => ({
  entity,
  attribute,
  value: held.clipped.fact.value.text,
  from: endText(held.segment.from),
  until: endText(held.segment.until),
  is_disputed: isDisputed,
  source: originOf(known.canon, held.clipped.entry).cited,
});

function undecidedJson(brief: Brief) {
  const rows = brief.state.flatMap((group) => group.rows.filter((row) => row.isUndecided));
  return rows.length === 0 ? {} : { undecided: rows.map((row) => rowJson(brief, row)) };
}

function proseOf(brief: Brief, explained: readonly Explained[] | null): RichLine[] {
  const { tokens, budget, state, retcons, snippets, leftOut, remark } = brief;
  const facts = state.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    headingLine(`A brief of ${tokens} tokens, of ${budget} at most`),
    textLine(
      `${counted(facts, 'value')}, ${counted(retcons.length, 'retcon')}, ${counted(snippets.length, 'passage')}.`,
    ),
    ...(leftOut.length === 0
      ? []
      : [textLine(`Left out: ${WHYS.flatMap((why) => leftOutWords(leftOut, why)).join('; ')}.`)]),
    ...(remark === null ? [] : [textLine(remark)]),
    ...sectionLine(
      'Why',
      (explained ?? []).map(({ line }) => line),
    ),
  ];
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const WHY_WORDS = {
  budget: 'for want of room',
  alike: 'because another says the same',
  mode: 'because their source is not for this mode',
  instruction: 'because they speak to a machine',
} as const;
const WHYS = ['budget', 'alike', 'mode', 'instruction'] as const;

function leftOutWords(leftOut: readonly LeftOutEntry[], why: LeftOutEntry['why']): string[] {
  const entries = leftOut.filter((one) => one.why === why).length;
  return entries === 0 ? [] : [`${entries === 1 ? '1 page' : `${entries} pages`} ${WHY_WORDS[why]}`];
}

interface Explained {
  readonly json: NonNullable<AnswerOf<'brief'>['explain']>[number];
  readonly line: RichLine;
}

/** Why a candidate is in or out, and what its score is made of. */
function explanationOf({ known, snippets, leftOut }: Brief, one: BriefCandidate): Explained {
  const place = snippets.findIndex(({ entry, nth }) => entry === one.entry && nth === one.nth);
  const why = place >= 0 ? null : (leftOut.find(({ entry }) => entry === one.entry)?.why ?? 'budget');
  const { words, kinship, weight } = one.parts;
  const made = `words ${words}, kinship ${kinship}, weight ${Math.round(weight * 1000) / 1000}`;
  return {
    json: {
      entry: idOf(known, one.entry),
      heading: one.passage.heading,
      lines: one.passage.lines,
      in: place >= 0,
      why,
      score: one.score,
      words,
      kinship,
      weight,
    },
    line: itemLine(
      place >= 0 ? `in, as ${place + 1}: ` : `out (${why}): `,
      link(one.entry),
      ` · ${one.score} (${made})`,
    ),
  };
}
