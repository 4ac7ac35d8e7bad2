import { Link } from 'lucide-react'
import { formatText } from '../../../editor/actions/format-text.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { limits } from '../../../rules/limits.ts'
import { askPrompt } from '../../ui/ask/ask-store.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Makes the selected text a link, changes where it leads, or, with an empty address, makes it plain text again. */
export function LinkButton() {
  const editor = useEditorInstance()
  const link = useEditor((state) => state.textFormat?.link ?? null)
  const ask = async () => {
    const href = await askPrompt({
      title: link === null ? 'Link the selected text' : 'Change the link',
      text: 'A web address, or #/2 for the third slide of this deck. Empty takes the link away.',
      label: 'Address',
      value: link ?? '',
      action: 'Save',
      maxLength: limits.slide.url,
    })
    if (href !== null) formatText(editor, { kind: 'link', href: href.trim() === '' ? null : href.trim() })
  }
  return (
    <IconButton
      label="Link"
      aria-pressed={link !== null}
      icon={<Link size={18} aria-hidden />}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void ask()}
    />
  )
}
