import type { EmbedStyle, PageOwner } from '../../rules/deck-url.ts'
import type { Plan } from '../../rules/plans.ts'
import type { SlideSize } from '../../rules/slide-size.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { ForkedFrom } from '../decks/contract.ts'
import type { HostTeam, Site } from '../pages/site.ts'
import type { ViewerTeam } from '../pages/viewer.ts'

/** A user as shown on pages. */
export interface ShownPerson {
  readonly username: string
  readonly name: string | null
  /** Null for a suspended user: requests for the picture are refused. */
  readonly pictureUrl: string | null
}

/** The text of one slide. `h` and `v` count from 0. */
export interface OutlineSlide {
  readonly h: number
  readonly v: number
  /** The slide's data-id; URL hashes may use it. */
  readonly id: string
  /** Title in lists (titleOf); '' without text. */
  readonly title: string
  /** The slide's first 600 characters of text. */
  readonly text: string
}

/** URL and attributes of the deck's frame. */
export interface ShownFrame {
  readonly url: string
  /** Origin of its messages; 'null' for an opaque origin. */
  readonly origin: string
  readonly sandbox: string
  readonly ownOrigin: boolean
  /** The size of the deck's slides. */
  readonly slide: SlideSize
}

/** What the viewer may do with the deck. */
export interface DeckCapabilities {
  readonly edit: boolean
  readonly fork: 'yes' | 'sign-in' | 'no'
  readonly kudo: 'yes' | 'sign-in' | 'no'
  /** The visibilities to choose from; null if the viewer may not change the visibility. */
  readonly visibilities: readonly Visibility[] | null
  /** Whether the owner's plan includes private decks. If not, choosing private offers an upgrade. */
  readonly mayBePrivate: boolean
  /** Facts that decide what the share dialog offers. */
  readonly share: { readonly isOwner: boolean; readonly ownerPlan: Plan; readonly publicAllowed: boolean }
  /** Whether the viewer may invite people to the deck and change them. */
  readonly people: boolean
  /** Whether the deck has public comments, which visitors read. */
  readonly comments: boolean
  /** Whether the viewer may open the review. */
  readonly review: boolean
  /** Whether the viewer may see the reading statistics. */
  readonly analytics: boolean
  /** Whether the viewer may export the deck as a file. */
  readonly export: boolean
}

/** A deck as shown on its pages. */
export interface ShownDeck {
  readonly id: number
  readonly slug: string | null
  readonly title: string
  readonly description: string
  readonly visibility: Visibility
  readonly owner: ShownPerson & PageOwner
  readonly slideCount: number
  readonly kudoed: boolean
  /** Why it is suspended, for its owner and operators; null if it is not. */
  readonly suspension: string | null
  /** Preview image for links on other sites, 1200 × 630 px. */
  readonly sharingUrl: string
  /** ISO 8601. */
  readonly publishedAt: string | null
  readonly updatedAt: string
}

/** The signed-in viewer. */
export interface PageViewer extends ShownPerson {
  readonly plan: Plan
  readonly manuallyUpgraded: boolean
  readonly operator: boolean
  readonly team: ViewerTeam | null
  /** Whether the instance has paid plans. If not, prices and invoices are not linked. */
  readonly billing: boolean
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
}

/** Data of the deck's own page. */
export interface DeckPage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly site: Site
  /** The team of the page's host; null on the app's host. */
  readonly team: HostTeam | null
  readonly deck: ShownDeck
  /** The public deck that this one is a fork of; null for originals. */
  readonly forkedFrom: ForkedFrom | null
  readonly viewer: PageViewer | null
  readonly capabilities: DeckCapabilities
  /** Texts: '12 views', '3'; '' for zero. */
  readonly counts: { readonly views: string; readonly kudos: string }
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  /** The access link's token in the page's URL; links to other views keep it. */
  readonly token: string | null
  /** Notes by slide id; null if the deck does not share them or has none. */
  readonly notes: Readonly<Record<string, string>> | null
  /** The page's reading token; null if the view is not counted. */
  readonly reading: string | null
}

/** Data of the fullscreen view. */
export interface FullscreenPage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly token: string | null
  /** The page's reading token; null if the view is not counted. */
  readonly reading?: string | null
}

/** What the panel of a deck's collaborators needs to join their channel. */
export interface ReviewCollaboration {
  readonly userId: number
  /** The active editor. */
  readonly editorId: number
  /** The paths of the editor and of the user's profile. */
  readonly editPath: string
  readonly profilePath: string
}

/** The review's deck in its current version, for open pages. */
export interface ReviewContent {
  readonly version: number
  readonly title: string
  readonly frameUrl: string
  readonly outline: readonly OutlineSlide[]
  /** Null for users who may not read the notes. */
  readonly notes: Readonly<Record<string, string>> | null
}

/** Slides of the review's deck in its current version, for open pages. Hidden slides are missing. */
export interface ReviewSlides {
  readonly version: number
  /** By slide id. */
  readonly html: Readonly<Record<string, string>>
  /** Null for users who may not read the notes. */
  readonly notes: Readonly<Record<string, string>> | null
}

/** Data of the review: the deck beside its text, for collaborators. */
export interface ReviewPage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly site: Site
  /** The team of the page's host; null on the app's host. */
  readonly team: HostTeam | null
  readonly deck: ShownDeck
  readonly viewer: PageViewer | null
  readonly capabilities: DeckCapabilities
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  /** Notes by slide id; null if the viewer may not read them. */
  readonly notes: Readonly<Record<string, string>> | null
  readonly version: number
  /** Null for users who are no collaborators. */
  readonly collaboration: ReviewCollaboration | null
}

/** Data of the export: all slides, for printing. */
export interface ExportPage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly frame: ShownFrame
  readonly outline: readonly OutlineSlide[]
  readonly token: string | null
  /** Whether notes are shown below the slides. 'none': the viewer may read none. */
  readonly notes: 'none' | 'hidden' | 'shown'
}

/** Data of the audience's page, which follows the presenter. */
export interface LivePage extends FullscreenPage {
  /** Data for the page's script. */
  readonly script: object
}

/** Data of the embed. */
export interface EmbedPage extends FullscreenPage {
  /** The instance's name. */
  readonly siteName: string
  readonly style: EmbedStyle
}

/** Data of the page shown instead of the editor for a private deck that the owner's plan no longer covers. */
export interface UpgradePage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly site: Site
  /** The team of the page's host; null on the app's host. */
  readonly team: HostTeam | null
  readonly deck: ShownDeck
  readonly viewer: PageViewer
  /** Whether the viewer is the owner: only the owner can make the deck public. */
  readonly isOwner: boolean
  readonly publicAllowed: boolean
}

/** Data of the password page, which contains nothing about the deck. */
export interface PasswordPage {
  /** The instance's name. */
  readonly siteName: string
  /** The link's token from the URL. */
  readonly token: string
  /** Whether the view is an embed on another site. */
  readonly elsewhere: boolean
}

/** A deck page's content for the shared shell. */
export interface DeckPageDocument {
  readonly meta: {
    readonly title: string
    readonly description?: string
    readonly image?: string
    readonly type?: string
    readonly hidden: boolean
  }
  /** Additional markup for the head. */
  readonly head: string
  /**
   * Renders the page's markup. Inline styles and scripts get the nonce; `behindFrame` is inserted right after the
   * deck's frame.
   */
  body(nonce: string, behindFrame: string): string
  /** Data for the page's script. */
  readonly data: unknown
  /** Whether the page contains the deck's frame. */
  readonly hasFrame: boolean
}

/** Renderers of the deck pages. Injected, because this folder may not import the web folder. */
export interface DeckPageDocuments {
  show(page: DeckPage): DeckPageDocument
  fullscreen(page: FullscreenPage): DeckPageDocument
  embed(page: EmbedPage): DeckPageDocument
  upgrade(page: UpgradePage): DeckPageDocument
  review(page: ReviewPage): DeckPageDocument
  export(page: ExportPage): DeckPageDocument
  password(page: PasswordPage): DeckPageDocument
}
