import { limits } from '../../rules/limits.ts'
import { cleanHtml, normalise } from '../canvas/text/clean-html.ts'
import { pastedFragment, plainFragment } from '../canvas/text/pasted-text.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { newBlock } from '../commands/new-block.ts'
import type { Editor } from '../state/editor.ts'
import { pasteBlocks } from './clipboard-blocks.ts'
import { insertImageUrl } from './insert-images.ts'

/** Pastes HTML from another program: our own blocks if it holds any, a lone picture, or text. False when it holds nothing. */
export function pasteHtml(editor: Editor, html: string): boolean {
  if (/data-block-type=/.test(html) && pasteBlocks(editor, html)) return true
  const clean = editor.services.sanitise(html)
  const fragment = pastedFragment(clean)
  if ((fragment.textContent ?? '').trim() !== '') {
    addText(editor, fragment)
    return true
  }
  const picture = /<img[^>]+src="(https:[^"]+)"/.exec(clean)?.[1]
  if (!picture) return false
  void insertImageUrl(editor, picture.replaceAll('&amp;', '&'))
  return true
}

/** Pastes plain text as a text block. */
export function pasteText(editor: Editor, text: string): void {
  if (text.trim() !== '') addText(editor, plainFragment(text.trim(), document))
}

/** Long text gets a wide box near the top, a few words a narrower one in the middle. */
function addText(editor: Editor, fragment: DocumentFragment): void {
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  normalise(root)
  const long = (root.textContent ?? '').length > 200
  const block = newBlock('text', { html: cleanHtml(root) })
  const width = long ? limits.slide.width - 160 : block.frame!.width
  const frame = { ...block.frame!, width, x: (limits.slide.width - width) / 2, y: long ? 80 : block.frame!.y }
  const { slideId } = editor.getState()
  editor.apply(addBlocks(slideId, [{ ...block, frame }]), { undo: 'step', label: 'Paste', select: [block.id] })
}
