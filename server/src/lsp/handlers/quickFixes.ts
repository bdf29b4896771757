/** Quick fixes as code actions: of one problem, of all of its kind, of all slips of a file. */
import { type CodeAction, CodeActionKind, type WorkspaceEdit } from 'vscode-languageserver';
import { forkOf, entryNamed } from '../../core/canon';
import { mendContextFor, fixesIn, type QuickFix } from '../../core/edits/fixes/fixesAt';
import { countSure, mendAll, SLIPS, titleOfAll } from '../../core/edits/fixes/mendAll';
import { additionsIn } from '../../core/edits/fixes/additions';
import { textsAfter } from '../../core/edits/fixes/afterFix';
import type { MendBaseline } from '../../core/edits/fixes/mend';
import type { Offer } from '../../core/edits/fixes';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import { lineIndex } from '../../core/text/lines';
import type { Problem } from '../../core/text/problem';
import { spanTouches } from '../../core/text/span';
import type { ActionSource, Selected } from './actionSource';
import { showing } from './commands';
import { runsCommands, showsDocuments } from '../convert/announced';
import { editOf } from '../convert/edits';
import { documentProblems } from '../diagnostics/documentProblems';
import type { LiveCodex } from '../session/liveCodex';
import { rangeOf, uriIn } from '../convert/uris';
import type { RetconMade } from '../protocol/protocolRetcons';
import { disk, today } from './retconRequests';

const mendContextOf = ({ codex, file }: Selected) => {
  const own = codex.pathOf(file) === ERRATA_FILE ? ERRATA_FILE : CODEX_FILE;
  return mendContextFor(codex.known, codex.entryAt(file)?.path ?? own, codex.currentText, mendBaselineOf(codex));
};

/** The baseline of a codex, for the mends of what differs from it. */
const mendBaselineOf = (codex: LiveCodex): MendBaseline | null => {
  const { baseline, compared } = codex;
  return baseline && compared && { compared, textThen: baseline.snapshot.textOf, ...disk(codex), today: today() };
};

export const FIXING: ActionSource = {
  kinds: [CodeActionKind.QuickFix],
  actions(selected) {
    const { codex, file, span } = selected;
    const problems = documentProblems(codex, file);
    const fixes = fixesIn(mendContextOf(selected), problems, span);
    return [
      ...lookAt(selected, problems),
      ...fixes.flatMap((fix) => actionOf(selected, fix)),
      ...forAll(selected, fixes),
    ];
  },
  resolve: ({ desk, codex }, { code }) =>
    editOf(codex, mended(codex, desk.filesWith(codex, code), new Set([code])), desk),
};

const mended = (codex: LiveCodex, files: readonly string[], codes: ReadonlySet<string>) =>
  mendAll(
    codex.known,
    codex.currentText,
    files.filter((file) => !codex.losesLetters(file)),
    codes,
  );

function actionOf(selected: Selected, { problem, fix, isPreferred }: QuickFix): CodeAction[] {
  const { desk, codex, text, context } = selected;
  const edit = editOf(codex, fix, desk);
  const start = lineIndex(text).placeAt(problem.span.start);
  const diagnostics = context.diagnostics.filter(
    ({ code, range }) =>
      code === problem.code && range.start.line === start.line && range.start.character === start.character,
  );
  const done = edit && doing(selected, fix, edit);
  return [{ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, isPreferred, ...done }];
}

/** All sides of a forked retcon are looked at before one is chosen. */
function lookAt({ desk, codex, file, span, context }: Selected, problems: readonly Problem[]): CodeAction[] {
  const entry = codex.entryAt(file);
  if (desk.options.hasDialogs !== true || !entry) return [];
  const at = problems.filter(({ code, span: place }) => code === 'supersedes/fork' && spanTouches(place, span.start));
  return at.flatMap(({ span: place }): CodeAction[] => {
    const found = entry.declarations.find(({ target }) => target.span.start === place.start);
    const old = found && entryNamed(codex.known, found.target.text);
    const superseded = found?.fromOldEnd === true ? entry : old;
    if (!superseded) return [];
    const by = [...new Set(forkOf(codex.known, superseded).map((retcon) => retcon.by))];
    const given = [
      uriIn(codex, superseded.path),
      by.map(({ path }) => uriIn(codex, path)),
      `${superseded.title}, forked`,
    ];
    const title = by.length === 2 ? 'Look at all three' : `Look at all ${by.length + 1}`;
    const diagnostics = context.diagnostics.filter(({ code }) => code === 'supersedes/fork');
    return [
      {
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics,
        command: { title, command: 'retcon.lookAtFork', arguments: given },
      },
    ];
  });
}

/** Makes the fix, and puts the caret where the author is to write. */
function doing({ desk, codex }: Selected, fix: Offer, edit: WorkspaceEdit): Pick<CodeAction, 'edit' | 'command'> {
  const { title, blank, creates = [] } = fix;
  if (!blank || !(runsCommands(desk) || showsDocuments(desk))) return { edit };
  const after = textsAfter(fix, codex.currentText).get(blank.file) ?? '';
  const [uri, range] = [uriIn(codex, blank.file), rangeOf(lineIndex(after), blank.span)];
  if (!runsCommands(desk)) return { edit, command: showing(title, { uri, range }) };
  if (creates.length === 0) return { edit, command: { title, command: 'retcon.open', arguments: [uri, range] } };
  // VS Code forgets the command of an action whose edit takes long, as it does where files are made and saved.
  return { command: { title, command: 'retcon.apply', arguments: [{ edit, uri, range } satisfies RetconMade] } };
}

/** For each kind of problem with a sure fix, one action for all of that kind in the codex. */
function forAll({ desk, codex, uri }: Selected, fixes: readonly QuickFix[]): CodeAction[] {
  const codes = new Set(fixes.flatMap(({ problem, isSure }) => (isSure ? problem.code : [])));
  return [...codes].flatMap((code): CodeAction[] => {
    const title = titleOfAll(code, countSure(codex.known, codex.currentText, desk.filesWith(codex, code), code));
    return title === null
      ? []
      : [{ title: `${title} in the codex`, kind: CodeActionKind.QuickFix, data: { uri, code } }];
  });
}

/** What may be added where nothing is wrong. */
export const ADDING: ActionSource = {
  kinds: [CodeActionKind.RefactorRewrite],
  actions: (selected) =>
    additionsIn(mendContextOf(selected), selected.span).flatMap((one): CodeAction[] => {
      const edit = editOf(selected.codex, one, selected.desk);
      return edit ? [{ title: one.title, kind: CodeActionKind.RefactorRewrite, edit }] : [];
    }),
};

const FIX_ALL = `${CodeActionKind.SourceFixAll}.retcon`;

/** Only for those who ask for it by name: whenever a file is saved. */
export const FIXING_ALL: ActionSource = {
  kinds: [FIX_ALL],
  onlyByName: true,
  actions({ desk, codex, file }) {
    const path = codex.entryAt(file)?.path;
    const edit = path === undefined ? null : editOf(codex, mended(codex, [path], SLIPS), desk);
    return edit?.changes && Object.keys(edit.changes).length > 0
      ? [{ title: 'Correct all slips in this file', kind: FIX_ALL, edit }]
      : [];
  },
};
