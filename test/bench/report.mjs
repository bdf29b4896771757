/** The results of the bench: rows that met their goal or missed it, how they grow, and the table of them. */
import { ROWS } from './rows.mjs';

/**
 * @param run the figures of a run: version, date, machine, peers, sizes, the main size, and figures by name, then by size
 * @returns rows for bench.json, and the table as text and as markdown
 */
export function tableOf(run) {
  const { sizes } = run;
  const rows = ROWS.filter(({ name }) => run.figures[name]).map((row) => rowOf(row, run));
  const cells = [
    ['', ...sizes.map((size) => size.toLocaleString('en')), 'grows', 'beside it', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      ...sizes.map((size) => (row.values[size] === undefined ? '' : `${rounded(row.values[size])} ${row.unit}`)),
      row.exponent === null ? '' : `n^${row.exponent.toFixed(2)}`,
      Object.entries(row.beside)
        .map(([name, value]) => `${name} ${rounded(value)}`)
        .join(', '),
      row.goal,
      row.met === null ? '' : row.met ? 'met' : 'missed',
    ]),
  ];
  return { rows, text: plain(cells), markdown: `${note(run)}\n\n${markdown(cells)}` };
}

function rowOf({ name, what, unit, goal, per, within, grows, beside }, { sizes, main, figures }) {
  const of = (figure) => figures[figure]?.[main] ?? Object.values(figures[figure] ?? {}).at(-1);
  const values = figures[name];
  const value = of(name);
  const most = per ? goal * of(per) : goal;
  const all = sizes.flatMap((size) => values[size] ?? []);
  const isEven = within === undefined || Math.max(...all) <= within * Math.min(...all);
  const times = per ? `≤ ${goal} × ${beside[per]} = ${rounded(most)} ${unit}` : `≤ ${goal} ${unit}`;
  return {
    name,
    what,
    unit,
    values,
    exponent: exponentOf(values),
    grows: grows ?? null,
    beside: Object.fromEntries(
      Object.entries(beside).flatMap(([figure, words]) => (figures[figure] ? [[words, of(figure)]] : [])),
    ),
    goal: goal === undefined ? '' : within ? `${times}, within ${within} ×` : times,
    met: goal === undefined ? null : value <= most && isEven,
  };
}

/**
 * The exponent with which a figure grows with the size: 0 is flat, 1 is linear. By least squares; null for a single size.
 */
function exponentOf(values) {
  const points = Object.entries(values).map(([size, value]) => [Math.log(Number(size)), Math.log(value)]);
  if (points.length < 2) return null;
  const [x, y] = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

const rounded = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

function plain(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
    .join('\n');
}

const markdown = ([head, ...rows]) =>
  [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const note = ({ version, date, machine: { cpu, cores, node }, peers, main }) =>
  `Retcon ${version}, ${date}, on ${cores} cores (${cpu}), node ${node}; beside it, at ${main.toLocaleString('en')} entries: ` +
  `${Object.entries(peers)
    .map(([name, pinned]) => `${name} ${pinned}`)
    .join(', ')}.`;

/** @param rows of hostile.ts @returns the table of them as text and as markdown */
export function hostileTable(rows) {
  const cells = [
    ['of', 'asked', 'sizes', '', '', '', 'grows'],
    ...rows.map(({ name, command, sizes, seconds, exponent }) => [
      name,
      command,
      sizes.map((size) => size.toLocaleString('en')).join(' · '),
      ...seconds.map((one) => `${one.toFixed(2)} s`),
      exponent === null ? 'unknown' : `n^${exponent.toFixed(2)}`,
    ]),
  ];
  return { text: plain(cells), markdown: markdown(cells) };
}

/** @returns the page with this table instead of the previous one, between two comments that stay */
export const withTable = (page, table) => replaced(page, 'figures', table);
export const withHostile = (page, table) => replaced(page, 'hostile', table);

function replaced(page, name, table) {
  const place = new RegExp(`(<!-- ${name}[^>]*-->\\n)[^]*?(\\n<!-- end of ${name} -->)`);
  if (!place.test(page)) throw new Error(`docs/performance.md has no <!-- ${name} --> … <!-- end of ${name} -->.`);
  return page.replace(place, (_, begin, end) => `${begin}\n${table}\n${end}`);
}
