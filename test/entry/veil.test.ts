/** What of prose is hidden: in doubt, more than a reader of markdown would. */
import { describe, expect, it } from 'vitest';
import { commentSpans, secretCallouts, withoutSpans } from '../../server/src/core/entry/veil';

const SECRETS = new Set(['secret', 'gm']);
const shown = (text: string): string =>
  withoutSpans(text, [...secretCallouts(text, 0, SECRETS).map(({ span }) => span), ...commentSpans(text, 0)]);

describe('a secret callout', () => {
  it.each([
    ['ends at the line behind it', 'A\n\n> [!secret]\n> HID\n\nB\n'],
    ['of a type that codex.yaml lists', 'A\n\n> [!GM]- Title HID\n> HID\n\nB\n'],
    ['with a misspelt type', 'A\n\n> [!secert]\n> HID\n\nB\n'],
    ['that lacks its bracket', 'A\n\n> [!secret|lysa\n> HID\n\nB\n'],
    ['goes on where its marks are left out', 'A\n\n> [!secret]\n> HID\nHID too\n\nB\n'],
    ['with blank lines of its own', 'A\n\n> [!secret]\n> HID\n>\n> HID\n\nB\n'],
    ['in another callout', 'A\n\n> [!note]\n> open\n> > [!secret]\n> > HID\n\nB\n'],
    ['in a list', 'A\n\n- one\n  > [!secret]\n  > HID\n\nB\n'],
    ['behind a list mark', 'A\n\n- > [!secret]\n  > HID\n\nB\n'],
    ['in a footnote', 'A\n\n[^1]: > [!secret]\n    > HID\n\nB\n'],
    ['in a table', 'A\n\n| a | b |\n|---|---|\n| [!secret] HID | HID |\n\nB\n'],
    ['in code', 'A\n\n```\n> [!secret]\n> HID\n```\n\nB\n'],
    ['that holds code with blank lines', 'A\n\n> [!secret]\n> ```\n> HID\n>\n> HID\n> ```\n\nB\n'],
    ['that lacks its bracket, with line ends of Windows', 'A\r\n\r\n> [!secret\r\n> HID\r\n\r\nB\r\n'],
    ['with line ends of Windows', 'A\r\n\r\n> [!secret]\r\n> HID\r\n\r\nB\r\n'],
    ['at the end of the text', 'A\nB\n\n> [!secret]\n> HID'],
  ])('%s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toContain('A');
    expect(shown(text)).toContain('B');
  });

  it('names those behind the bar, each at its place', () => {
    const text = '> [!secret| lysa,players ,]\n> x\n';
    const [callout] = secretCallouts(text, 0, SECRETS);
    expect(callout?.knowers.map((one) => [one.text, text.slice(one.span.start, one.span.end)])).toEqual([
      ['lysa', 'lysa'],
      ['players', 'players'],
    ]);
  });

  it('is no other callout', () => {
    const text = '> [!note]\n> open\n\n> [!quote|lysa]\n> open\n';
    expect(shown(text)).toBe(text);
  });
});

describe('a comment', () => {
  it.each([
    ['of Obsidian', 'A %%HID%% B'],
    ['over lines', 'A\n%%\nHID\n\nHID\n%%\nB'],
    ['of HTML', 'A <!-- HID\nHID --> B'],
    ['behind one in code', 'A `%%` x %%HID%% B'],
    ['behind one in a fence', 'A\n```\n%%\n```\n%%HID%% B'],
    ['behind one in another comment', 'A <!-- %% --> x %%HID%% B'],
    ['in another comment', 'A <!-- %%HID%% --> B'],
  ])('%s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toMatch(/^A/);
  });

  it.each(['A %%HID', 'A <!-- HID', 'A %%x%% B %%HID'])('that is never closed: %j', (text) => {
    expect(shown(text)).not.toContain('HID');
  });

  it('leaves what stands between two', () => {
    expect(shown('A %%x%% B %%y%% C')).toBe('A  B  C');
  });
});

it('takes the time that it takes to read, however many signs there are', () => {
  for (const sign of ['%%', '<!--', '`%%', '[!', '[!secret]', '> [!secret]\n', '```\n%%', '<!-- %% -->'])
    expect(shown(sign.repeat(20_000)).length).toBeLessThanOrEqual(sign.length * 20_000);
});
