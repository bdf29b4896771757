/** Patterns without braces: `{a,b}/c` is `a/c` and `b/c`. */

interface Braces {
  readonly open: number;
  readonly commas: readonly number[];
  readonly close: number;
}

/** All that a pattern can be with one choice in each of its braces; null where that is more than `most` characters. */
export function alternativesIn(glob: string, most: number): readonly string[] | null {
  const braces = bracesIn(glob);
  if (braces.size === 0) return glob.length <= most ? [glob] : null;
  return chosen(glob, 0, glob.length, braces, most);
}

/** The braces that are closed, by where they open. What is escaped or stands between brackets is none. */
function bracesIn(glob: string): ReadonlyMap<number, Braces> {
  const closed = new Map<number, Braces>();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') at = Math.max(at, glob.slice(0, nameEnd(glob, at)).indexOf(']', at + 2));
    else if (char === '{') open.push({ at, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(at);
    else if (char === '}') {
      const last = open.pop();
      if (last) closed.set(last.at, { open: last.at, commas: last.commas, close: at });
    }
  }
  return closed;
}

const nameEnd = (glob: string, at: number): number => {
  const end = glob.indexOf('/', at);
  return end < 0 ? glob.length : end;
};

function chosen(
  glob: string,
  start: number,
  end: number,
  braces: ReadonlyMap<number, Braces>,
  most: number,
): readonly string[] | null {
  let made: readonly string[] = [''];
  for (let at = start; at < end; at++) {
    const here = braces.get(at);
    if (!here || !isChoice(glob, here)) {
      made = made.map((before) => before + glob.charAt(at));
      continue;
    }
    const choices = choicesIn(glob, here, braces, most);
    if (!choices || made.length * choices.length > most) return null;
    made = [...new Set(made.flatMap((before) => choices.map((choice) => before + choice)))];
    at = here.close;
  }
  return made.reduce((size, one) => size + one.length, 0) > most ? null : made;
}

/** `{1..9}`. */
const RANGE = /^\{([a-z0-9])\.\.([a-z0-9])\}$/i;

const isChoice = (glob: string, { open, commas, close }: Braces): boolean =>
  commas.length > 0 || RANGE.test(glob.slice(open, close + 1));

/** What can stand for braces that offer a choice. */
function choicesIn(
  glob: string,
  here: Braces,
  braces: ReadonlyMap<number, Braces>,
  most: number,
): readonly string[] | null {
  const { open, commas, close } = here;
  const [, from = '', to = ''] = RANGE.exec(glob.slice(open, close + 1)) ?? [];
  if (commas.length === 0) return [`[${[from, to].sort().join('-')}]`];
  const choices: string[] = [];
  const ends = [...commas, close];
  for (const [i, end] of ends.entries()) {
    const found = chosen(glob, (ends[i - 1] ?? open) + 1, end, braces, most);
    if (!found) return null;
    choices.push(...found);
    if (choices.length > most) return null;
  }
  return choices;
}
