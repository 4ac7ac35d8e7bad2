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
  /** Somebody else saved first; the person chooses. */
  | { readonly kind: 'conflict'; readonly version: number }
  /** The server refuses the content; a further edit tries again. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, readonly string[]>> }

/** The short text beside the save button. */
export function saveStateText(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved'
    case 'changed':
      return 'Not saved yet'
    case 'saving':
      return 'Saving'
    case 'retrying':
      return state.offline ? 'Offline, kept on this device' : 'Not saved, trying again'
    case 'signed-out':
      return 'Signed out, kept on this device'
    case 'conflict':
      return 'Someone else saved, choose'
    case 'invalid':
      return 'Not saved'
  }
}
