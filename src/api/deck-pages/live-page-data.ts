import type { UserSettings } from '../../rules/speaker.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { OutlineSlide, ShownFrame } from './page-data.ts'
import type { SharePage } from './shared-deck.ts'

/** The deck's data on the presenter and speaker pages. */
export interface StageDeck {
  readonly id: number
  readonly title: string
  /** The version shown on this page. */
  readonly version: number
  readonly visibility: Visibility
  /** Paths of the deck's page and speaker view, with the access link's token. */
  readonly path: string
  readonly speakerPath: string
  /** Absolute URL of the live page, with the token. */
  readonly liveUrl: string
  /** Whether the deck shares its notes with the audience. */
  readonly sharesNotes: boolean
}

/** Data common to the presenter's page and the speaker view. */
interface StagePageData {
  /** The app's URL without trailing slash. */
  readonly baseUrl: string
  readonly deck: StageDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly settings: UserSettings
  readonly token: string | null
  /** The current stream as JSON text; null if there is none. */
  readonly stream: string | null
}

/** The presenter's page. */
export interface PresenterPageData extends StagePageData {
  readonly view: 'presenter'
  /** Data of the share dialog. */
  readonly share: SharePage
}

/** The speaker view. It contains private notes, so the server sends it only to users who may read them. */
export interface SpeakerPageData extends StagePageData {
  readonly view: 'speaker'
  /** The frame of the next slide or step. */
  readonly nextFrame: ShownFrame
  /** Notes by slide id, without empty ones. */
  readonly notes: Readonly<Record<string, string>>
}

/** Data for the script of the audience's page. */
export interface AudiencePageData {
  readonly view: 'live'
  readonly deckId: number
  /** The deck's version shown on this page. */
  readonly version: number
  readonly frameOrigin: string
  /** Indices and data-id of each slide, in order. */
  readonly slides: readonly (readonly [h: number, v: number, id: string])[]
  readonly token: string | null
  readonly stream: string | null
  /** The notes by slide id if the deck shares them and the presenter shows them, else null. */
  readonly notes: Readonly<Record<string, string>> | null
  /** Whether the deck shares its notes. The page then fetches them when the presenter shows them later. */
  readonly sharesNotes: boolean
}

/** A newer version of the deck, for audience pages that are already open. */
export interface NewerDeck {
  readonly data: AudiencePageData
  readonly frameUrl: string
  readonly title: string
}
