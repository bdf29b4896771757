/** Reads settings.yaml, which names the codices of a workspace that has several (model §13). Never throws. */
import type { Problem } from '../text/problem';
import type { Span } from '../text/span';
import { compareTexts } from '../text/sorted';
import { quoted } from '../text/words';
import { scalarText } from '../yaml/writeYaml';
import { readYaml } from '../yaml/readYaml';
import { aList, aMap, aText, oneShapeOf, type YamlKey } from '../schema/yamlShape';
import { keyOf } from './codex';
import { CODEX_FILE, isEmptyConfig, type ReportProblem, readConfigText, readKeys, readMapping } from './codexShapes';

/** It lies in a folder above all of them. */
export const SETTINGS_FILE = 'settings.yaml';

/** What a question is asked of instead of one. */
export const ALL_SETTINGS = 'all';

export const SETTINGS_YAML: Readonly<Record<string, YamlKey>> = {
  settings: {
    doc: 'The name of each setting, and the folder of its codex from here: {vyr: worlds/vyr}. In a list, each setting is named after its folder.',
    takes: oneShapeOf(aMap(aText), aList(aText)),
  },
};

/** A codex by its name. */
export interface Setting {
  readonly name: string;
  /** Its folder, relative to that of settings.yaml, with `/`; empty: that folder itself. */
  readonly folder: string;
  /** Where the folder is written. */
  readonly span: Span;
}

export interface SettingsReading {
  /** Sorted by name. */
  readonly settings: readonly Setting[];
  /** All with the code `config/invalid`. */
  readonly problems: readonly Problem[];
}

const EXAMPLE = 'a name and a folder for each, like `{vyr: worlds/vyr, ashen-sea: worlds/ashen-sea}`.';

/**
 * Null where the file is not ours: other programs have a settings.yaml too, without a key `settings`.
 * @param hasCodex whether a folder, relative to that of settings.yaml, has a codex.yaml
 */
export function readSettings(text: string, hasCodex: (folder: string) => boolean): SettingsReading | null {
  const { root, problems: slips } = readYaml(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length });
  if (root?.kind !== 'mapping' || !root.pairs.some(({ key }) => keyOf(key.text) === 'settings')) return null;
  const problems: Problem[] = [];
  const report: ReportProblem = (span, message) => void problems.push({ code: 'config/invalid', span, message });
  for (const { span, message } of slips) report(span, message);
  const node = readKeys(report, root, SETTINGS_FILE, ['settings']).get('settings')?.value ?? null;
  const settings: Setting[] = [];
  const add = (name: string, nameSpan: Span, written: ReturnType<typeof readConfigText>): void => {
    const setting = written && settingOf(report, name, nameSpan, written, settings, hasCodex);
    if (setting) settings.push(setting);
  };
  if (node?.kind === 'sequence')
    for (const item of node.items) {
      const written = isEmptyConfig(item) ? null : readConfigText(report, item, 'settings');
      if (written) add(ownName(written.text), written.span, written);
    }
  else
    for (const { key, value } of readMapping(report, node, 'settings', EXAMPLE)?.pairs ?? []) {
      const name = key.text.normalize('NFC').trim();
      if (isEmptyConfig(value)) report(key.content, `Where is ${quoted(name)}? Write the folder of its codex.`);
      else add(name, key.content, readConfigText(report, value, name));
    }
  return { settings: settings.sort((a, b) => compareTexts(a.name, b.name)), problems };
}

/** What a codex is called that has been given no name. */
export const ownName = (folder: string): string =>
  folder
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .at(-1) ?? folder;

/** Whether a folder has a settings.yaml instead of a codex.yaml: it holds several codices, and no notes of its own. */
export const holdsSettings = ({ notes }: { readonly notes: readonly unknown[] }, codices: readonly string[]): boolean =>
  notes.length === 0 && codices.length > 1;

/** A settings.yaml that names some codices by their folders. @param folders relative to it, with `/` */
export function settingsText(folders: readonly string[]): string {
  const names = new Set<string>();
  const lines = [...folders].sort(compareTexts).map((folder) => {
    const own = ownName(folder).replaceAll(':', '-');
    // Two folders may be called alike; the whole way is the folder's alone.
    const name =
      names.has(own.toLowerCase()) || own.toLowerCase() === ALL_SETTINGS ? folder.replaceAll(/[/:]/g, '-') : own;
    names.add(name.toLowerCase());
    return `  ${scalarText(name)}: ${scalarText(folder)}\n`;
  });
  return `# The worlds in this folder: a name for each, and where its codex.yaml is.\nsettings:\n${lines.join('')}`;
}

function settingOf(
  report: ReportProblem,
  name: string,
  nameSpan: Span,
  { text, span }: { readonly text: string; readonly span: Span },
  before: readonly Setting[],
  hasCodex: (folder: string) => boolean,
): Setting | null {
  const refuse = (where: Span, message: string): null => (report(where, message), null);
  if (name === '' || name.includes(':'))
    return refuse(nameSpan, `"${quoted(name)}" can't be the name of a setting: give it a name without a colon.`);
  if (name.toLowerCase() === ALL_SETTINGS)
    return refuse(nameSpan, `"${quoted(name)}" means every setting: give this one another name.`);
  if (before.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    return refuse(nameSpan, `There is a setting called ${quoted(name)} already: give one of the two another name.`);
  const folder = folderIn(text);
  if (folder === null)
    return refuse(span, `"${quoted(text)}" lies outside of this folder: move ${SETTINGS_FILE} above all settings.`);
  const same = before.find((one) => one.folder === folder);
  if (same) return refuse(span, `${quoted(text)} is called ${quoted(same.name)} already: keep one of the two names.`);
  if (!hasCodex(folder))
    report(span, `There is no ${CODEX_FILE} in "${quoted(text)}": name a folder that has one, or write it there.`);
  const around = before.find((one) => isWithin(one.folder, folder) || isWithin(folder, one.folder));
  if (around) {
    const [inner, outer] = isWithin(around.folder, folder) ? [name, around.name] : [around.name, name];
    report(
      span,
      `${quoted(inner)} lies inside ${quoted(outer)}: move one of the two, so that each has its own folder.`,
    );
  }
  return { name, folder, span };
}

/** Null where it leads out. */
function folderIn(written: string): string | null {
  const path = written.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return path.startsWith('/') || /^[a-z]:/i.test(path) ? null : parts.join('/');
}

const isWithin = (outer: string, inner: string): boolean => outer === '' || inner.startsWith(`${outer}/`);
