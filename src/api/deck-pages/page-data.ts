import type { EmbedStyle, PageOwner } from '../../rules/deck-url.ts'
import type { Plan } from '../../rules/plans.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { ForkedFrom } from '../decks/contract.ts'
import type { ViewerTeam } from '../pages/viewer.ts'

/** A person as pages show them. */
export interface ShownPerson {
  readonly username: string
  readonly name: string | null
  readonly pictureUrl: string
}

/** One slide as it is read without seeing it. Indices from 0. */
export interface OutlineSlide {
  readonly h: number
  readonly v: number
  /** The slide's data-id; a hash may name it. */
  readonly id: string
  /** What the slide is called in lists (titleOf); '' without words. */
  readonly title: string
  /** Its words, the first 600 characters. */
  readonly text: string
}

/** Where the deck's frame is and how it is held. */
export interface ShownFrame {
  readonly url: string
  /** Where its messages come from; 'null' for a document without an origin. */
  readonly origin: string
  readonly sandbox: string
  readonly ownOrigin: boolean
}

/** What the person who looks may do. */
export interface DeckAbilities {
  readonly edit: boolean
  readonly fork: 'yes' | 'sign-in' | 'no'
  readonly kudo: 'yes' | 'sign-in' | 'no'
  /** The choices of visibility for those who may change it; null for others. */
  readonly visibilities: readonly Visibility[] | null
  /** Whether the owner's plan has private decks; without, choosing private offers one. */
  readonly mayBePrivate: boolean
  /** What the share dialog's offer follows from. */
  readonly share: { readonly isOwner: boolean; readonly ownerPlan: Plan; readonly publicAllowed: boolean }
  /** May open the reviewers' view. */
  readonly review: boolean
  /** May see how the deck is read. */
  readonly analytics: boolean
}

/** The deck as its pages show it. */
export interface ShownDeck {
  readonly id: number
  readonly slug: string | null
  readonly title: string
  readonly description: string
  readonly visibility: Visibility
  readonly owner: ShownPerson & PageOwner
  readonly slideCount: number
  readonly kudoed: boolean
  /** What other sites show beside a link to the deck, 1200x630. */
  readonly sharingUrl: string
  /** ISO 8601. */
  readonly publishedAt: string | null
  readonly updatedAt: string
}

/** The person who looks; null is a visitor. */
export interface PageViewer extends ShownPerson {
  readonly plan: Plan
  readonly manuallyUpgraded: boolean
  readonly team: ViewerTeam | null
  /** Whether anybody pays on this instance: without, nothing leads to prices and bills. */
  readonly billing: boolean
}

/** Everything of the deck's own page. */
export interface DeckPage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  /** The public deck that this one is a fork of; null for originals. */
  readonly forkedFrom: ForkedFrom | null
  readonly viewer: PageViewer | null
  readonly abilities: DeckAbilities
  /** As they are read: '12 views', and '3' or nothing. */
  readonly counts: { readonly views: string; readonly kudos: string }
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  /** The share link's token the page was opened with; it is carried to the deck's other views. */
  readonly token: string | null
  /** Notes that the author shares with the audience, by slide id; null where none are shared. */
  readonly notes: Readonly<Record<string, string>> | null
  /** What lets the page tell how far it is read; null where that is not counted. */
  readonly reading: string | null
}

/** The deck alone, filling the window. */
export interface FullscreenPage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly token: string | null
  /** What lets the page tell how far it is read; null where that is not counted. */
  readonly reading?: string | null
}

/** The deck beside its words, for those who work on it. */
export interface ReviewPage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly viewer: PageViewer | null
  readonly abilities: DeckAbilities
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  /** By slide id; null for those who may not read them. */
  readonly notes: Readonly<Record<string, string>> | null
}

/** All slides, to be printed. */
export interface ExportPage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly token: string | null
  /** Whether notes stand below the slides; none: there are none that this person may read. */
  readonly notes: 'none' | 'hidden' | 'shown'
}

/** The page of an audience, which follows the presenter. */
export interface LivePage extends FullscreenPage {
  /** What its script is told. */
  readonly script: object
}

/** The deck inside other pages. */
export interface EmbedPage extends FullscreenPage {
  readonly style: EmbedStyle
}

/** What stands in place of the editor when the owner's plan does not cover a private deck any more. */
export interface UpgradePage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly viewer: PageViewer
  /** Only the owner can make the deck public. */
  readonly isOwner: boolean
  readonly publicAllowed: boolean
}

/** What stands in place of a view until the link's password is given: nothing of the deck is known to it. */
export interface PasswordPage {
  /** The link's own, from the address. */
  readonly token: string
  /** Whether it is a view that stands in pages of other sites. */
  readonly elsewhere: boolean
}

/** A page, ready for the shell that all pages share. */
export interface DeckDocument {
  readonly meta: {
    readonly title: string
    readonly description?: string
    readonly image?: string
    readonly type?: string
    readonly hidden: boolean
  }
  /** Further markup of the head. */
  readonly head: string
  /** Markup of the page: inline styles and scripts carry the nonce, `behindFrame` stands right behind the deck's frame. */
  body(nonce: string, behindFrame: string): string
  /** What its script is told. */
  readonly data: unknown
  /** Whether it shows the deck itself, in its frame. */
  readonly hasFrame: boolean
}

/** The pages around decks. Handed in where the server is joined, because they belong to the web side. */
export interface DeckDocuments {
  show(page: DeckPage): DeckDocument
  fullscreen(page: FullscreenPage): DeckDocument
  embed(page: EmbedPage): DeckDocument
  upgrade(page: UpgradePage): DeckDocument
  review(page: ReviewPage): DeckDocument
  export(page: ExportPage): DeckDocument
  password(page: PasswordPage): DeckDocument
}
