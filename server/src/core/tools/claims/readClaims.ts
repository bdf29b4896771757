/** Reads claims from JSON, JSON Lines or YAML, also inside a fenced block; what is not a claim is reported with its line. */
import { fit } from '../../schema/fit';
import { arrayOf } from '../../schema/shape';
import { readData } from '../../yaml/readYaml';
import { CLAIM, type Claim } from '../asked/commonShapes';
import type { GivenProblem } from '../asked/question';

export interface GivenClaim {
  readonly claim: Claim;
  /** As it was written. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly line: () => number;
}

interface ClaimsReading {
  readonly claims: readonly GivenClaim[];
  readonly problems: readonly GivenProblem[];
}

export function readClaims(text: string): ClaimsReading {
  if (last?.text !== text) last = { text, reading: readAll(text) };
  return last.reading;
}

/** A caller first wants the commits that are named, and then the answers, so the last reading is kept. */
let last: { readonly text: string; readonly reading: ClaimsReading } | null = null;

const NONE = {
  line: 1,
  message: 'There are no claims here: write {"claims": [{"entity": …, "attribute": …, "value": …}]}.',
};

function readAll(written: string): ClaimsReading {
  const readings = blocksOf(written).map(readBlock);
  const problems = readings.flatMap((one) => one.problems);
  return { claims: problems.length > 0 ? [] : readings.flatMap(({ claims }) => claims), problems };
}

function readBlock({ text, before }: Block): ClaimsReading {
  const { data, problems, lineOf } = readData(text);
  const lineAt = (path: readonly (string | number)[]): number => before + lineOf(path);
  if (problems.length > 0)
    return { claims: [], problems: problems.map(({ line, message }) => ({ line: before + line, message })) };
  const { path, list } = claimsIn(data);
  if (list === null) return { claims: [], problems: [{ ...NONE, line: before + 1 }] };
  const found = fit(CLAIMS, list);
  if (found.ok)
    return {
      claims: found.value.map((claim, i) => ({
        claim,
        given: list[i] as Readonly<Record<string, unknown>>,
        line: () => lineAt([...path, i]),
      })),
      problems: [],
    };
  return {
    claims: [],
    problems: found.misfits.map((one) => ({ line: lineAt([...path, ...one.path]), message: one.message })),
  };
}

const CLAIMS = arrayOf(CLAIM);

/** Whether a file holds claims, right or wrong, rather than naming such files. */
export const holdsClaims = (written: string): boolean =>
  blocksOf(written).some(({ text }) => {
    const { data } = readData(text);
    const { path, list } = claimsIn(data);
    const isList = path.length > 0 || Array.isArray(data);
    return isList && list?.some((one) => typeof one === 'object' && one !== null) === true;
  });

/** A list of claims, a single one, or the value of `claims`; null if nothing is written there. */
function claimsIn(data: unknown): { readonly path: readonly string[]; readonly list: readonly unknown[] | null } {
  if (Array.isArray(data)) return { path: [], list: data };
  if (typeof data !== 'object' || data === null) return { path: [], list: data === null ? null : [data] };
  const [key, value] = Object.entries(data).find(([name]) => name.trim().toLowerCase() === 'claims') ?? [];
  if (key === undefined) return { path: [], list: [data] };
  return { path: [key], list: Array.isArray(value) ? value : value === null ? null : [value] };
}

/** A part of a text, and the number of lines above it. */
interface Block {
  readonly text: string;
  readonly before: number;
}

/** A key of claims: a page may have other blocks beside theirs. */
const CLAIM_KEY = /(?:^|[\s"'{,[-])(?:entity|attribute|value|claims)["']?\s*:/im;

/** The fenced blocks of a selection; without fences, all of it. */
function blocksOf(written: string): readonly Block[] {
  const blocks: Block[] = [];
  const opening = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n/gm;
  for (let fence = opening.exec(written); fence; fence = opening.exec(written)) {
    const start = fence.index + fence[0].length;
    const closing = new RegExp(`^[ \\t>]*${fence[1]}[^\\n]*`, 'm').exec(written.slice(start));
    const end = closing ? start + closing.index : written.length;
    blocks.push({ text: written.slice(start, end), before: written.slice(0, start).split('\n').length - 1 });
    opening.lastIndex = end + (closing?.[0].length ?? 0);
  }
  const [first = { text: written, before: 0 }] = blocks;
  const ofClaims = blocks.filter(({ text }) => CLAIM_KEY.test(text));
  return ofClaims.length > 0 ? ofClaims : [first];
}
