import type { ClipboardContent } from '../actions/clipboard-content.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { EditorServices } from '../state/services.ts'
import { pastedFragment } from '../text/pasted-text.ts'
import { copiedHtml } from './office-html.ts'
import { pasteOptionsOf } from './paste-options-of.ts'
import { type BoundPasteOption, type PasteOptionId, pastedIn } from './pasted.ts'

/** Copied HTML as sanitized text for a slide; null if no content remains. Throws an Error if it is too large. */
export function pastedText(services: Pick<EditorServices, 'sanitize'>, html: string): DocumentFragment | null {
  const clean = services.sanitize(copiedHtml(html))
  return clean.trim() === '' ? null : pastedFragment(clean)
}

/**
 * Pastes the clipboard with the best paste option and offers the other options. `at` is the position in slide px; null
 * for the slide's center. Errors are shown as a toast.
 */
export async function pasteContent(editor: Editor, content: ClipboardContent, at: Point | null = null): Promise<void> {
  try {
    const options = pasteOptionsOf(editor.services, content).map(({ id, label, paste }) => ({
      id,
      label,
      paste: (place: Point | null) => paste(editor, place),
    }))
    for (const option of options) if (await pasteOption(editor.model, options, option, at)) return
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** Replaces the last paste with another paste option. Does nothing if the slide was changed after the paste. */
export async function switchPasteOption({ model, services }: Editor, id: PasteOptionId): Promise<void> {
  const pasted = pastedIn(model.getState())
  const option = pasted?.options.find((one) => one.id === id)
  if (!pasted || !option || pasted.chosen === id) return
  model.undo()
  try {
    if (await pasteOption(model, pasted.options, option, pasted.at)) return
    model.redo()
  } catch (error) {
    model.redo()
    services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

async function pasteOption(
  model: EditorModel,
  options: readonly BoundPasteOption[],
  option: BoundPasteOption,
  at: Point | null,
): Promise<boolean> {
  const done = option.paste(at)
  // Most options are synchronous, because the pasted blocks must exist before the next key.
  if (!(typeof done === 'boolean' ? done : await done)) return false
  const { undoLabel } = model.getState()
  const pasted = { options, chosen: option.id, at, slide: model.slide(), undoLabel }
  model.show({ pasted: options.length > 1 ? pasted : null })
  return true
}
