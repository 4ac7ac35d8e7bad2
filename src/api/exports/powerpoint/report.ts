import type { SceneItem, SceneSlide, SceneText } from '../../../document/powerpoint/scene.ts'
import { allItems } from './media-files.ts'

/** What the author of an exported deck should know. */
export interface PowerpointReport {
  /** By slide, in order; slides without anything to say are left out. */
  readonly slides: readonly { readonly number: string; readonly id: string; readonly remarks: readonly string[] }[]
  /** Families that computers with the file must have, or another font is shown. */
  readonly fonts: readonly string[]
}

/** Families that come with office programs. */
const common =
  /^(Arial|Aptos|Calibri|Cambria|Candara|Consolas|Constantia|Corbel|Courier New|Georgia|Helvetica|Impact|Palatino Linotype|Segoe UI|Tahoma|Times New Roman|Trebuchet MS|Verdana|Comic Sans MS)$/i

const reasons: Readonly<Record<string, string>> = {
  'upright writing': 'Upright text is a picture.',
  'drawing with effects': 'A drawing with effects is a picture.',
  'drawn by a script': 'What a script draws is a picture.',
  'embedded page': 'An embedded page is a picture.',
  'form control': 'A form control is a picture.',
  effects: 'A part with effects is a picture.',
  'picture with effects': 'A picture with effects has them drawn in.',
  'missing picture': 'A picture could not be loaded.',
  'background picture': 'The background of a part is a picture.',
  'formula within text': 'A formula within text is a picture, which does not move with the text.',
}

function textOf(item: SceneItem): SceneText | null {
  return item.kind === 'text' ? item.text : item.kind === 'form' ? (item.text ?? null) : null
}

function remarkOf(item: SceneItem, hasFile: (item: SceneItem) => boolean): string | null {
  if (item.kind === 'raster') return reasons[item.reason] ?? null
  if (item.kind === 'picture' && !hasFile(item)) return 'A picture could not be read; its frame is empty.'
  if (item.kind === 'media' && !hasFile(item))
    return `A ${item.media} is a picture with a link: its file is not part of the deck.`
  if (textOf(item)?.isShrunk) return 'Code that scrolls on the slide is smaller, so that its box has all of it.'
  if (item.kind === 'chart') return 'A chart is drawn by the program from the same data, and looks a little different.'
  return null
}

function remarksOf({ items, fragments, background }: SceneSlide, hasFile: (item: SceneItem) => boolean): string[] {
  const all = allItems(items)
  const found = all.flatMap((item) => remarkOf(item, hasFile) ?? [])
  const seen = new Set(
    all.flatMap((item) => [item.fragment, ...(textOf(item)?.paragraphs.map(({ fragment }) => fragment) ?? [])]),
  )
  if (fragments.some((_, index) => !seen.has(index))) found.push('A step within a line of text is not animated.')
  if (fragments.some(({ style }) => /^(highlight|strike|semi)/.test(style)))
    found.push('A step that only changes a color is not animated.')
  if (background.number !== null) found.push('The background is one picture.')
  return [...new Set(found)]
}

/** The families that texts are set in. */
function fontsOf(slides: readonly SceneSlide[]): string[] {
  const items = slides.flatMap((slide) => allItems(slide.items))
  const texts = items.flatMap((item) => {
    if (item.kind === 'table') return item.cells.flat().flatMap((cell) => (cell ? [cell.text] : []))
    return textOf(item) ?? []
  })
  const runs = texts.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.runs))
  const charts = items.flatMap((item) => (item.kind === 'chart' ? [item.font] : []))
  return [...new Set([...runs.map(({ font }) => font), ...charts])].sort()
}

export function reportOf(
  slides: readonly { readonly scene: SceneSlide; readonly number: string }[],
  hasFile: (item: SceneItem) => boolean,
): PowerpointReport {
  const remarks = slides.map(({ scene, number }) => ({ number, id: scene.id, remarks: remarksOf(scene, hasFile) }))
  return {
    slides: remarks.filter((one) => one.remarks.length > 0),
    fonts: fontsOf(slides.map(({ scene }) => scene)).filter((family) => !common.test(family)),
  }
}
