/** Processes that are attacked: how long one may be at work over an answer, and what none may ever say. */
import { readFileSync } from 'node:fs';
import { DEADLINE } from './attack';

/** Nobody waits as long for a process that does nothing, in milliseconds by the clock. */
const SILENCE = 120_000;
/** How often it is looked at, in milliseconds. */
const LOOK = 250;

/** What a process says only where something in it has gone wrong that nobody thought of. */
const SLIP = /should not have happened|\n {4}at |\b(?:Type|Range|Reference|Syntax)Error\b|\[object |heap out of memory/;

export function refuseSlips(words: string): void {
  if (SLIP.test(words)) throw new Error(`it said: ${words}`);
}

/** Seconds of the processor that a process has had; 0 where that can't be told. */
function secondsOf(pid: number): number {
  try {
    const behind = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(behind[11]) + Number(behind[12])) / 100;
  } catch {
    // No Linux, or it has ended, which is noticed elsewhere.
    return 0;
  }
}

/** Waits for an answer, for as long as the process is not at work over it for longer than any is worth. */
export async function awaited<T>(what: string, pid: number, answer: Promise<T>): Promise<T> {
  const before = secondsOf(pid);
  const began = Date.now();
  let look: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    look = setInterval(() => {
      const spent = secondsOf(pid) - before;
      if (spent > DEADLINE) reject(new Error(`${what} took more than ${DEADLINE} seconds of the processor`));
      else if (Date.now() - began > SILENCE) reject(new Error(`${what} was never answered`));
    }, LOOK);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearInterval(look);
  }
}
