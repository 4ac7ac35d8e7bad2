import type { UserSettings } from '../../rules/speaker.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { OutlineSlide, ShownFrame } from './page-data.ts'
import type { SharePage } from './shared-deck.ts'

/** The deck as the pages of live presenting know it. */
export interface StageDeck {
  readonly id: number
  readonly title: string
  /** The version that this page shows. */
  readonly version: number
  readonly visibility: Visibility
  /** Paths with the share link's token in them: the deck's own page, its speaker view. */
  readonly path: string
  readonly speakerPath: string
  /** The absolute URL of its live page, with the token. */
  readonly liveUrl: string
  /** Whether the audience may read the notes at all. */
  readonly sharesNotes: boolean
}

/** What both pages that present are told. */
interface StagePageData {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: StageDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly settings: UserSettings
  readonly token: string | null
  /** The stream as it stands, JSON text; null when it is not known. */
  readonly stream: string | null
}

/** The presenter's page. */
export interface PresenterPageData extends StagePageData {
  readonly view: 'presenter'
  /** What the share dialog is opened with. */
  readonly share: SharePage
}

/** The speaker view. The notes are private: the server makes this page only for people who may read them. */
export interface SpeakerPageData extends StagePageData {
  readonly view: 'speaker'
  /** The frame of what comes next. */
  readonly nextFrame: ShownFrame
  /** By slide id; only those that are not empty. */
  readonly notes: Readonly<Record<string, string>>
}

/** The page of the audience, told to its script. */
export interface AudiencePageData {
  readonly view: 'live'
  readonly deckId: number
  /** The version of the deck that this page shows. */
  readonly version: number
  readonly frameOrigin: string
  /** Each slide's place and data-id, in order. */
  readonly slides: readonly (readonly [h: number, v: number, id: string])[]
  readonly token: string | null
  readonly stream: string | null
  /** By slide id, while they are shared with the audience and the presenter shows them; null otherwise. */
  readonly notes: Readonly<Record<string, string>> | null
  /** Whether the deck's notes are shared, so that they may be asked for when the presenter shows them later. */
  readonly sharesNotes: boolean
}

/** A newer version of the deck, as a page of the audience that is opened now has it: told to pages that are open. */
export interface NewerDeck {
  readonly data: AudiencePageData
  readonly frameUrl: string
  readonly title: string
}
