/** Diagnostics for editors that do not pull: pushed for every open document that a change affects. */
import type { Desk } from '../session/desk';
import { pathOfUri } from '../convert/uris';
import { CLEAN, type Reports } from './reports';

/** What brings diagnostics to the editor. */
export interface DiagnosticsNotifier {
  /** What has changed was read, and typing goes on. */
  readonly changed: () => void;
  /** A codex has been read. */
  readonly read: () => void;
  /** A document was closed. */
  readonly closed: (uri: string) => void;
  /** The editor has ended the request. */
  readonly ended: () => void;
}

export function pushDiagnostics(desk: Desk, reports: Reports): DiagnosticsNotifier {
  const { connection, documents, codices } = desk;
  const published = new Map<string, string>();
  return {
    changed() {
      for (const { uri, version } of documents.all()) {
        const codex = codices.of(uri);
        if (!codex) continue;
        const { id, items } = reports.of(codex, pathOfUri(uri) ?? uri);
        if ((published.get(uri) ?? CLEAN.id) === id) continue;
        published.set(uri, id);
        const hasVersion = desk.editor.textDocument?.publishDiagnostics?.versionSupport === true;
        void connection.sendDiagnostics({ uri, ...(hasVersion && { version }), diagnostics: items });
      }
    },
    read: () => undefined,
    closed(uri) {
      if ((published.get(uri) ?? CLEAN.id) !== CLEAN.id) void connection.sendDiagnostics({ uri, diagnostics: [] });
      published.delete(uri);
    },
    ended: () => undefined,
  };
}
