import { createStore } from '../store.ts'

/** A confirmation. */
export interface ConfirmQuestion {
  readonly title: string
  readonly text?: string
  /** Label of the confirming button; a verb. */
  readonly action: string
  /** Destructive: the button is red. */
  readonly dangerous?: boolean
}

/** A prompt for a line of text. */
export interface PromptQuestion {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly value?: string
  readonly action: string
  /** Destructive: the button is red. */
  readonly dangerous?: boolean
  /** In characters; a counter shows how many are left. */
  readonly maxLength: number
  /** Returns an error message, or null. */
  readonly validate?: (value: string) => string | null
  /** Sends the text; the dialog stays open with the error that it resolves to, and closes with null. */
  readonly send?: (value: string) => Promise<string | null>
}

/** The open dialog and its result callback. */
export type OpenDialog =
  | { readonly kind: 'confirm'; readonly question: ConfirmQuestion; readonly answer: (value: boolean) => void }
  | { readonly kind: 'prompt'; readonly question: PromptQuestion; readonly answer: (value: string | null) => void }

/** The open dialog, or null. */
export const openDialog = createStore<OpenDialog | null>(null)

/** Cancels the open dialog. */
function cancelCurrent() {
  const current = openDialog.get()
  if (current?.kind === 'confirm') current.answer(false)
  if (current?.kind === 'prompt') current.answer(null)
}

/** Opens a confirmation. Escape and Cancel resolve to false. */
export function confirmDialog(question: ConfirmQuestion): Promise<boolean> {
  cancelCurrent()
  return new Promise((resolve) => openDialog.set({ kind: 'confirm', question, answer: resolve }))
}

/** Opens a prompt for a line of text. Escape and Cancel resolve to null. */
export function promptDialog(question: PromptQuestion): Promise<string | null> {
  cancelCurrent()
  return new Promise((resolve) => openDialog.set({ kind: 'prompt', question, answer: resolve }))
}
