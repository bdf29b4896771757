/** An attack: properties that are tried on inputs from seeds, each within a deadline of processor time. */
import vm from 'node:vm';
import fc from 'fast-check';

export type Property = fc.IRawProperty<unknown>;

export interface Trial {
  /** Its attack, then its target: `yaml/edits`. */
  readonly name: string;
  readonly property: Property;
  /** How many inputs are tried in one turn. */
  readonly runs: number;
  /** Whether it runs synchronously in this process: an endless loop is then stopped here. */
  readonly isAtOnce: boolean;
  /** Ends the processes that it started. */
  readonly close?: () => Promise<unknown>;
}

/** The limit for an input of a few thousand characters, in seconds of processor time. */
export const DEADLINE = 4;
/**
 * How long to wait before checking that, by the clock, which also counts the time of other processes; in milliseconds.
 */
const WAITS = [15_000, 60_000, 300_000] as const;

export const trial = <T>(name: string, property: fc.IProperty<T>, runs = 500): Trial => ({
  name,
  runs,
  property,
  isAtOnce: true,
});

/** A trial that talks to other processes, which check their deadlines themselves. */
export const slowTrial = <T>(
  name: string,
  property: fc.IAsyncProperty<T>,
  { runs = 3, close }: { readonly runs?: number; readonly close?: () => Promise<unknown> } = {},
): Trial => ({
  name,
  runs,
  property,
  isAtOnce: false,
  ...(close && { close }),
});

/** The same property, with another way to try each input. */
export const withRun = (property: object, run: Property['run']): Property =>
  Object.create(property, { run: { value: run } }) as Property;

type Result = ReturnType<Property['run']>;

/** Tries all inputs of a trial. They are run separately only if they don't terminate together, since that takes time. */
export function check(property: Property, isAtOnce: boolean, how: fc.Parameters<unknown>) {
  if (!isAtOnce) return fc.check(property, how);
  const timely = withRun(property, (input) => inTime(() => property.run(input)));
  try {
    return within(WAITS[0], () => fc.check(timely, how));
  } catch (error) {
    if (!isLate(error)) throw error;
    return fc.check(
      withRun(timely, (input) => stopped(() => timely.run(input))),
      how,
    );
  }
}

const LATE = { error: new Error(`it took more than ${DEADLINE} seconds of the processor`) };

/** Seconds of processor time that this process takes for something. */
function spent(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function inTime(run: () => Result): Result {
  let result: Result = null;
  const time = spent(() => {
    result = run();
  });
  return time > DEADLINE ? LATE : result;
}

/** Stops an endless loop as soon as its time is up. */
function stopped(run: () => Result): Result {
  for (const wait of WAITS) {
    let result: Result | undefined;
    const time = spent(() => {
      try {
        result = within(wait, run);
      } catch (error) {
        if (!isLate(error)) throw error;
      }
    });
    if (time > DEADLINE) return LATE;
    if (result !== undefined) return result;
  }
  return { error: new Error('the processor is too busy with other things to try this') };
}

/** Throws where it takes longer, by the clock. */
function within<T>(timeout: number, run: () => T): T {
  Object.assign(globalThis, { attacked: run });
  return vm.runInThisContext('attacked()', { timeout }) as T;
}

const isLate = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
