/** The canon that answers, and the one that is read to replace it. */
import { expect, it } from 'vitest';
import { pathsOf } from '../../server/src/core/canon';
import { keepHosts } from '../../server/src/lsp/session/codexState';

const put = (host: ReturnType<typeof keepHosts>['newest'], path: string): void =>
  void host.apply(new Map([[path, 'type: person\n']]));

it('goes on answering while another is read, and is replaced by it at the end', () => {
  const hosts = keepHosts(
    () => null,
    () => null,
  );
  const first = hosts.begin(true);
  put(first, 'old.md');
  hosts.end(first, true);
  const second = hosts.begin(false);
  put(second, 'new.md');
  expect(hosts.isBuilding).toBe(true);
  expect(hosts.newest).toBe(second);
  expect([...pathsOf(hosts.serving.canon)]).toEqual(['old.md']);
  expect([...hosts.paths()].sort()).toEqual(['new.md', 'old.md']);
  hosts.end(second, true);
  expect([hosts.isBuilding, hosts.serving]).toEqual([false, second]);
  expect([...hosts.paths()]).toEqual(['new.md']);
});

it('is kept where reading another fails', () => {
  const hosts = keepHosts(
    () => null,
    () => null,
  );
  const first = hosts.serving;
  const second = hosts.begin(false);
  hosts.end(second, false);
  expect([hosts.serving, hosts.newest, [...hosts.all()]]).toEqual([first, first, [first]]);
});

it("takes git's times once, and passes them to each host that is begun later", () => {
  const hosts = keepHosts(
    () => null,
    () => null,
  );
  const yaml = 'canon: {from: git}\n';
  const told = { times: new Map([['a.md', Date.UTC(2020, 5)]]), trouble: null };
  expect(hosts.date(told)).toBe(true);
  expect(hosts.date({ ...told })).toBe(false);
  const trouble = { message: 'git can not be asked', severity: 'warning' as const };
  expect(hosts.date({ ...told, trouble })).toBe(true);
  const next = hosts.begin(true);
  next.apply(new Map([['codex.yaml', yaml]]));
  expect(next.codexProblems.map(({ message }) => message)).toContain(trouble.message);
});
