/** Reads the expectations drawn into a codex.yaml: `^^^ message` under a span; a mark is not part of the file. */
import type { Problem } from '../../server/src/core/text/problem';

interface Drawn {
  /** The file, without its marks. */
  readonly text: string;
  /** `start-end: beginning of the message`, in order of place. */
  readonly expected: readonly string[];
}

export function drawn(source: string): Drawn {
  const lines: string[] = [];
  const marks: { start: number; end: number; message: string }[] = [];
  let lineStart = 0;
  let next = 0;
  for (const line of source.replace(/^\n/, '').split('\n')) {
    const mark = /^( *)(\^+) (.+)$/.exec(line);
    if (mark) {
      const start = lineStart + (mark[1] ?? '').length;
      marks.push({ start, end: start + (mark[2] ?? '').length, message: mark[3] ?? '' });
      continue;
    }
    lines.push(line);
    lineStart = next;
    next += line.length + 1;
  }
  const inOrder = marks.sort((a, b) => a.start - b.start || a.end - b.end);
  return { text: lines.join('\n'), expected: inOrder.map(({ start, end, message }) => `${start}-${end}: ${message}`) };
}

/** The problems in the shape of the expectations. */
export function asDrawn(problems: readonly Problem[]): readonly string[] {
  const inOrder = [...problems].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return inOrder.map(({ span, message }) => `${span.start}-${span.end}: ${message}`);
}
