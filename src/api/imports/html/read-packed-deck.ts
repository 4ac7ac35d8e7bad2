import { slideSizeOf } from '../../../rules/slide-size.ts'
import type { PackageFile } from '../../deck-packages/package-file.ts'
import type { ReaderSink, ReadMedia, ReadSettings } from '../process/reader.ts'
import type { DeckFiles } from './deck-files.ts'
import { packedSlides } from './read-package.ts'
import { splitSlides } from './split-slides.ts'

const address = /\/m\/([A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?)/g

/** The uploaded files of a package, each handed over with the first slide that needs it. */
class PackedMedia {
  readonly #files: DeckFiles
  readonly #packed: ReadonlyMap<string, PackageFile['files'][number]>
  readonly #sent = new Set<string>()

  constructor(files: DeckFiles, about: PackageFile) {
    this.#files = files
    this.#packed = new Map(about.files.map((file) => [file.address, file]))
  }

  async take(text: string): Promise<{ readonly text: string; readonly media: readonly ReadMedia[] }> {
    const media: ReadMedia[] = []
    for (const [whole, name] of text.matchAll(address)) {
      const file = this.#packed.get(whole)
      if (!file || this.#sent.has(whole) || !this.#files.names.includes(file.file)) continue
      this.#sent.add(whole)
      media.push({
        name: name!,
        label: name!,
        bytes: await this.#files.read(file.file),
        packed: { address: whole, proof: file.proof },
      })
    }
    return {
      text: text.replace(address, (whole, name: string) => (this.#sent.has(whole) ? `import:${name}` : whole)),
      media,
    }
  }
}

/** Reads a deck that this product has packed. Null if its page was changed by hand: then the page is read. */
export async function readPackedDeck(
  about: PackageFile,
  page: string | null,
  files: DeckFiles,
  sink: ReaderSink,
): Promise<ReadSettings | null> {
  const html = packedSlides(page, about)
  if (html === null) return null
  const ids = about.structure.stacks.flatMap((stack) => stack.slides)
  const notes = new Map(ids.map((id, index) => [index, about.notes[id] ?? '']))
  const slides = splitSlides(html, notes)
  const { title, slide_size: size } = about.settings
  await sink.begin({
    slides: slides.length,
    title: typeof title === 'string' ? title : '',
    size: slideSizeOf(String(size ?? '')),
  })
  const media = new PackedMedia(files, about)
  for (const slide of slides) {
    const taken = await media.take(slide.html)
    await sink.slide({ html: taken.text, media: taken.media, remarks: [] })
  }
  const themed = about.theme ? { theme: about.theme } : {}
  return { ...about.settings, built_in: about.built_in, ...themed }
}
