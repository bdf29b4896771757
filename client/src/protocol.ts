/** What client and server say to each other beyond LSP. The server mirrors these types in server/src/lsp/protocol.ts. */
import { NotificationType, RequestType } from 'vscode-languageclient/node';

/** How far the server is. `dormant`: a folder without codex.yaml in which no file uses Retcon's keys. */
export interface Status {
  readonly state: 'reading' | 'ready' | 'dormant' | 'failed';
  readonly entries: number;
  readonly retcons: number;
  readonly message?: string;
  readonly root?: string;
}

/** Something facts are about. `file` is null where no entry describes it. */
export interface Entity {
  readonly id: string;
  readonly title: string;
  readonly type?: string;
  readonly file: string | null;
  readonly aliases: readonly string[];
}

/** A point of canon time that can be asked about; `value` is what `asOf` takes. */
export interface CanonPoint {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
}

/** `text` is the date as Retcon reads it. */
export type DateCheck = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export interface CanonPointCheck {
  readonly ok: boolean;
  readonly message?: string;
}

/** Without `at`, at the codex's present; without `asOf`, as known now. */
export interface WasTrueAt {
  readonly entity: string;
  readonly at?: string;
  readonly asOf?: string;
}

/** A page to read: its title, and its text as markdown. */
export interface Answer {
  readonly title: string;
  readonly markdown: string;
}

/** The codex.yaml that would fit a folder, in a sentence too; `exists` when the folder has one already. */
export interface InitPreview {
  readonly codexYaml: string;
  readonly summary: string;
  readonly exists: boolean;
}

export const status = new NotificationType<Status>('retcon/status');
export const entities = new RequestType<object, Entity[], void>('retcon/entities');
export const canonPoints = new RequestType<object, CanonPoint[], void>('retcon/canonPoints');
export const checkDate = new RequestType<{ text: string }, DateCheck, void>('retcon/checkDate');
export const checkCanonPoint = new RequestType<{ text: string }, CanonPointCheck, void>('retcon/checkCanonPoint');
export const wasTrueAt = new RequestType<WasTrueAt, Answer, void>('retcon/wasTrueAt');
export const lookup = new RequestType<{ name: string }, Answer, void>('retcon/lookup');
export const log = new RequestType<object, Answer, void>('retcon/log');
export const initPreview = new RequestType<{ folder: string }, InitPreview, void>('retcon/initPreview');
