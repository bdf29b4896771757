/** Processes under attack: how long one may work on an answer, and what none may ever print. */
import { readFileSync } from 'node:fs';
import { DEADLINE } from './attack';

/** The limit for an idle process, in milliseconds by the clock. */
const SILENCE = 120_000;
/** How often it is checked, in milliseconds. */
const LOOK = 250;

/** What a process prints only after an unexpected failure. */
const SLIP = /should not have happened|\n {4}at |\b(?:Type|Range|Reference|Syntax)Error\b|\[object |heap out of memory/;

export function refuseSlips(words: string): void {
  if (SLIP.test(words)) throw new Error(`it said: ${words}`);
}

/** Seconds of processor time that a process has used; 0 where that is unknown. */
function secondsOf(pid: number): number {
  try {
    const behind = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(behind[11]) + Number(behind[12])) / 100;
  } catch {
    // Not Linux, or the process has ended, which is noticed elsewhere.
    return 0;
  }
}

/** Waits for an answer, until the process has worked on it for longer than allowed. */
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
