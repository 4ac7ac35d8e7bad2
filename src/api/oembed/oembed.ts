import { absoluteDeckUrl, absoluteProfileUrl, type DeckAddress, type PageOwner } from '../../rules/deck-url.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { limits } from '../../rules/limits.ts'

/** A deck to embed. */
export interface EmbeddedDeck extends DeckAddress, PageOwner {
  readonly title: string
  readonly authorName: string
  readonly thumbnailUrl: string
}

/** An oEmbed answer (version 1.0, type rich). Sizes in px. */
export type OembedAnswer = Readonly<Record<string, string | number>>

/** The maximum size of an embed in px; undefined: unlimited. */
export interface MaxSize {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Size of deck thumbnails in px. */
const thumbnail = { width: 640, height: 467 }

function bounded(wanted: number, most: number | undefined): number {
  return most === undefined ? wanted : Math.max(limits.embed.min, Math.min(wanted, most))
}

/** The frame's size: the default, scaled down to fit. */
function sizeWithin({ width, height }: MaxSize): { width: number; height: number } {
  const defaults = limits.embed
  const scale = Math.min(
    1,
    bounded(defaults.width, width) / defaults.width,
    bounded(defaults.height, height) / defaults.height,
  )
  return {
    width: Math.max(1, Math.floor(defaults.width * scale)),
    height: Math.max(1, Math.floor(defaults.height * scale)),
  }
}

/** The instance that answers. `baseUrl` without trailing slash. */
export interface OembedProvider {
  readonly name: string
  readonly baseUrl: string
}

/** The oEmbed answer for a deck. */
export function oembedAnswer(deck: EmbeddedDeck, { name, baseUrl }: OembedProvider, max: MaxSize): OembedAnswer {
  const { width, height } = sizeWithin(max)
  const src = absoluteDeckUrl(baseUrl, deck, { view: 'embed' })
  return {
    version: '1.0',
    type: 'rich',
    title: deck.title,
    author_name: deck.authorName,
    author_url: absoluteProfileUrl(baseUrl, deck),
    provider_name: name,
    provider_url: baseUrl,
    cache_age: 3600,
    thumbnail_url: baseUrl + deck.thumbnailUrl,
    thumbnail_width: thumbnail.width,
    thumbnail_height: thumbnail.height,
    width,
    height,
    html: `<iframe src="${escapeHtml(src)}" title="${escapeHtml(deck.title)}" width="${width}" height="${height}" frameborder="0" allowfullscreen></iframe>`,
  }
}

/** An oEmbed answer as XML. */
export function oembedXml(answer: OembedAnswer): string {
  // XML does not allow control characters, not even escaped.
  const legal = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '').toWellFormed()
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escapeHtml(legal(String(value)))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>`
}

/** Parses a deck's URL in any view. Null for URLs of other sites and other pages. */
export function deckOfAddress(address: string, baseUrl: string): { username: string; slug: string } | null {
  if (!URL.canParse(address) || address.length > 2000) return null
  const url = new URL(address)
  const own = new URL(baseUrl)
  if (url.host !== own.host && !url.host.endsWith(`.${own.host}`)) return null
  const match = /^\/([^/]+)\/([^/]+)(?:\/(?:embed|fullscreen|live))?\/?$/.exec(url.pathname)
  try {
    return match ? { username: decodeURIComponent(match[1]!), slug: decodeURIComponent(match[2]!) } : null
  } catch {
    return null
  }
}
