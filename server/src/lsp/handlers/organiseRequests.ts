/** Puts frontmatter in order: as a source action, and by a command that says why it does nothing. */
import { CodeActionKind } from 'vscode-languageserver';
import { organised } from '../../core/edits/organise';
import type { ActionSource } from './actionSource';
import { type Area, lookAt } from '../session/desk';
import { editOf } from '../convert/edits';
import type { Requests } from '../protocol/protocol';

const ORGANISE = `${CodeActionKind.Source}.retcon.organiseFrontmatter`;

export const ORGANISING: ActionSource = {
  kinds: [ORGANISE],
  onlyByName: true,
  actions({ desk, codex, file, text }) {
    const path = codex.entryAt(file)?.path;
    const order = path === undefined ? 'unreadable' : organised(codex.canon.codex, text);
    if (path === undefined || order === 'unreadable' || order.edits.length === 0) return [];
    const edit = editOf(codex, { edits: order.edits.map((one) => ({ file: path, ...one })) }, desk);
    return edit ? [{ title: 'Organise frontmatter', kind: ORGANISE, edit }] : [];
  },
};

/** The answer to the command of the palette. */
export const answerOrganising: Area = (desk) => {
  desk.connection.onRequest<Requests['retcon/organiseFrontmatter'][1], never>(
    'retcon/organiseFrontmatter',
    ({ uri }: { readonly uri: string }) => {
      const looked = lookAt(desk, uri);
      if (!looked) return null;
      const { codex, entry, text } = looked;
      const order = organised(codex.canon.codex, text);
      if (order === 'unreadable') return order;
      if (order.edits.length === 0) return 'in order';
      return editOf(codex, { edits: order.edits.map((one) => ({ file: entry.path, ...one })) }, desk);
    },
  );
  return {};
};
