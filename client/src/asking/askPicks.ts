/** Asking the author for an entity, an entry, a world date, a canon point; undefined when the author thinks better of it. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { CanonPointChoice, CanonPointCheck, Entity, EntryChoice } from '../../../server/src/lsp/protocol/protocol';
import { pickNamed } from './pickNamed';
import { chosenIn } from './pickResult';
import { isInBrowser, sendRequest } from '../server/languageServer';

const { t } = vscode.l10n;

/** A filtering pick of all entities, the one whose file is open first. */
export async function pickEntity(
  client: LanguageClient,
  title: string,
  placeholder: string,
): Promise<Entity | undefined> {
  const entities = await sendRequest(client, 'retcon/entities', { asSeen: true });
  return entities && pickNamed(entities.map(choiceOf), title, placeholder);
}

const choiceOf = (entity: Entity) => ({
  label: entity.title,
  description: words(entity.id, entity.type, ...entity.aliases),
  names: [entity.id, ...entity.aliases],
  chosen: entity,
});

/** As `pickEntity`, with the whole codex beside them. */
export async function pickEntityOrAll(
  client: LanguageClient,
  title: string,
  placeholder: string,
): Promise<Entity | 'all' | undefined> {
  const entities = await sendRequest(client, 'retcon/entities', { asSeen: true });
  const icon = { iconPath: new vscode.ThemeIcon('globe') };
  const all = { label: t('The whole world'), names: [], ...icon, chosen: EVERYTHING, isFirst: true } as const;
  const picked = entities && (await pickNamed([all, ...entities.map(choiceOf)], title, placeholder));
  return picked === EVERYTHING ? 'all' : picked;
}

const EVERYTHING: Entity = { id: '', title: '', file: null, aliases: [] };

/** A filtering pick of all entries, one row for each version, with the open one first. */
export async function pickEntry(
  client: LanguageClient,
  title: string,
  placeholder: string,
): Promise<EntryChoice | undefined> {
  const entries = await sendRequest(client, 'retcon/entries', { asSeen: true });
  const choices = entries?.map((entry) => ({
    label: entry.title,
    description: words(entry.id, ...entry.aliases),
    names: [entry.id, ...entry.aliases],
    detail: words(entry.type, entry.date, entry.standing),
    iconPath: new vscode.ThemeIcon(entry.isReplaced ? 'history' : 'note'),
    chosen: entry,
  }));
  return choices && pickNamed(choices, title, placeholder);
}

const words = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

/** A world date, checked as it is typed; empty for the present. */
export function pickDate(client: LanguageClient, title: string, prompt: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt,
    placeHolder: t('A date of your world'),
    validateInput: async (text) => {
      if (text.trim() === '') return undefined;
      const check = await sendRequest(client, 'retcon/checkDate', { text });
      if (check === undefined) return undefined;
      if (!check.ok) return { message: check.message, severity: vscode.InputBoxValidationSeverity.Error };
      const { Info, Warning } = vscode.InputBoxValidationSeverity;
      if (check.remark !== undefined) return { message: check.remark, severity: Warning };
      return check.text === text.trim() ? undefined : { message: t('Read as {0}', check.text), severity: Info };
    },
  });
}

interface PastOrNow {
  readonly isPast?: boolean;
  readonly here?: vscode.Uri | undefined;
  readonly beginning?: string;
  readonly arranged?: (points: readonly CanonPointChoice[]) => readonly CanonPointChoice[];
}

/**
 * One of the canon points, or a typed one (an ISO date, before:ENTRY, git:COMMIT), in the form of `asOf`.
 * @param isPast leaves out now
 * @param here a file of the codex that is meant
 * @param beginning the label of the time before all points, where it can be picked too; it is answered as an empty text
 * @param arranged which points are offered, and what each is to answer
 */
export async function pickCanonPoint(
  client: LanguageClient,
  title: string,
  placeholder: string,
  { isPast = false, here, beginning, arranged = (points) => points }: PastOrNow = {},
): Promise<string | undefined> {
  const codex = here && { uri: here.toString() };
  const points = await sendRequest(client, 'retcon/canonPoints', { ...codex });
  if (points === undefined) return undefined;
  const offered = arranged(isPast ? points.filter(({ value }) => value !== 'latest') : points);
  const known = [
    ...offered.map(({ label, value, detail }) => ({
      label,
      value,
      ...(detail !== undefined && { description: detail }),
    })),
    ...(beginning === undefined ? [] : [{ label: beginning, value: '' }]),
  ];
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: string }>();
  Object.assign(pick, {
    title,
    placeholder: isInBrowser
      ? t('{0} You can type an ISO date or before:ENTRY too. Tags and commits are not available here.', placeholder)
      : t('{0} You can type an ISO date, before:ENTRY or git:COMMIT too.', placeholder),
    items: known,
  });
  pick.onDidChangeValue(async (text) => {
    const value = text.trim();
    const isKnown = known.some((point) => `${point.label} ${point.value}`.toLowerCase().includes(value.toLowerCase()));
    const check =
      value === '' || isKnown
        ? undefined
        : await sendRequest(client, 'retcon/checkCanonPoint', { text: value, ...codex });
    if (pick.value !== text) return;
    pick.items = check === undefined ? known : [...known, typed(value, check)];
  });
  return chosenIn(pick, ({ value }) => value);
}

/** What the author types is an item too: one that cannot be chosen where it is no canon point, and says why. */
function typed(value: string, check: CanonPointCheck): vscode.QuickPickItem & { value?: string } {
  if (check.ok) return { label: value, alwaysShow: true, value };
  return { label: value, detail: check.message ?? t('Not a point of the canon'), alwaysShow: true };
}
