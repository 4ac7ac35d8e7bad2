import type { DeckSettings } from '../../rules/deck-columns.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import type { DeckAnswer } from '../decks/contract.ts'
import type { Site } from '../pages/site.ts'
import type { Viewer } from '../pages/viewer.ts'
import type { DeckThemeAnswer } from '../themes/contract.ts'

/** Data of the editor's page. */
export interface EditorPageData {
  readonly viewer: Viewer
  readonly site: Site
  /** Null on /{username}/new: the deck is created by the first save. */
  readonly deck: DeckAnswer | null
  /** The deck's content at `deck.version`; null if `deck` is null. */
  readonly content: { readonly data: string; readonly notes: Readonly<Record<string, string>> } | null
  /** The theme that the deck is drawn with, or a new deck begins with; null: none of its own. */
  readonly theme: DeckThemeAnswer | null
  /** The uploaded fonts that the deck may use. */
  readonly fonts: readonly OwnFont[]
  /** The settings that a new deck takes from its theme. */
  readonly startingSettings: Partial<DeckSettings>
  /** Whether the owner's plan includes the pro colors. */
  readonly proColors: boolean
  /** Whether to offer the editor's tour: the user has neither taken nor skipped it. */
  readonly tutorial: boolean
  /** Whether the owner's plan allows custom class names. */
  readonly customCss: boolean
  /** Whether slides were imported into the deck: there are reports. */
  readonly hasImports: boolean
  /** With the token the page asks why it can no longer save. `teamName`: of the team whose host it is on. */
  readonly editing: { readonly token: string; readonly teamName: string | null }
}
