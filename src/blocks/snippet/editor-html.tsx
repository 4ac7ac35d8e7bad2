import { TextEditorDialog } from '../../ui/code-editor/text-editor-dialog.tsx'
import type { PopoverProps } from '../block-editor.ts'
import type { SnippetProps } from './block.ts'

/** Edits a snippet's HTML. Removals by the sanitizer are reported. */
export function SnippetDialog({ block, change, clean, showToast, close }: PopoverProps<SnippetProps>) {
  const save = async (text: string): Promise<string | null> => {
    try {
      const { html, removed } = await clean(text)
      if (html.trim() === '' && text.trim() !== '') return 'Nothing of this can be kept on a slide'
      change((one) => (one.props.html === html ? one : { ...one, props: { html } }), { label: 'Edit HTML' })
      if (removed.length > 0) showToast(`Some markup can't be kept and was taken out: ${removed.slice(0, 3).join(' ')}`)
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <TextEditorDialog
      open
      title="Edit HTML of the block"
      description="This markup came from elsewhere and is kept as it is."
      type="html"
      value={block.props.html}
      onSave={save}
      onClose={close}
      returnsFocus={() => false}
    />
  )
}
