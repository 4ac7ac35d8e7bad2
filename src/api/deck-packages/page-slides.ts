import { customIdAttribute } from '../../document/custom-ids.ts'
import { escapeText } from '../../document/html.ts'
import { assembleWith, slideIds } from '../../document/structure.ts'
import type { DeckContent } from '../decks/read-content.ts'
import { withMedia } from './media-addresses.ts'
import { renderSlides } from './render-slides.ts'
import { scriptAddress } from './script-address.ts'
import { sectionDigest } from './section-digest.ts'

/** The slides of a page that opens from a disk. */
export interface PageSlides {
  readonly html: string
  /** Digests of the sections, by slide id. */
  readonly digests: Readonly<Record<string, string>>
  readonly hasMath: boolean
}

const tag = /<(section|iframe|img|video|audio|source)\b(?:"[^"]*"|'[^']*'|[^"'>])*>/g

/** A start tag in reveal.js's own terms. What only the network has waits until the page knows whether there is one. */
function pageTag(whole: string, name: string): string {
  return name === 'section'
    ? whole.replace(/\sdata-video-(loop|muted)\b/g, ' data-background-video-$1')
    : whole.replace(/\ssrc=(?="https:)/, ' data-src=')
}

const customId = new RegExp(`<[a-z][^<>]*?\\s${customIdAttribute}="([A-Za-z][\\w-]*)"`, 'g')

/** Custom ids as ids, which links of a page name. */
const withIds = (html: string): string => html.replace(customId, '$& id="$1"')

function withNotes(section: string, notes: string | undefined): string {
  const end = section.lastIndexOf('</section>')
  if (!notes || end === -1) return section
  const lines = escapeText(notes).replace(/\n/g, '<br>')
  return `${section.slice(0, end)}<aside class="notes">${lines}</aside>${section.slice(end)}`
}

/** How the slides of a page are written. */
export interface PageSlidesOptions {
  /** Whether they have the speaker's notes. */
  readonly notes: boolean
  /** The URL of an uploaded file. */
  readonly media: (name: string) => string
  /** The digest of a section as it stands in the file; default: that of its markup. */
  readonly digest?: ((section: string) => string | Promise<string>) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The slides in reveal.js's format: notes inside their sections, code and formulas rendered, other URLs for uploaded
 * files. Throws TooMuchToRender.
 */
export async function pageSlides(
  content: DeckContent,
  { notes, media, digest = sectionDigest, signal }: PageSlidesOptions,
): Promise<PageSlides> {
  const sections: Record<string, string> = {}
  const digests: Record<string, string> = {}
  let hasMath = false
  const ids = slideIds(content.structure)
  const rendered = await renderSlides(Object.fromEntries(ids.map((id) => [id, content.html[id] ?? ''])), { signal })
  for (const id of ids) {
    const slide = rendered[id]!
    hasMath ||= slide.hasMath
    const section = withNotes(withIds(slide.html.replace(tag, pageTag)), notes ? content.notes[id] : undefined)
    // What the page's script has to open must not be requested before.
    sections[id] = withMedia(section, media).replaceAll(` src="${scriptAddress}`, ` data-src="${scriptAddress}`)
    digests[id] = await digest(sections[id])
  }
  return { html: assembleWith(content.structure, (id) => sections[id] ?? ''), digests, hasMath }
}
