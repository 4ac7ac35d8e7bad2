import type { SharePage } from '../../../../api/deck-pages/shared-deck.ts'

/** What the server told this page's script. Fields that a view does not have are missing. */
export interface PageScriptData {
  readonly view: 'show' | 'embed' | 'fullscreen' | 'upgrade' | 'review' | 'export'
  readonly deckId: number
  /** Where the frame's messages come from. */
  readonly frameOrigin?: string
  /** Each slide's place and data-id, in order. */
  readonly slides?: readonly (readonly [h: number, v: number, id: string])[]
  /** The username of the person who looks; null for visitors. */
  readonly signedInAs?: string | null
  readonly mayBePrivate?: boolean
  /** What the share dialog opens with. */
  readonly share?: SharePage
  /** What lets this page tell how far it is read; null where that is not counted. */
  readonly reading?: string | null
  /** Notes that are shared with the audience, by slide id; null where none are. */
  readonly notes?: Readonly<Record<string, string>> | null
}

/** Reads what the server told this page's script. */
export function readPageData<Data = PageScriptData>(): Data {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as Data
}

/** Elements by attribute, as the page's markup names them. */
export function find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector)
}
