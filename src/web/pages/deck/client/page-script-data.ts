import type { ReviewCollaboration } from '../../../../api/deck-pages/page-data.ts'
import type { SharePage } from '../../../../api/deck-pages/shared-deck.ts'
import type { PeoplePage } from '../../../features/collaboration/people/people-page.ts'

/** The server's data for this page's script. Fields a view does not use are missing. */
export interface PageScriptData {
  readonly view: 'show' | 'embed' | 'fullscreen' | 'upgrade' | 'review' | 'export'
  readonly deckId: number
  /** Origin of the frame's messages. */
  readonly frameOrigin?: string
  /** Each slide's indices and data-id, in order. */
  readonly slides?: readonly (readonly [h: number, v: number, id: string])[]
  /** The shown version, and what the panel of the deck's collaborators needs; on the review. */
  readonly version?: number
  readonly collaboration?: ReviewCollaboration
  /** The viewer's username; null for visitors. */
  readonly signedInAs?: string | null
  readonly mayBePrivate?: boolean
  /** Data of the share dialog. */
  readonly share?: SharePage
  /** Data of the dialog of the deck's people; missing if the viewer may not change them. */
  readonly people?: PeoplePage
  /** Token for reporting reading progress; null if it is not counted. */
  readonly reading?: string | null
  /** Notes shared with the audience, by slide id; null if they are not shared. */
  readonly notes?: Readonly<Record<string, string>> | null
}

/** Parses the server's data for this page's script. */
export function readPageData<Data = PageScriptData>(): Data {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as Data
}

/** The first element that matches a selector. */
export function find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector)
}
