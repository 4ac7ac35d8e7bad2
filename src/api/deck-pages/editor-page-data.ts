import type { DeckAnswer } from '../decks/contract.ts'
import type { Site } from '../pages/site.ts'
import type { Viewer } from '../pages/viewer.ts'

/** What the server puts into the editor's page. */
export interface EditorPageData {
  readonly viewer: Viewer
  readonly site: Site
  /** Null on /{username}/new: nothing is saved until the first save. */
  readonly deck: DeckAnswer | null
  /** The deck's content at `deck.version`; null with it. */
  readonly content: { readonly data: string; readonly notes: Readonly<Record<string, string>> } | null
  /** Whether the deck owner's plan has the pro colors. */
  readonly proColors: boolean
  /** Whether the person has not yet taken or skipped the tour of the editor. */
  readonly tutorial: boolean
  /** Whether the owner's plan allows class names of one's own. */
  readonly customCss: boolean
}
