import { createStore } from '../store.ts'

/** A question with yes or no. */
export interface ConfirmQuestion {
  readonly title: string
  readonly text?: string
  /** What the button says that does it; a verb. */
  readonly action: string
  /** It destroys something: the button is red. */
  readonly dangerous?: boolean
}

/** A question that is answered with a line of text. */
export interface PromptQuestion {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly value?: string
  readonly action: string
  /** Characters at most; a counter shows how many are left. */
  readonly maxLength: number
  /** Says what is wrong with the text, or null. */
  readonly validate?: (value: string) => string | null
}

/** A question on screen, and where its answer goes. */
export type Asked =
  | { readonly kind: 'confirm'; readonly question: ConfirmQuestion; readonly answer: (value: boolean) => void }
  | { readonly kind: 'prompt'; readonly question: PromptQuestion; readonly answer: (value: string | null) => void }

/** The question on screen; null when there is none. */
export const asked = createStore<Asked | null>(null)

/** Takes back what is being asked: as if the person had left it. */
function leaveCurrent() {
  const current = asked.get()
  if (current?.kind === 'confirm') current.answer(false)
  if (current?.kind === 'prompt') current.answer(null)
}

/** Asks for a yes or no in a popup. Escape and Cancel are no. */
export function askConfirm(question: ConfirmQuestion): Promise<boolean> {
  leaveCurrent()
  return new Promise((resolve) => asked.set({ kind: 'confirm', question, answer: resolve }))
}

/** Asks for a line of text in a popup. Escape and Cancel are null. */
export function askPrompt(question: PromptQuestion): Promise<string | null> {
  leaveCurrent()
  return new Promise((resolve) => asked.set({ kind: 'prompt', question, answer: resolve }))
}
