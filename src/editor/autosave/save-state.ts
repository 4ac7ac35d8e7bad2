import { messages } from '../../rules/messages.ts'

/**
 * What the person is told about their work. It is always true: `saved` is shown only after the server's answer, and
 * everything else says where the work is kept meanwhile.
 */
export type SaveState =
  | { readonly kind: 'saved' }
  /** Changed; the next check saves it. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'saving' }
  /** Not saved; tried again at `retryAt` (ms, the saver's clock). `offline`: the server can't be reached. */
  | { readonly kind: 'retrying'; readonly offline: boolean; readonly retryAt: number }
  | { readonly kind: 'signed-out' }
  /** Another save came first; the user chooses. `own`: it was the same user's, in another window or on another device. */
  | { readonly kind: 'conflict'; readonly version: number; readonly own: boolean }
  /** The server refuses the content; a further edit tries again. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, readonly string[]>> }

/** The short text beside the save button. `kept`: whether what is not saved is in the browser's journal, and survives this page. */
export function saveStateText(state: SaveState, kept: boolean): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved'
    case 'changed':
      return 'Not saved yet'
    case 'saving':
      return 'Saving'
    case 'retrying':
      if (!state.offline) return `${messages.save.failed}, trying again`
      return kept ? 'Offline, kept on this device' : 'Offline, not saved'
    case 'signed-out':
      return kept ? 'Signed out, kept on this device' : 'Signed out, not saved'
    case 'conflict':
      return state.own ? 'Saved elsewhere too, choose' : 'Someone else saved, choose'
    case 'invalid':
      return messages.save.failed
  }
}
