/**
 * Gives each trial its turn, again and again until the time is over; a failure is shrunk, and can be repeated by its seed
 * and path.
 */
import { check, type Property, type Trial, withRun } from './attack';

export interface Asked {
  readonly minutes: number;
  readonly seed: number;
  /** A part of the names of trials to run; all if left out. */
  readonly only?: readonly string[];
  /** Of one failure, to be repeated. */
  readonly path?: string;
}

export interface Failure {
  readonly name: string;
  /** The command that repeats it. */
  readonly again: string;
  /** The smallest failing input that was found, and its effect. */
  readonly words: string;
}

export interface Figures {
  readonly inputs: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  /** By the clock. */
  readonly minutes: number;
}

/** How long to look for a smaller failing input, in milliseconds. */
const SHRINKING = 120_000;
/** A trial that has failed this often is left out. */
const ENOUGH = 3;

/** @param tell is called with each failure as it is found, and with the progress now and then */
export async function torture(all: readonly Trial[], asked: Asked, tell: (words: string) => void): Promise<Figures> {
  const began = Date.now();
  const { only, path } = asked;
  const trials = all.filter(({ name }) => !only || only.some((part) => `${name}/`.startsWith(`${part}/`)));
  if (trials.length === 0) throw new Error(`--only takes some of ${all.map(({ name }) => name).join(', ')}.`);
  const inputs: Record<string, number> = Object.fromEntries(trials.map(({ name }) => [name, 0]));
  const failures: Failure[] = [];
  const isOver = (): boolean => Date.now() - began > asked.minutes * 60_000;
  const failed = (name: string): number => failures.filter((one) => one.name === name).length;
  for (let round = 0, told = began; !isOver() && trials.some(({ name }) => failed(name) < ENOUGH); round++) {
    for (const one of trials) {
      // Each has one turn at least, however busy the machine is.
      if ((round > 0 && isOver()) || failed(one.name) >= ENOUGH) continue;
      const seed = path === undefined ? seedOf(asked.seed, round, all.indexOf(one)) : asked.seed;
      const { numRuns, failure } = await attempt(one, seed, path);
      inputs[one.name] = (inputs[one.name] ?? 0) + numRuns;
      if (failure) tell(`\n${failure.words}\n\nTry it again: ${failure.again}\n`);
      if (failure) failures.push(failure);
    }
    if (path !== undefined) break;
    if (Date.now() - told > 60_000) tell(`${Math.round(((told = Date.now()) - began) / 60_000)} min: ${sumOf(inputs)}`);
  }
  for (const { close } of trials) await close?.();
  tell(`${sumOf(inputs)}; ${failures.length} found`);
  return { inputs, failures, minutes: (Date.now() - began) / 60_000 };
}

const sumOf = (inputs: Figures['inputs']): string =>
  Object.entries(inputs)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Every turn has a seed of its own, whatever else is tried and however fast. */
const seedOf = (seed: number, round: number, index: number): number =>
  Math.imul(Math.imul(seed ^ (round + 1), 0x9e3779b1) ^ (index + 1), 0x85ebca6b);

async function attempt(one: Trial, seed: number, path: string | undefined) {
  const details = await check(patient(one.property), one.isAtOnce, {
    seed,
    numRuns: one.runs,
    ...(path !== undefined && { path }),
  });
  const { numRuns, counterexamplePath } = details;
  if (!details.failed) return { numRuns, failure: null };
  const again = `npm run torture -- --only ${one.name} --seed ${seed} --path "${counterexamplePath}"`;
  const { message = String(details.errorInstance) } = details.errorInstance as Partial<Error>;
  const words = `${one.name}: ${JSON.stringify(details.counterexample)}\n${message}`;
  return { numRuns, failure: { name: one.name, again, words } };
}

/** The same property, which stops shrinking in the end. */
function patient(property: Property): Property {
  let failedAt = Infinity;
  return withRun(property, (input) => {
    if (Date.now() - failedAt > SHRINKING) return null;
    const noted = (result: Awaited<ReturnType<Property['run']>>) => {
      if (result !== null && 'error' in result && failedAt === Infinity) failedAt = Date.now();
      return result;
    };
    const result = property.run(input);
    return result instanceof Promise ? result.then(noted) : noted(result);
  });
}
