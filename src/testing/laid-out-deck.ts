import type { PropsOf } from '../blocks/index.ts'
import type { Block, Slide, Slides } from '../document/deck-model.ts'
import type {
  ItemBase,
  Scene,
  SceneColor,
  SceneFragment,
  SceneItem,
  SceneLine,
  SceneParagraph,
  SceneSlide,
  SceneText,
} from '../document/powerpoint/scene.ts'
import { textOf } from '../document/slide-text.ts'
import { slideIds } from '../document/structure.ts'

const black: SceneColor = { hex: '#222222', alpha: 1 }
const line: SceneLine = { color: black, width: 2, dash: 'solid' }

function paragraphOf(text: string): SceneParagraph {
  const run = {
    ...{ text, font: 'Lato', size: 20, bold: false, italic: false, underline: false, strike: false, caps: false },
    ...{ color: black, spacing: 0, raised: 0, highlight: null, link: null },
  }
  const place = { left: 40, right: 900, baseline: 60, size: 20, first: 40, isForced: false }
  return {
    ...{ runs: [run], align: 'left', rightToLeft: false, level: 0, bullet: null, lines: [place], pitch: 26 },
    ...{ left: 40, right: 900, isHeading: false, fragment: null },
  }
}

function sceneText(text: string): SceneText {
  return { paragraphs: text === '' ? [] : text.split('\n').map(paragraphOf) }
}

/** The words that a block shows as text, in lines. */
export function shownText(block: Block): string {
  const props = block.props as Readonly<Record<string, unknown>>
  if (block.type === 'code') return String(props.code)
  if (block.type === 'shape') return textOf(String(props.text))
  return block.type === 'text' || block.type === 'snippet' ? textOf(String(props.html)) : ''
}

/** The words of a table's cells, by row and column; null: covered by a merged cell. */
export function cellTexts({ rows }: PropsOf<'table'>): readonly (readonly (string | null)[])[] {
  return rows.map((row) => row.map((cell) => cell && textOf(cell.html)))
}

function tableItem(base: ItemBase, props: PropsOf<'table'>): SceneItem {
  const cells = cellTexts(props).map((row, r) =>
    row.map((text, c) => {
      const { columns, rows } = props.rows[r]![c] ?? { columns: 1, rows: 1 }
      const borders = { left: line, right: null, top: line, bottom: null }
      const rect = { x: base.rect.x + c * 60, y: base.rect.y + r * 40, width: 60 * columns, height: 40 * rows }
      return text === null
        ? null
        : { rect, columns, rows, fill: null, text: sceneText(text), borders, anchor: 'top' as const }
    }),
  )
  const columns = cells[0]!.map(() => 60)
  return { ...base, kind: 'table', columns, rows: cells.map(() => 40), cells, header: props.headerRow }
}

function itemOf(block: Block, base: ItemBase): SceneItem {
  const props = block.props as Readonly<Record<string, unknown>>
  const text = sceneText(shownText(block))
  const look = { radius: 0, opacity: 1, line: null, shadow: null, crop: null, flipX: false, flipY: false }
  const form = { ...base, kind: 'form', preset: 'rect', radius: 0, path: '', fill: black, line, shadow: null } as const
  const raster = (reason: string) => ({ ...base, kind: 'raster', number: 0, reason }) as const
  const font = { size: 20, color: black }
  switch (block.type) {
    case 'image':
      return props.src === '' ? raster('a drawing') : { ...base, ...look, kind: 'picture', src: String(props.src) }
    case 'shape':
    case 'code':
      return { ...form, text }
    case 'line':
      return form
    case 'chart':
      return { ...base, ...font, kind: 'chart', font: 'Lato', colors: [black], plot: base.rect }
    case 'math':
      return { ...base, ...font, kind: 'math', latex: String(props.latex), mathml: '', number: 0 }
    case 'video':
    case 'audio':
      return { ...base, kind: 'media', media: block.type, src: String(props.src), poster: '', number: 0 }
    case 'iframe':
      return raster('an embedded page')
    case 'table':
      return tableItem(base, block.props as PropsOf<'table'>)
    default:
      return { ...base, kind: 'text', text }
  }
}

function slideScene(slide: Slide): SceneSlide {
  const fragments: SceneFragment[] = []
  const items = slide.blocks.map((block, index): SceneItem => {
    const frame = block.frame ?? { x: 40, y: 60 * index, width: 800, height: 50, rotation: 0 }
    const rect = { x: frame.x, y: frame.y, width: frame.width, height: frame.height ?? 40 }
    const fragment = block.fragment ? fragments.length : null
    if (block.fragment)
      fragments.push({ step: block.fragment.index ?? fragments.length, style: block.fragment.style, delay: null })
    const base = { rect, block: block.id, fragment, link: null }
    if (frame.rotation === 0) return itemOf(block, base)
    return { ...base, kind: 'group', rotation: frame.rotation, items: [itemOf(block, { ...base, fragment: null })] }
  })
  return { id: slide.id, background: { fill: null, number: null }, items, fragments }
}

/** What a browser might measure of a deck, without one: each block at its place, each text in a line. */
export function layOutDeck(deck: Slides): Scene {
  return {
    ...{ width: 960, height: 700 },
    slides: slideIds(deck).map((id) => slideScene(deck.slides[id]!)),
    rasters: [{ number: 0, rect: { x: 0, y: 0, width: 10, height: 10 } }],
  }
}
