import { blocks as definitions } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { addBlocks, deleteBlocks } from '../commands/block-commands.ts'
import { copyBlocks } from '../commands/fresh-copy.ts'
import { pairCopies } from '../commands/pair-blocks.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, idsOf } from '../state/selection.ts'
import { ownContent, ownType } from './clipboard-content.ts'

/** The offset of a copy whose position is already occupied by a block, in slide px. */
const step = 20

/** The clipboard data of blocks: one entry per MIME type. */
export function copyOf(blocks: readonly Block[]): Readonly<Record<string, string>> {
  const html = renderSlide(newSlide(blocks), definitions)
  return { [ownType]: ownContent(html), 'text/html': withAbsoluteUrls(html), 'text/plain': textOf(html) }
}

/** Makes the URLs of uploads absolute: decks store them without an origin, which other programs need. */
function withAbsoluteUrls(html: string): string {
  const origin = globalThis.location?.origin ?? ''
  return html.replace(/ (src|poster)="(\/m\/)/g, ` $1="${origin}$2`)
}

/** Deletes the selected blocks after they were copied. */
export function cut(model: EditorModel): void {
  const { slideId } = model.getState()
  model.apply(deleteBlocks(slideId, idsOf(freeIn(model.getState()))), { undo: 'step', label: 'Cut' })
}

/**
 * Pastes the blocks of a slide's HTML with new ids and selects them. Returns false if it contains none. The HTML is
 * untrusted and is sanitized first.
 */
export function pasteBlocks({ model, services }: Editor, html: string): boolean {
  const slide = parseSlide(services.sanitize(html), definitions)
  const placed = slide.blocks.filter((block) => block.frame !== null)
  if (placed.length === 0) return false
  const copies = copyBlocks(placed, offsetFor(model, placed))
  const { slideId } = model.getState()
  const originals = new Map(copies.map((copy, index) => [copy.id, placed[index]!.id]))
  model.apply((deck) => pairCopies(originals)(addBlocks(slideId, copies)(deck)), {
    undo: 'step',
    label: 'Paste',
    select: idsOf(copies),
  })
  return true
}

/** The offset (slide px) that moves the copies away from their originals and from earlier copies. */
function offsetFor(model: EditorModel, pasted: readonly Block[]): { readonly x: number; readonly y: number } {
  const occupied = new Set(model.slide().blocks.map((block) => `${block.frame?.x} ${block.frame?.y}`))
  const first = pasted[0]!.frame!
  let by = 0
  while (occupied.has(`${first.x + by} ${first.y + by}`)) by += step
  return { x: by, y: by }
}
