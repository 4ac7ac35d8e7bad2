import sharp from 'sharp'
import { blockTypes } from '../src/blocks/index.ts'
import type { Block, BlockType } from '../src/document/deck-model.ts'
import { newBlockId } from '../src/document/ids.ts'
import { renderBlock } from '../src/document/render-block.ts'
import { randomFrom } from '../src/testing/seeded-random.ts'

/** A JPEG like a photo: about 100 kB, in which no two regions are alike. */
export async function benchPhoto(seed: number): Promise<Buffer> {
  const random = randomFrom(seed)
  const [width, height] = [110, 80]
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at += 1) raw[at] = Math.floor(random() * 256)
  const blurred = await sharp(raw, { raw: { width, height, channels: 3 } })
    .blur(1.2)
    .resize(1600, 1100)
    .toBuffer()
  return sharp(blurred, { raw: { width: 1600, height: 1100, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

function sampleOf(type: BlockType, frame: Partial<NonNullable<Block['frame']>> = {}): string {
  const sample = blockTypes[type].sample() as Block
  const own = { ...sample, id: newBlockId(), fragment: null }
  return renderBlock({ ...own, frame: sample.frame && { ...sample.frame, ...frame } }, Object.values(blockTypes))
}

function text(html: string, left: number, top: number, width: number, more = ''): string {
  return `<div class="block${more}" data-block-type="text" data-block-id="${newBlockId()}" style="left: ${left}px; top: ${top}px; width: ${width}px; height: auto;"><div class="block-content">${html}</div></div>`
}

function photo(url: string, frame: string): string {
  return `<div class="block" data-block-type="image" data-block-id="${newBlockId()}" style="${frame}"><div class="block-content"><img src="${url}" alt="A photo" style="object-fit: cover;"></div></div>`
}

const words = 'Most things that people show are words: some lines are short and others fill the width of the slide'
const list = (n: number) =>
  [1, 2, 3, 4].map((i) => `<li>Point ${i} of slide ${n}: ${words.slice(0, 30 + i * 12)}</li>`).join('')

/** The kinds of slides in turn. */
const kinds: readonly ((n: number, photos: readonly string[]) => readonly [attributes: string, blocks: string])[] = [
  (n) => ['', text(`<h1>Part ${n}</h1><p>${words}</p>`, 80, 240, 800)],
  (n) => ['', text(`<h2>Points ${n}</h2><ul>${list(n)}</ul>`, 80, 60, 800)],
  (n) => [
    '',
    text(`<h3>Left ${n}</h3><p>${words}</p>`, 60, 80, 400) + text(`<h3>Right</h3><ul>${list(n)}</ul>`, 500, 80, 400),
  ],
  (n, photos) => [
    '',
    text(`<h2>Photo ${n}</h2>`, 80, 40, 800) +
      photo(photos[n % photos.length]!, 'left: 80px; top: 160px; width: 800px; height: 420px;'),
  ],
  (n) => ['', text(`<h2>Shapes ${n}</h2>`, 80, 40, 800) + sampleOf('shape') + sampleOf('line')],
  (n) => ['', text(`<h2>Table ${n}</h2>`, 80, 20, 800) + sampleOf('table')],
  (n) => [
    ' data-background-gradient="linear-gradient(120deg, #0b6650, #14201b)"',
    text(`<blockquote>${words}</blockquote><p>Person ${n}</p>`, 120, 220, 720),
  ],
  (n) => ['', text(`<h2>Chart ${n}</h2>`, 80, 20, 800) + sampleOf('chart')],
  (n) => [
    '',
    text(`<h2>Steps ${n}</h2>`, 80, 60, 800) +
      [1, 2, 3].map((i) => text(`<p>Step ${i}: ${words}</p>`, 80, 120 + i * 110, 800, ' fragment')).join(''),
  ],
  (n, photos) => [
    ` data-background-image="${photos[n % photos.length]}"`,
    text(`<h2>Over a picture ${n}</h2>`, 80, 300, 800),
  ],
]

/** Slides of a deck of every kind, without code and formulas: the peers’ page typesets neither. */
export function exportSlides(count: number, photos: readonly string[]): string {
  return Array.from({ length: count }, (_, at) => {
    const [attributes, blocks] = kinds[at % kinds.length]!(at + 1, photos)
    return `<section${attributes}>${blocks}</section>`
  }).join('\n')
}

/** A slide with the sample of each block type, with this picture. */
export function sampleSlides(photo: string): string {
  return Object.keys(blockTypes)
    .map((type) => `<section>${sampleOf(type as BlockType)}</section>`)
    .join('\n')
    .replaceAll(/https:\/\/[a-z]+\.example\/[a-z]+\.jpg\?[^"]*/g, photo)
    .replaceAll(/data-latex="[^"]*"/g, 'data-latex="E = mc^2"')
}
