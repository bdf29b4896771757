/** Reads claims as they are given: JSON, JSON Lines or YAML, also inside a fenced block; what is no claim is told with its line. */
import { fit } from '../schema/fit';
import { arrayOf } from '../schema/shape';
import { readData } from '../yaml/plainData';
import { CLAIM, type Claim } from './claimShapes';
import type { GivenProblem } from './question';

export interface GivenClaim {
  readonly claim: Claim;
  /** As it was written. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly line: () => number;
}

export interface ClaimsReading {
  readonly claims: readonly GivenClaim[];
  readonly problems: readonly GivenProblem[];
}

export function readClaims(text: string): ClaimsReading {
  if (last?.text !== text) last = { text, reading: readAll(text) };
  return last.reading;
}

/** Whoever asks wants to know first which commits are named, and then the answers. */
let last: { readonly text: string; readonly reading: ClaimsReading } | null = null;

const NONE = {
  line: 1,
  message: 'There are no claims here: write {"claims": [{"entity": …, "attribute": …, "value": …}]}.',
};

function readAll(written: string): ClaimsReading {
  const { text, before } = unfenced(written);
  const { data, problems, lineOf } = readData(text);
  const lineAt = (path: readonly (string | number)[]): number => before + lineOf(path);
  if (problems.length > 0)
    return { claims: [], problems: problems.map(({ line, message }) => ({ line: before + line, message })) };
  const { path, list } = claimsIn(data);
  if (list === null) return { claims: [], problems: [NONE] };
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

/** Whether a file is one of claims, right or wrong, and not one that names such files. */
export function holdsClaims(text: string): boolean {
  const { data } = readData(unfenced(text).text);
  const { path, list } = claimsIn(data);
  return (
    (path.length > 0 || Array.isArray(data)) && list?.some((one) => typeof one === 'object' && one !== null) === true
  );
}

/** A list of them, one alone, or what stands under `claims`; null where nothing is written there. */
function claimsIn(data: unknown): { readonly path: readonly string[]; readonly list: readonly unknown[] | null } {
  if (Array.isArray(data)) return { path: [], list: data };
  if (typeof data !== 'object' || data === null) return { path: [], list: data === null ? null : [data] };
  const [key, value] = Object.entries(data).find(([name]) => name.trim().toLowerCase() === 'claims') ?? [];
  if (key === undefined) return { path: [], list: [data] };
  return { path: [key], list: Array.isArray(value) ? value : value === null ? null : [value] };
}

/** What is selected of a page may have the fences of its block around it: what stands between them. */
function unfenced(text: string): { readonly text: string; readonly before: number } {
  const fence = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n/m.exec(text);
  if (!fence) return { text, before: 0 };
  const start = fence.index + fence[0].length;
  const end = text.slice(start).search(new RegExp(`^[ \\t>]*${fence[1]}`, 'm'));
  const inside = end === -1 ? text.slice(start) : text.slice(start, start + end);
  return { text: inside, before: text.slice(0, start).split('\n').length - 1 };
}
