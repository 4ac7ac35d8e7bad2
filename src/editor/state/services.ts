import type { ChosenVideo } from '../../blocks/block-editor.ts'
import type { Sanitized } from '../../document/sanitize/sanitize.ts'
import type { Point } from '../geometry/point.ts'

/** The response to an upload: the file's URL, and its natural size in px; 0: unknown. */
export interface UploadedImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** An image of the media library. */
export interface LibraryImage extends UploadedImage {
  /** Its media type. */
  readonly type: string
  /** Its description; '' if it has none. */
  readonly alt: string
  /** The file's markup, for an SVG that is inserted as markup; else null. Not sanitized. */
  readonly markup: string | null
}

/** What images are chosen for. */
export interface ImageChoice {
  /** Label of the button that chooses: a verb. */
  readonly action: string
  readonly multiple?: boolean
  /** Whether images can be dragged out of the library to this point of the window, in px. */
  acceptsDrop?(at: Point): boolean
}

/** Images chosen in the media library. `at`: where they were dropped, in px of the window; null if they were not dragged. */
export interface ChosenImages {
  readonly images: readonly LibraryImage[]
  readonly at: Point | null
}

/** Kinds of toasts: `info` and `success` disappear, `error` stays until it is closed. */
export type NoticeKind = 'info' | 'success' | 'error'

/** A confirmation dialog. `danger`: confirming loses something that undo cannot restore at once. */
export interface Question {
  readonly title: string
  readonly message?: string
  /** Label of the confirm button: a verb. */
  readonly confirmLabel: string
  readonly danger?: boolean
}

/**
 * The editor's dependencies on its environment: network, URL, clock, dialogs. The page injects them, and tests inject
 * their own.
 */
export interface EditorServices {
  /**
   * Uploads an image or a video to the deck's media. `onProgress` gets a fraction from 0 to 1. Rejects with an Error whose message
   * can be shown.
   */
  upload(file: File, onProgress: (fraction: number) => void): Promise<UploadedImage>
  /** Opens the media library. Resolves to null if nothing was chosen. */
  chooseImages(choice: ImageChoice): Promise<ChosenImages | null>
  /** Opens the media library for a video; null: the instance has no videos. */
  readonly chooseVideo: (() => Promise<ChosenVideo | null>) | null
  /**
   * Loads the sanitizer, which is not part of the first load; null if it is loaded. Rejects with an Error whose message
   * can be shown. Await it before sanitize and clean; see withSanitizer.
   */
  loadSanitizer(): Promise<void> | null
  /**
   * Sanitizes foreign markup (clipboard, dropped file) for a slide. Throws an Error whose message can be shown if it is
   * too large.
   */
  sanitize(html: string): string
  /**
   * Sanitizes the HTML of a slide or deck; also returns the removals and the notes. `import` also converts the markup of
   * other tools. Throws like sanitize.
   */
  clean(html: string, context: 'slide' | 'import'): Sanitized
  /** Shows a toast with plain text. `action`: its button. `duration` in ms: instead of one by its length. */
  notify(message: string, kind: NoticeKind, action?: { readonly label: string; run(): void }, duration?: number): void
  /** Resolves to true if the user confirms. */
  confirm(question: Question): Promise<boolean>
  /** Whether no other deck of the owner has this slug. Rejects if the request fails. */
  slugIsFree(slug: string): Promise<boolean>
  /** Whether the instance has plans, which a help page explains. */
  readonly billing: boolean
  /** Opens a help page (a path) in a new tab. */
  openHelp(path: string): void
  /** Saves now, before the next autosave. */
  save(): void
  /** Presents the deck full-screen from this slide (null: the first), or `live` to followers. */
  present(slideId: string | null, view?: 'fullscreen' | 'live'): void
  /** ms since any fixed time; only differences are used. */
  now(): number
}

/**
 * Runs a task that needs the sanitizer: synchronously if that is loaded, so that a paste precedes the next key, else
 * afterward. If loading fails, shows the error and does not run the task.
 */
export function withSanitizer(services: EditorServices, task: () => void): void {
  const loading = services.loadSanitizer()
  if (loading) loading.then(task, (error: Error) => services.notify(error.message, 'error'))
  else task()
}
