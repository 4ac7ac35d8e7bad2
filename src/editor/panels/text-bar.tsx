import { Baseline, Check, Highlighter, Unlink } from 'lucide-react'
import { type CSSProperties, useEffect, useId } from 'react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { formatText, shownFormat } from '../actions/format-text.ts'
import { actionNamed } from '../actions/index.ts'
import type { ParagraphKind, TextStyle } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { NumberInput } from './field-control.tsx'
import { LinkInput } from './link-input.tsx'
import styles from './text-bar.module.css'
import { Choice, paragraphKinds, useTextCommand } from './text-controls.tsx'
import { useShownSize } from './use-shown-size.ts'

/** A color in the format of the native color picker; black if it cannot be converted. */
function hexOf(color: string): string {
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(color)
  if (parts)
    return `#${parts
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`
  return /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'
}

/** An icon over a bar in the current color; a press opens the native color picker. */
function ColorButton(props: { label: string; icon: IconComponent; property: TextStyle; value: string }) {
  const { label, icon: Icon, property, value } = props
  const run = useTextCommand()
  return (
    <Tooltip text={label}>
      <label className={styles.color} style={{ '--chosen': value || 'var(--line-strong)' } as CSSProperties}>
        <Icon size={18} aria-hidden />
        <input
          type="color"
          aria-label={label}
          value={hexOf(value)}
          onChange={(event) => run({ kind: 'look', look: property, value: event.target.value }, true)}
        />
      </label>
    </Tooltip>
  )
}

/** The link of the selected text: opened by Ctrl+K or the button, applied by Enter, closed by Escape. */
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
  // Belongs to the text being edited: when that ends, the form closes.
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

/** The toolbar of the text being edited. The focus stays in the text, or returns to it. */
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
      <span className={styles.size} title={size.explanation}>
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
      <ColorButton label="Text color" icon={Baseline} property="color" value={format.color} />
      <ColorButton label="Highlight color" icon={Highlighter} property="background-color" value={format.highlight} />
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
