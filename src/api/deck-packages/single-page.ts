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
import { type InlinedFiles, inlinedFiles } from './inlined-files.ts'
import { mediaIn } from './media-addresses.ts'
import { digestOf } from './section-digest.ts'
import { typeOfMedia } from './zip-deck.ts'

/** Bytes of the files that a page may have in itself: browsers read it as a whole. */
const singlePageBytes = 100_000_000

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

/** The files of the page, with what stands for their bytes until the page is written. */
async function readFiles(input: PackageInput, inlined: InlinedFiles, missing: (name: string) => void) {
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
    const digest = createHash('sha256')
    for await (const part of found.body) {
      bytes += part.length
      if (bytes > singlePageBytes) throw new PageTooLarge()
      digest.update(part)
    }
    const hash = digest.digest('hex')
    const type = typeOfMedia(name)
    files.set(name, { type, base64: inlined.markOf(name), byScript: byScript(name, type) })
    packed.push({ address: `/m/${name}`, file: '', hash, proof: input.sign(hash) })
  }
  return { files, packed }
}

/**
 * A deck as one HTML file that opens with a double click, without a network, and has what is needed to read the deck
 * back. Its files are read one after the other while it is written: together they would need several times their size.
 * Throws PageTooLarge if they are too large for one page. `missing`: receives the names of files that are no longer
 * stored, maybe several times.
 */
export async function singlePage(
  given: PackageInput,
  missing: (name: string) => void = () => {},
): Promise<AsyncIterable<string>> {
  const input = visibleDeck(given)
  const inlined = inlinedFiles(input.readMedia, missing)
  const { files, packed } = await readFiles(input, inlined, missing)
  const describe = (digests: Readonly<Record<string, string>>) => ({ deck: describePackage(input, digests, packed) })
  const digest = (section: string) => digestOf(inlined.write(section))
  const { html } = await packedPage(input, { ...inlineAssets(files, describe), digest })
  return inlined.write(html)
}
