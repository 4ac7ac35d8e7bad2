import { Baseline, Check, Highlighter, Unlink } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatText, shownFormat, textBlocks } from '../actions/format-text.ts'
import { actionNamed } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { ParagraphKind, TextFormat, TextStyle } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { backToSlide } from './back-to-slide.ts'
import { ColorButton, type ColorChoice } from './colors/color-button.tsx'
import { LinkInput } from './link-input.tsx'
import { NumberInput } from './number-input.tsx'
import styles from './text-bar.module.css'
import { Choice, lettersPlace, offeredFont, paragraphKinds, useFontFamilies, useTextCommand } from './text-controls.tsx'
import { usePlaceNearText } from './use-place-near-text.ts'
import { useShownSize } from './use-shown-size.ts'
import { useThemeColor } from './use-theme-color.ts'

/** A color of the selected text, as an icon over a bar in it. */
function TextColor(
  props: Omit<ColorChoice, 'onChange'> & { readonly icon: IconComponent; readonly property: TextStyle },
) {
  const { icon: Icon, property, ...choice } = props
  const run = useTextCommand()
  return (
    <ColorButton
      {...choice}
      icon={<Icon size={18} aria-hidden />}
      onChange={(value, merges) => run({ kind: 'look', look: property, value }, merges, true)}
    />
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

/** The toolbar's controls. The focus stays in the text, or returns to it. */
function TextTools({ format }: { format: TextFormat }) {
  const asked = useEditor((state) => state.dialog === 'link')
  const isEditing = useEditor((state) => state.editing !== null)
  const id = useId()
  const run = useTextCommand()
  const size = useShownSize()
  const families = useFontFamilies()
  const blockId = useEditor((state) => state.editing ?? state.selection[0] ?? null)
  const theme = useThemeColor(blockId, format.color === '' ? lettersPlace : null)
  return (
    <>
      <span className={styles.family}>
        <Choice
          label="Font"
          value={offeredFont(format.font)}
          options={families}
          onChange={(value) => run({ kind: 'look', look: 'font-family', value })}
        />
      </span>
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
      <TextColor
        label="Text color"
        icon={Baseline}
        property="color"
        value={format.color}
        none="Theme"
        theme={theme}
        contrast="text"
      />
      <TextColor
        label="Highlight color"
        icon={Highlighter}
        property="background-color"
        value={format.highlight}
        none="No highlight"
      />
      <span className={styles.divider} />
      {paragraphs.map((name) => (
        <ActionButton key={name} action={actionNamed(name)} />
      ))}
      <span className={styles.divider} />
      {isEditing && <ActionButton action={actionNamed('link')} />}
      <ActionButton action={actionNamed('clear-format')} />
      {asked && isEditing && <LinkForm />}
    </>
  )
}

/** The format that the toolbar shows; null for selected blocks whose text is not the main thing, such as shapes. */
function barFormat(state: EditorState): TextFormat | null {
  if (state.editing === null && textBlocks(state).some((block) => editorOf(block.type)?.beginsWithPanel)) return null
  return shownFormat(state)
}

/** The toolbar near the text being edited, or near the selected text boxes. */
export function TextBar() {
  const { view } = useEditorInstance()
  const bar = useRef<HTMLDivElement>(null)
  const format = useEditor(barFormat)
  const isMoving = useEditor((state) => state.gesture !== null)
  const isEditing = useEditor((state) => state.editing !== null)
  usePlaceNearText(bar, format !== null && !isMoving)
  if (!format) return null
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label="Text"
      hidden={isMoving}
      data-editing={isEditing || undefined}
      onKeyDown={(event) => backToSlide(view, event)}
    >
      <TextTools format={format} />
    </div>
  )
}
