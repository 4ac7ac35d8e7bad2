import type { Selectable } from 'kysely'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { type FrameFields, frameFields } from '../../rules/deck-fields.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { fontStyles } from '../../rules/font-services.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { FrameDeck, FrameSource, FrameView } from '../../server/content/frame-source.ts'
import type { PlayerBuild } from '../../server/content/player-build.ts'
import type { FrameGrant } from '../../server/content/ticket.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { type ContentRules, contentRules } from '../decks/content-rules.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { type DeckContent, dataOf, readContent, readVersion } from '../decks/read-content.ts'

type DeckRow = Selectable<DecksTable>

/** The deck's settings as its player reads them; the same names as in src/player/settings.ts. */
export interface FrameSettings extends FrameFields {
  readonly mode: Exclude<FrameView['mode'], 'print'>
  readonly origins: { readonly app: string }
  readonly maxScale: number
  readonly autoplay: boolean
  readonly fontStyles: readonly string[]
}

/** What a theme of the deck's own adds; the same names as in src/player/frame-document.ts. */
export interface FrameTheme {
  readonly html: string
  readonly css: string
  readonly js: string | null
  readonly scriptUrls: readonly string[]
}

/** What a deck frame's document is made from; the same names as in src/player/frame-document.ts. */
export interface FrameParts {
  readonly title: string
  readonly language: string
  readonly slides: string
  readonly themeColor: string
  readonly themeFont: string
  readonly theme: FrameTheme | null
  readonly settings: FrameSettings
  readonly assets: { inlineCss: string; fontCss: string; firstScript: string; styleUrl: string; scriptUrl: string }
  readonly nonce: string | null
}

/** What a deck's printable document is made from; the same names as in src/player/print-document.ts. */
export interface PrintParts extends Omit<FrameParts, 'theme' | 'settings' | 'assets'> {
  readonly notes: Readonly<Record<string, string>> | null
  readonly center: boolean
  readonly rtl: boolean
  readonly slideNumber: boolean
  readonly origins: FrameSettings['origins']
  readonly fontStyles: readonly string[]
  readonly assets: Omit<FrameParts['assets'], 'firstScript'>
}

export interface FrameSourceOptions {
  readonly services: Services
  readonly build: PlayerBuild
  /** Write the document, and the one to be printed; handed in, because they belong to the player. */
  readonly render: (parts: FrameParts) => string
  readonly renderPrint: (parts: PrintParts) => string
  /** The style sheets with the faces that a deck needs: of its font (of rules/theme-fonts.ts), and of those its slides name. */
  readonly fontSources: (font: string, slides: string) => readonly string[]
  /** The theme of a deck; missing where decks have none of their own. */
  readonly themeOf?: (deckId: number) => FrameTheme | null
}

/** Where deck frames come from, also for whoever has loaded the deck already. */
export type DeckFrames = FrameSource & { readonly of: (loaded: LoadedDeck) => FrameDeck }

const PLAYER_SCRIPT = 'src/player/frame.ts'
const FIRST_SCRIPT = 'src/player/frame-first.ts'
const PRINT_SCRIPT = 'src/player/print.ts'
const SLIDES_STYLE = 'src/player/slides.css'

/** What a document may have of a theme: its scripts only under the policy that lets them run. */
function allowedTheme(theme: FrameTheme | null, scripts: boolean): FrameTheme | null {
  return theme && !scripts ? { ...theme, js: null, scriptUrls: [] } : theme
}

function settingsOf(
  deck: DeckRow,
  app: string,
  { mode, autoplay }: Pick<FrameSettings, 'mode' | 'autoplay'>,
): FrameSettings {
  return {
    mode,
    origins: { app },
    ...frameFields(deck),
    maxScale: limits.live.upsizingMaxScale,
    autoplay,
    fontStyles: fontStyles(deck),
  }
}

/** The deck's content now, or as of an earlier version. Throws a 404 when that one has been cleared away. */
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

/** Whether somebody may still see a deck that isn't public. A link that was removed or has another password is over. */
async function stillHolds(db: Db, deckId: number, grant: FrameGrant): Promise<boolean> {
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

/** Decks as their frames need them: what may be shown of a deck to somebody who may see it. Trashed decks are not shown. */
export function deckFrameSource(options: FrameSourceOptions): DeckFrames {
  const { services, build, render, renderPrint, fontSources, themeOf = () => null } = options
  const { settings, database } = services
  const app = new URL(settings.baseUrl).origin
  const printAssets = { styleUrl: build.styleUrl(PRINT_SCRIPT) ?? '', scriptUrl: build.url(PRINT_SCRIPT) }
  const assets = {
    inlineCss: build.text(SLIDES_STYLE),
    firstScript: build.text(FIRST_SCRIPT),
    styleUrl: build.styleUrl(PLAYER_SCRIPT) ?? '',
    scriptUrl: build.url(PLAYER_SCRIPT),
  }
  const of = ({ deck, owner }: LoadedDeck): FrameDeck => {
    const theme = themeOf(deck.id)
    const anyView = { mode: 'show', autoplay: true } as const
    const shape = [
      deck.title,
      deck.theme_color,
      deck.theme_font,
      SANITIZER_VERSION,
      settingsOf(deck, app, anyView),
      ...(theme ? [theme] : []),
    ]
    return {
      id: deck.id,
      version: deck.version,
      isPublic: deck.visibility === 'all' && deckState(deck) === 'active',
      shape: JSON.stringify(shape),
      themeScripts: theme !== null && (theme.js !== null || theme.scriptUrls.length > 0),
      document: async (view, nonce) => {
        const rules = contentRules(settings, owner.plan)
        const content = await contentFor(database.read, deck, view.version, rules)
        const slides = dataOf(content)
        const faces = fontSources(deck.theme_font, slides)
        const look = {
          title: shownTitle(deck.title),
          language: 'en',
          themeColor: deck.theme_color,
          themeFont: deck.theme_font,
        }
        const allAssets = { ...assets, fontCss: faces.map((source) => build.text(source)).join('') }
        const { mode, autoplay } = view
        if (mode !== 'print') {
          const told = settingsOf(deck, app, { mode, autoplay })
          const shown = allowedTheme(theme, nonce === null)
          return render({ ...look, slides, theme: shown, settings: told, assets: allAssets, nonce })
        }
        return renderPrint({
          ...{ ...look, slides, nonce, notes: view.notes ? content.notes : null },
          ...{ center: deck.center, rtl: deck.rtl, slideNumber: deck.slide_number },
          origins: { app },
          fontStyles: fontStyles(deck),
          assets: { ...allAssets, ...printAssets },
        })
      },
    }
  }
  const source: FrameSource = async (deckId, grant) => {
    const loaded = await loadDeckFor(database.read, deckId, null)
    if (!loaded || loaded.deck.trashed_at !== null) return null
    if (deckState(loaded.deck) === 'suspended') return grant === 'suspended' ? of(loaded) : null
    const { visibility } = loaded.deck
    return visibility === 'all' || (await stillHolds(database.read, deckId, grant)) ? of(loaded) : null
  }
  return Object.assign(source, { of })
}
