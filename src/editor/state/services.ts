import type { Sanitized } from '../../document/sanitize/sanitize.ts'

/** What the server (or a test) answers to an upload: where the file is, and its natural size in px. */
export interface UploadedImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** How a person is told something: `info` passes by, `success` confirms, `error` stays until it is closed. */
export type NoticeKind = 'info' | 'success' | 'error'

/** A question that is answered with yes or no. `danger`: saying yes loses something that undo can't bring back at once. */
export interface Question {
  readonly title: string
  readonly message?: string
  /** The text of the button that says yes: a verb. */
  readonly confirmLabel: string
  readonly danger?: boolean
}

/**
 * Everything the editor needs from the world around it. The editor itself knows no network, no address bar and
 * no clock: the page hands these in, and tests hand in their own.
 */
export interface EditorServices {
  /**
   * Sends an image file to the deck's media. `onProgress` gets a fraction from 0 to 1.
   * Rejects with an Error whose message can be shown to a person.
   */
  upload(file: File, onProgress: (fraction: number) => void): Promise<UploadedImage>
  /**
   * Makes markup from elsewhere (the clipboard, a dropped file) safe to put on a slide. Throws an Error whose message
   * can be shown when it is too much to take.
   */
  sanitize(html: string): string
  /**
   * The same for the HTML of a slide or deck that somebody wrote: what can be stored of it, what can't, and the notes in
   * it. `import` also takes what decks from elsewhere say in other words. Throws like sanitize.
   */
  clean(html: string, context: 'slide' | 'import'): Sanitized
  /** Tells the person something; the message is plain text. `action`: one thing that can be done about it, as a button. */
  notify(message: string, kind: NoticeKind, action?: { readonly label: string; run(): void }): void
  /** Resolves to true when the person says yes. */
  confirm(question: Question): Promise<boolean>
  /** Whether no other deck of the deck's owner has this address. Rejects when it can't be found out. */
  slugIsFree(slug: string): Promise<boolean>
  /** Opens a page of the help (a path) beside the editor, in a tab of its own. */
  openHelp(path: string): void
  /** Saves now instead of at the next autosave. */
  save(): void
  /** Shows the deck full-screen, beginning at the slide with this id, or at the start (null); `live` to an audience that follows. */
  present(slideId: string | null, view?: 'fullscreen' | 'live'): void
  /** Milliseconds since any fixed moment; only differences are used. */
  now(): number
}
