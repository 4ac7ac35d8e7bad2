import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { renderFrameDocument } from '../../document/output/frame-document.ts'
import type { DeckTheme, DrawnTheme, PlayerSettings } from '../../document/output/frame-types.ts'
import { withImageCandidates } from '../../document/output/image-candidates.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import { renderPrintDocument } from '../../document/output/print-document.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { frameFields } from '../../rules/deck-columns.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { fontStyles } from '../../rules/font-services.ts'
import { frameLimits } from '../../rules/frame-limits.ts'
import { messages } from '../../rules/messages.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { FrameDeck, FrameDocument, FrameSource, FrameView } from '../../server/content/frame-source.ts'
import type { FrameGrant } from '../../server/content/frame-token.ts'
import type { PlayerBuild } from '../../server/content/player-build.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { type ContentRules, contentRules } from '../decks/content-rules.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { type DeckContent, dataOf, readContent, readVersion } from '../decks/read-content.ts'
import { imageCandidates } from '../media/image-candidates.ts'
import { deckThemeOf } from '../themes/deck-theme.ts'
import { fontCss, frameAssets, printAssets } from './frame-assets.ts'

type DeckRow = Selectable<DecksTable>

export interface FrameSourceOptions {
  readonly services: Services
  readonly build: PlayerBuild
  /** The style sheets with the font faces that a deck needs: its theme font and those named by its slides. */
  readonly fontSources: (font: string, slides: string, theme: DrawnTheme | null) => readonly string[]
}

/** The source of deck frames. `of` makes the frame of an already loaded deck. */
export type DeckFrames = FrameSource & { readonly of: (loaded: LoadedDeck) => FrameDeck }

/** Input of all documents. The assets are read once at the start, which then reports a missing build. */
interface DocumentSources extends FrameSourceOptions {
  readonly frame: ReturnType<typeof frameAssets>
  readonly print: ReturnType<typeof printAssets>
}

function settingsOf(
  deck: DeckRow,
  { settings }: Services,
  { mode, autoplay }: Pick<PlayerSettings, 'mode' | 'autoplay'>,
): PlayerSettings {
  return {
    mode,
    origins: { app: new URL(settings.baseUrl).origin },
    ...frameFields(deck),
    maxScale: frameLimits.upsizingMaxScale,
    autoplay,
    fontStyles: fontStyles(deck),
  }
}

/** The deck's content now, or of an earlier version. Throws 404 if that version was deleted. */
async function contentFor(
  db: Db,
  deck: DeckRow,
  version: number | undefined,
  rules: ContentRules,
): Promise<DeckContent> {
  if (version === undefined) return readContent(db, deck, rules)
  const content = await readVersion(db, deck.id, version, rules)
  if (!content) throw new HttpError(404, messages.access.notFound)
  return content
}

/**
 * Whether a grant for a non-public deck is still valid. A link's grant ends when the link is removed or its password
 * changes.
 */
async function isStillValid(db: Db, deckId: number, grant: FrameGrant): Promise<boolean> {
  if (typeof grant === 'string') return grant === 'role'
  const link = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('id', '=', grant.tokenId)
    .where('deck_id', '=', deckId)
    .where('password_version', '=', grant.passwordVersion)
    .executeTakeFirst()
  return link !== undefined
}

/** Digests of themes, which are the same objects while their versions are. */
const digests = new WeakMap<DeckTheme, string>()

/** A digest of all that a document has of a theme. */
function digestOf(theme: DeckTheme): string {
  const digest = digests.get(theme) ?? createHash('sha256').update(JSON.stringify(theme)).digest('base64url')
  digests.set(theme, digest)
  return digest
}

/** Every input of a deck's document except the version and the view, as JSON. */
function shapeOf({ deck, fonts }: LoadedDeck, services: Services, theme: DeckTheme | null): string {
  const settings = settingsOf(deck, services, { mode: 'show', autoplay: true })
  const fields = [deck.title, deck.theme_color, deck.theme_font, deck.footer]
  const own = [...(theme ? [digestOf(theme)] : []), ...(fonts.length > 0 ? [fonts] : [])]
  const shape = [...fields, SANITIZER_VERSION, settings, ...own]
  return JSON.stringify(shape)
}

/** Renders a deck's document for a view: the frame's or the printable one. */
async function renderView(
  sources: DocumentSources,
  { deck, owner, fonts: ownFonts }: LoadedDeck,
  { view, theme, nonce }: { view: FrameView; theme: DeckTheme | null; nonce: string | null },
): Promise<FrameDocument> {
  const { services, build, fontSources } = sources
  const rules = contentRules(services.settings, owner.plan)
  const content = await contentFor(services.database.read, deck, view.version, rules)
  const { mode, autoplay } = view
  const stored = dataOf(content)
  const { candidates, areMissing: isPreliminary } = await imageCandidates(services.database.read, stored)
  const slides = withImageCandidates(stored, candidates, {
    slide: slideSizeOf(deck.slide_size),
    isPrinted: mode === 'print',
  })
  const own = ownFontCss(ownFonts, slides + deck.footer, theme, mode === 'print')
  const fonts = { fontCss: fontCss(build, fontSources(deck.theme_font, slides, theme)) + own }
  const shown = { title: shownTitle(deck.title), slides, appearance: deck, nonce }
  if (mode !== 'print') {
    const settings = settingsOf(deck, services, { mode, autoplay })
    return {
      html: renderFrameDocument({ ...shown, theme, settings, assets: { ...sources.frame, ...fonts } }),
      isPreliminary,
    }
  }
  const html = renderPrintDocument({
    ...shown,
    theme,
    slideNumber: deck.slide_number,
    notes: view.notes ? content.notes : null,
    settings: { origins: { app: new URL(services.settings.baseUrl).origin }, fontStyles: fontStyles(deck) },
    assets: { ...sources.print, ...fonts },
  })
  return { html, isPreliminary }
}

function frameDeck(sources: DocumentSources, loaded: LoadedDeck): FrameDeck {
  const { services } = sources
  const { deck } = loaded
  const theme = deckThemeOf(loaded.theme, services.settings)
  return {
    id: deck.id,
    version: deck.version,
    isPublic: deck.visibility === 'all' && deckState(deck) === 'active',
    shape: shapeOf(loaded, services, theme),
    themeScripts: theme !== null && (theme.js !== null || theme.scripts.length > 0),
    document: (view, nonce) => renderView(sources, loaded, { view, theme, nonce }),
  }
}

/**
 * Makes the source of deck frames. It has no frame for trashed decks, and none for suspended decks without the grant
 * 'suspended'.
 */
export function deckFrameSource(options: FrameSourceOptions): DeckFrames {
  const { services, build } = options
  const db = services.database.read
  const sources: DocumentSources = { ...options, frame: frameAssets(build), print: printAssets(build) }
  const of = (loaded: LoadedDeck) => frameDeck(sources, loaded)
  const source: FrameSource = async (deckId, grant) => {
    const loaded = await loadDeckFor(db, deckId, null)
    if (!loaded || loaded.deck.trashed_at !== null) return null
    if (deckState(loaded.deck) === 'suspended') return grant === 'suspended' ? of(loaded) : null
    return loaded.deck.visibility === 'all' || (await isStillValid(db, deckId, grant)) ? of(loaded) : null
  }
  return Object.assign(source, { of })
}
