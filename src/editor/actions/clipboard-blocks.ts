import { blocks as definitions } from '../../blocks/index.ts'
import { newSlide } from '../../document/new-slide.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import type { Block } from '../../document/types.ts'
import { addBlocks, deleteBlocks } from '../commands/block-commands.ts'
import { copyBlocks } from '../commands/fresh-copy.ts'
import { pairCopies } from '../commands/pair-blocks.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, idsOf } from '../state/selection.ts'
import { ownContent, ownType } from './clipboard-content.ts'

/** How far a copy is put from something that stands at its very place, in slide px. */
const step = 20

/** Blocks in every form in which another program may want them. */
export function copyOf(blocks: readonly Block[]): Readonly<Record<string, string>> {
  const html = renderSlide(newSlide(blocks), definitions)
  return { [ownType]: ownContent(html), 'text/html': withWholeAddresses(html), 'text/plain': textOf(html) }
}

/** Uploads are named without their site in decks; mails and documents elsewhere need the whole address. */
function withWholeAddresses(html: string): string {
  const site = globalThis.location?.origin ?? ''
  return html.replace(/ (src|poster)="(\/m\/)/g, ` $1="${site}$2`)
}

/** Takes the selected blocks off the slide, after they were copied. */
export function cut(model: EditorModel): void {
  const { slideId } = model.getState()
  model.apply(deleteBlocks(slideId, idsOf(freeIn(model.getState()))), { undo: 'step', label: 'Cut' })
}

/**
 * Puts blocks of a slide's HTML on the slide, with new ids, and selects them; false when it holds none. The HTML
 * may come from anywhere: it is made safe first.
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

/** Far enough that the copy does not hide what it was copied from, or an earlier copy. */
function offsetFor(model: EditorModel, pasted: readonly Block[]): { readonly x: number; readonly y: number } {
  const taken = new Set(model.slide().blocks.map((block) => `${block.frame?.x} ${block.frame?.y}`))
  const first = pasted[0]!.frame!
  let by = 0
  while (taken.has(`${first.x + by} ${first.y + by}`)) by += step
  return { x: by, y: by }
}
