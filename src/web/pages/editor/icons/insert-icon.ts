import { drawingFrom } from '../../../../blocks/image/drawing.ts'
import { escapeAttribute } from '../../../../document/html.ts'
import { newUuid } from '../../../../document/ids.ts'
import { freeMiddle } from '../../../../editor/actions/insert-block.ts'
import { drawingBlock } from '../../../../editor/clipboard/add-pasted.ts'
import { addBlocks } from '../../../../editor/commands/block-commands.ts'
import { centeredAt } from '../../../../editor/gestures/draw.ts'
import type { Editor } from '../../../../editor/state/editor.ts'
import type { Icon, IconPart } from './find-icons.ts'

/** Attributes that all icons of the set share. */
const line = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

/** Width and height of a new icon, in slide px. */
const side = 120

/**
 * Adds an icon in the middle of the slide, as an inline drawing in the color of the slide's text, and selects it. One
 * undo step. Throws like `sanitize`.
 */
export function insertIcon(editor: Editor, { name, parts }: Icon): void {
  const markup = parts.map(elementOf).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g ${line}>${markup}</g></svg>`
  const drawing = drawingFrom(editor.services.sanitize(svg), newUuid().slice(0, 8))
  if (!drawing) throw new Error(`The icon ${name} cannot be drawn`)
  const { slideId } = editor.model.getState()
  const block = centeredAt(drawingBlock(drawing, name, side, side).block, freeMiddle(editor))
  editor.model.apply(addBlocks(slideId, [block]), { undo: 'step', label: 'Insert icon', select: [block.id] })
}

function elementOf([tag, attributes]: IconPart): string {
  const values = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<${tag}${values.join('')}/>`
}
