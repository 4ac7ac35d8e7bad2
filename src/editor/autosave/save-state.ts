import { messages } from '../../rules/messages.ts'

/** The save state shown to the user. It is always accurate: `saved` is set only after the server's answer. */
export type SaveState =
  | { readonly kind: 'saved' }
  /** Changed; saved by the next check. */
  | { readonly kind: 'changed' }
  /** `unanswered`: the server has not answered for 4 s; it may still do so. */
  | { readonly kind: 'saving'; readonly unanswered: boolean }
  /** Not saved; retried at `retryAt` (ms, the saver's clock). `offline`: the server is unreachable. */
  | { readonly kind: 'retrying'; readonly offline: boolean; readonly retryAt: number }
  | { readonly kind: 'signed-out' }
  /** Another collaborator edits the deck now, so nothing can be saved here. */
  | { readonly kind: 'not-editor' }
  /**
   * The server has a newer version and the user decides. `own`: the same user saved it in another window or on
   * another device.
   */
  | { readonly kind: 'conflict'; readonly version: number; readonly own: boolean }
  /** The server refused the content as invalid; the next edit is sent again. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, readonly string[]>> }

/** The short text beside the save button. `isJournaled`: whether unsaved changes are in the browser's journal. */
export function saveStateText(state: SaveState, isJournaled: boolean): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved'
    case 'changed':
      return 'Not saved yet'
    case 'saving':
      return state.unanswered ? 'Saving, no answer yet' : 'Saving'
    case 'retrying':
      if (!state.offline) return `${messages.save.failed}, trying again`
      return isJournaled ? 'Offline, kept on this device' : 'Offline, not saved'
    case 'signed-out':
      return isJournaled ? 'Signed out, kept on this device' : 'Signed out, not saved'
    case 'not-editor':
      return messages.save.notEditor
    case 'conflict':
      return state.own ? 'Saved elsewhere too, choose' : 'Someone else saved, choose'
    case 'invalid':
      return messages.save.failed
  }
}
