import { randomBytes } from 'node:crypto'
import { deckDocument, scriptJson } from '../../document/output/deck-document.ts'
import type { DeckTheme, DrawnTheme } from '../../document/output/frame-types.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import { type DeckSettings, frameFields } from '../../rules/deck-columns.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { fontStyles } from '../../rules/font-services.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { revealTransition } from '../../rules/transitions.ts'
import { type DeckContent, dataOf } from '../decks/read-content.ts'
import { withMedia } from './media-addresses.ts'
import { type OfflineFiles, playerBuild } from './offline-files.ts'
import { type PageFonts, pageFonts } from './page-fonts.ts'
import { pageSlides } from './page-slides.ts'

/** How a page refers to its files. */
export interface PageAssets {
  /** The URL of an uploaded file in slides. */
  readonly media: (name: string) => string
  /** The same in styles, which no script can change. */
  readonly mediaInStyles: (name: string) => string
  /** The URL of a font of the product. */
  readonly font: (file: string) => string
  /** A shared file by URL, or as text to stand in the page. */
  readonly shared: (name: keyof OfflineFiles) => { readonly url: string } | { readonly code: string }
  /** The digest of a slide's section, where it is not that of its markup. */
  readonly digest?: (section: string) => Promise<string>
  /** More settings for the page's script, by what the page has become. */
  readonly settings?: (digests: Readonly<Record<string, string>>) => object
}

/** A deck to show on a page of its own. */
export interface PageDeck {
  readonly deck: DeckSettings
  readonly content: DeckContent
  readonly theme: DrawnTheme | null
  /** The uploaded fonts that it may use; those whose license forbids it are left out. */
  readonly fonts: readonly OwnFont[]
  /** Whether the page has the speaker's notes. */
  readonly notes: boolean
  readonly signal?: AbortSignal
}

/** A page, and what it needs beside it. */
export interface DeckPage {
  readonly html: string
  /** Digests of its sections, by slide id. */
  readonly digests: Readonly<Record<string, string>>
  readonly hasMath: boolean
  /** Names of the product's fonts. */
  readonly fonts: readonly string[]
}

/** The assets of a page that stands beside its files. `base`: the way to their folder, such as `../../`. */
export function linkedAssets(base: string): PageAssets {
  const media = (name: string) => `${base}media/${name}`
  return {
    media,
    mediaInStyles: media,
    font: (file) => `${base}fonts/${file}`,
    shared: (name) => ({ url: `${base}reveal/${name}` }),
  }
}

/** The theme without scripts, with other URLs for uploaded files. */
function pageTheme({ html, css, variables, footer }: DrawnTheme, { media, mediaInStyles }: PageAssets): DeckTheme {
  return { html: withMedia(html, media), css: withMedia(css, mediaInStyles), variables, footer, js: null, scripts: [] }
}

/**
 * The options of reveal.js in the page: the settings that the deck's frame gets (`frame` in rules/deck-columns.ts).
 * Contains only numbers, booleans and ids of the product's own lists.
 */
export function pageOptions(deck: DeckSettings): Readonly<Record<string, unknown>> {
  // Rolling links are a style of our own player.
  const { rollingLinks: _ours, slideSize, ...fields } = frameFields(deck)
  return {
    ...slideSizeOf(slideSize),
    ...fields,
    slideNumber: fields.slideNumber ? 'h.v' : false,
    transition: revealTransition(fields.transition),
    hash: true,
  }
}

function facesOf(
  deck: DeckSettings,
  source: string,
  theme: DrawnTheme | null,
  addressOf: PageAssets['font'],
): PageFonts {
  const themed = theme ? theme.html + theme.footer : ''
  return pageFonts(playerBuild(), deck, source + themed, theme, addressOf)
}

/** What the page of a deck needs beside it. `source`: its slides and footer. */
export function pageNeeds(
  deck: DeckSettings,
  source: string,
  theme: DrawnTheme | null,
): Pick<DeckPage, 'fonts' | 'hasMath'> {
  return { fonts: facesOf(deck, source, theme, (file) => file).files, hasMath: source.includes('data-latex') }
}

/**
 * Renders a deck as one page that opens from a disk, without a network. A page from a disk has no headers, so its CSP is
 * a meta element; only reveal.js and the player's additions run, never the theme's scripts.
 */
export async function renderDeckPage(
  { deck, content, theme, fonts, notes, signal }: PageDeck,
  assets: PageAssets,
): Promise<DeckPage> {
  const nonce = randomBytes(16).toString('base64url')
  const policy = `script-src 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'`
  const slides = await pageSlides(content, { notes, media: assets.media, digest: assets.digest, signal })
  const source = dataOf(content) + deck.footer
  const faces = facesOf(deck, source, theme, assets.font)
  const ownFaces = withMedia(ownFontCss(fonts, source, theme, true), assets.mediaInStyles)
  const sheets = [assets.shared('slides.css'), ...(slides.hasMath ? [assets.shared('katex.css')] : [])]
  const late = assets.shared('reveal.css')
  const html = deckDocument({
    ...{ title: shownTitle(deck.title), description: deck.description, policy, nonce, appearance: deck },
    theme: theme && pageTheme(theme, assets),
    styles: {
      inline: [faces.css, ownFaces, ...sheets.flatMap((one) => ('code' in one ? [one.code] : []))],
      urls: sheets.flatMap((one) => ('url' in one ? [one.url] : [])),
      ...('url' in late ? { lateUrl: late.url } : { overriding: late.code }),
    },
    // The footer's logo, too, is a file beside the page.
    wrappers: [{ slides: slides.html, around: (wrapper) => withMedia(wrapper, assets.media) }],
    scripts: {
      settings: {
        rollingLinks: deck.rolling_links,
        fontStyles: fontStyles(deck),
        ...assets.settings?.(slides.digests),
      },
      last: [
        assets.shared('reveal.js'),
        assets.shared('lectern.js'),
        { code: `Reveal.initialize(Object.assign(${scriptJson(pageOptions(deck))},self.lectern))` },
      ],
    },
  })
  return { html, digests: slides.digests, hasMath: slides.hasMath, fonts: faces.files }
}
