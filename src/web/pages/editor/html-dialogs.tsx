import { useRef } from 'react'
import { markupProblems } from '../../../document/markup-problems.ts'
import { replaceContent } from '../../../editor/commands/settings-commands.ts'
import { replaceSlide } from '../../../editor/commands/slide-commands.ts'
import { formatHtml } from '../../../editor/html/format-html.ts'
import {
  deckHtml,
  type ReadHtml,
  readDeckHtml,
  readSlideHtml,
  removedSentence,
  slideHtml,
} from '../../../editor/html/read-html.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { TextEditorDialog } from '../../../ui/code-editor/text-editor-dialog.tsx'
import { RemovedNotice } from './removed-notice.tsx'

const problems = (html: string) => markupProblems(html).map((problem) => ({ ...problem, severity: 'warning' as const }))

/** Props of the two HTML dialogs. `read` parses and sanitizes the text; `apply` writes the result to the deck. */
interface HtmlDialogProps<T> {
  readonly open: boolean
  readonly title: string
  readonly description: string
  readonly value: string
  read(html: string): ReadHtml<T>
  apply(content: T): void
}

function HtmlDialog<T>({ read, apply, ...props }: HtmlDialogProps<T>) {
  const { model, services, view } = useEditorInstance()
  const save = (html: string): string | null => {
    const result = read(html)
    if ('refused' in result) return result.refused
    apply(result.content)
    if (result.removed.length > 0) services.notify(removedSentence(result.removed), 'info')
    return null
  }
  return (
    <TextEditorDialog
      {...props}
      type="html"
      problems={problems}
      format={formatHtml}
      below={(text) => <RemovedNotice text={text} read={read} />}
      onSave={save}
      onClose={() => model.show({ dialog: null })}
      returnsFocus={() => {
        view.focusCanvas()
        return false
      }}
    />
  )
}

function cleaner(services: EditorServices) {
  return services.clean
}

/** Edits the HTML of the slide on the canvas. */
export function EditSlideHtmlDialog() {
  const { model, services } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'edit-slide-html')
  const html = useEditor((state) => (open ? slideHtml(state.deck.slides[state.slideId]!) : ''))
  // Changes the slide it was opened on, even if the canvas shows another one meanwhile.
  const slideId = useRef('')
  if (!open) slideId.current = ''
  else if (slideId.current === '') slideId.current = model.getState().slideId
  return (
    <HtmlDialog
      open={open}
      title="Edit slide HTML"
      description="The section of this slide, as it is stored."
      value={html}
      read={(text) =>
        readSlideHtml(text, model.getState().deck, slideId.current || model.getState().slideId, cleaner(services))
      }
      apply={(slide) => model.apply(replaceSlide(slide), { undo: 'step', label: 'Edit slide HTML', select: [] })}
    />
  )
}

/** Edits the HTML of all slides. */
export function EditHtmlDialog() {
  const { model, services } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'edit-html')
  const html = useEditor((state) => (open ? deckHtml(state.deck) : ''))
  return (
    <HtmlDialog
      open={open}
      title="Edit HTML"
      description="All slides of the deck: one section each, sections in a section for those below one another."
      value={html}
      read={(text) => readDeckHtml(text, model.getState().deck, cleaner(services))}
      apply={(slides) => model.apply(replaceContent(slides), { undo: 'step', label: 'Edit HTML', select: [] })}
    />
  )
}
