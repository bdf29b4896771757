/** A codex of plain values, written as the files that the product reads. */
import type { Codex, Named, Page, Statement } from './page';

const quoted = (text: string): string => (/[[\]]/.test(text) ? `"${text}"` : text);

const mapping = (parts: readonly (string | undefined)[]): string =>
  `{${parts.filter((part) => part !== undefined).join(', ')}}`;

const maybe = (key: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : `${key}: ${quoted(value)}`;

const fact = ({ entity, attribute, value, from, end }: Statement): string =>
  mapping([
    `entity: ${quoted(entity)}`,
    `attribute: ${attribute}`,
    `value: ${quoted(value)}`,
    maybe('from', from?.text),
    end && maybe(end.key, end.text),
  ]);

const named = ({ entity, attribute }: Named): string => `${entity}.${attribute}`;

export function written(page: Page): string {
  const { id, title, aliases, entity, date, end, canon, tier, facts, declares } = page;
  const lines = [
    `id: ${id}`,
    maybe('title', title),
    aliases.length > 0 ? `aliases: [${aliases.join(', ')}]` : undefined,
    maybe('entity', entity),
    maybe('date', date?.text),
    end && maybe(end.key, end.text),
    maybe('canon', canon),
    maybe('tier', tier),
    ...(facts.length > 0 ? ['facts:', ...facts.map((one) => `  - ${fact(one)}`)] : []),
  ];
  for (const key of ['supersedes', 'retracts', 'restores', 'superseded_by'] as const) {
    const items = declares.filter((one) => one.key === key);
    if (items.length > 0) lines.push(`${key}:`);
    for (const { name, effective, soft, only } of items)
      lines.push(
        `  - ${mapping([
          `id: ${quoted(name)}`,
          maybe('effective', effective?.text),
          soft ? 'soft: true' : undefined,
          only ? `only: [${only.map(named).join(', ')}]` : undefined,
        ])}`,
      );
  }
  return ['---', ...lines.filter((line) => line !== undefined), '---', ''].join('\n');
}

/** Each page in a folder of its own, so that two may have files of one name. */
export const pathOf = ({ file, id }: Page): string => `of-${id}/${file}.md`;

export function filesOf({ pages, revisions, kinds, tiers }: Codex): Map<string, string> {
  const config = [
    'revisions:',
    ...revisions.map(({ id, date }) => `  - ${date === undefined ? id : mapping([`id: ${id}`, `date: ${date}`])}`),
    `attributes: ${mapping(Object.entries(kinds).map(([attribute, kind]) => `${attribute}: ${kind}`))}`,
    `tiers: [${tiers.join(', ')}]`,
    '',
  ].join('\n');
  return new Map([['codex.yaml', config], ...pages.map((page): [string, string] => [pathOf(page), written(page)])]);
}
