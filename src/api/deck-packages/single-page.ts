import { createHash } from 'node:crypto'
import { isVideoType } from '../../rules/video-types.ts'
import {
  describePackage,
  type PackageInput,
  type PackedFile,
  packedMedia,
  packedPage,
  visibleDeck,
} from './deck-package.ts'
import { type InlineFile, inlineAssets } from './inline-assets.ts'
import { mediaIn } from './media-addresses.ts'
import { typeOfMedia } from './zip-deck.ts'

/** Bytes of the files that a page may have in itself: browsers read it as a whole. */
export const singlePageBytes = 100_000_000

/** The files of a deck are more than a page may have in itself. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge'
}

/** Attributes whose address the page's script can replace. */
const attribute = /\s(?:src|data-background-(?:image|video))="\/m\/([A-Za-z0-9_.-]+)"/g

/** The names of files that the page's script has to open: films, and pictures that stand in several places. */
function openedByScript({ content }: PackageInput, slides: string): (name: string, type: string) => boolean {
  const counts = new Map<string, number>()
  for (const name of mediaIn(slides)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const inAttributes = new Map<string, number>()
  for (const [, name] of slides.matchAll(attribute)) inAttributes.set(name!, (inAttributes.get(name!) ?? 0) + 1)
  const films = Object.values(content.html).flatMap((html) =>
    [...html.matchAll(/data-background-video="([^"]*)"/g)].flatMap(([, value]) => mediaIn(`"${value}"`)),
  )
  return (name, type) => {
    // A style attribute needs the file itself.
    if ((counts.get(name) ?? 0) !== (inAttributes.get(name) ?? 0)) return false
    return isVideoType(type) || films.includes(name) || (counts.get(name) ?? 0) > 1
  }
}

async function readFiles(input: PackageInput, missing: (name: string) => void) {
  const slides = Object.values(input.content.html).join('\n')
  const byScript = openedByScript(input, slides)
  const files = new Map<string, InlineFile>()
  const packed: PackedFile[] = []
  let bytes = 0
  for (const name of packedMedia(input)) {
    const found = await input.readMedia(`media/${name}`)
    if (!found) {
      missing(name)
      continue
    }
    const parts: Buffer[] = []
    for await (const part of found.body) {
      bytes += part.length
      if (bytes > singlePageBytes) throw new PageTooLarge()
      parts.push(Buffer.from(part))
    }
    const body = Buffer.concat(parts)
    const hash = createHash('sha256').update(body).digest('hex')
    const type = typeOfMedia(name)
    files.set(name, { type, base64: body.toString('base64'), byScript: byScript(name, type) })
    packed.push({ address: `/m/${name}`, file: '', hash, proof: input.sign(hash) })
  }
  return { files, packed }
}

/**
 * A deck as one HTML file that opens with a double click, without a network, and has what is needed to read the deck
 * back. Throws PageTooLarge if its files are too large for one page.
 */
export async function singlePage(given: PackageInput, missing: (name: string) => void = () => {}): Promise<string> {
  const input = visibleDeck(given)
  const { files, packed } = await readFiles(input, missing)
  const describe = (digests: Readonly<Record<string, string>>) => ({ deck: describePackage(input, digests, packed) })
  return (await packedPage(input, inlineAssets(files, describe))).html
}
