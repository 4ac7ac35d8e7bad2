import { Baseline, Check, Highlighter, Unlink } from 'lucide-react'
import { type CSSProperties, useEffect, useId } from 'react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { formatText, shownFormat } from '../actions/format-text.ts'
import { actionNamed } from '../actions/index.ts'
import type { ParagraphKind, TextLook } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { NumberInput } from './field-control.tsx'
import { LinkInput } from './link-input.tsx'
import styles from './text-bar.module.css'
import { Choice, paragraphKinds, useTextCommand } from './text-fields.tsx'
import { useShownSize } from './use-shown-size.ts'

/** A color as a browser's own picker takes it; what it can't say begins at black. */
function hexOf(color: string): string {
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(color)
  if (parts)
    return `#${parts
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`
  return /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'
}

/** A picture of what is colored over a bar in its color; the browser's own picker opens on it. */
function ColorButton(props: { label: string; icon: IconComponent; look: TextLook; value: string }) {
  const { label, icon: Icon, look, value } = props
  const run = useTextCommand()
  return (
    <Tooltip text={label}>
      <label className={styles.color} style={{ '--chosen': value || 'var(--line-strong)' } as CSSProperties}>
        <Icon size={18} aria-hidden />
        <input
          type="color"
          aria-label={label}
          value={hexOf(value)}
          onChange={(event) => run({ kind: 'look', look, value: event.target.value }, true)}
        />
      </label>
    </Tooltip>
  )
}

/** Where the selected text leads; asked by Ctrl+K or the button, answered with Enter, left with Escape. */
function LinkForm() {
  const editor = useEditorInstance()
  const id = useId()
  const link = useEditor((state) => state.textFormat?.link ?? null)
  const leave = () => {
    editor.model.show({ dialog: null })
    editor.view.text?.focus()
  }
  const set = (href: string | null) => {
    formatText(editor, { kind: 'link', href })
    leave()
  }
  // It is about the text that is being typed: with that it ends.
  useEffect(() => () => editor.model.show({ dialog: null }), [editor])
  return (
    <div
      className={styles.link}
      role="dialog"
      aria-label="Link"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
        event.stopPropagation()
      }}
    >
      <label htmlFor={id}>Link to</label>
      <LinkInput id={id} value={link ?? ''} autoFocus onChange={(href) => set(href === '' ? null : href)} />
      <IconButton label="Done" icon={<Check size={18} aria-hidden />} onClick={leave} />
      {link !== null && (
        <IconButton label="Remove the link" icon={<Unlink size={18} aria-hidden />} onClick={() => set(null)} />
      )}
    </div>
  )
}

const marks = ['bold', 'italic', 'underline', 'code'] as const
const paragraphs = ['bullet-list', 'number-list', 'text-left', 'text-center', 'text-right'] as const

/** What is done to the text that is being typed. The keyboard stays in the text, or goes back to it. */
export function TextBar() {
  const format = useEditor(shownFormat)
  const asked = useEditor((state) => state.dialog === 'link')
  const id = useId()
  const run = useTextCommand()
  const size = useShownSize()
  if (!format) return null
  return (
    <>
      <span className={styles.kind}>
        <Choice
          label="Style"
          value={format.list === 'none' ? format.paragraph : 'p'}
          options={paragraphKinds}
          onChange={(value) => run({ kind: 'paragraph', paragraph: value as ParagraphKind })}
        />
      </span>
      <span className={styles.size} title={size.says}>
        <NumberInput
          id={id}
          label="Size"
          unit=""
          min={6}
          max={400}
          step={1}
          value={size.value}
          onChange={(px, stepped) => run({ kind: 'size', px }, stepped)}
        />
      </span>
      <span className={styles.divider} />
      {marks.map((name) => (
        <ActionButton key={name} action={actionNamed(name)} />
      ))}
      <ColorButton label="Text colour" icon={Baseline} look="color" value={format.color} />
      <ColorButton label="Highlight colour" icon={Highlighter} look="background-color" value={format.highlight} />
      <span className={styles.divider} />
      {paragraphs.map((name) => (
        <ActionButton key={name} action={actionNamed(name)} />
      ))}
      <span className={styles.divider} />
      <ActionButton action={actionNamed('link')} />
      <ActionButton action={actionNamed('clear-format')} />
      {asked && <LinkForm />}
    </>
  )
}
