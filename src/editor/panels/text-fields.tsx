import type { ReactNode } from 'react'
import { useId } from 'react'
import { editorOf } from '../../blocks/editors.ts'
import { textFonts } from '../../blocks/fonts.ts'
import type { Block, BlockId } from '../../document/types.ts'
import { formatText, shownFormat } from '../actions/format-text.ts'
import { actionNamed } from '../actions/index.ts'
import { useCustomFonts } from '../fonts/use-custom-fonts.ts'
import type { ParagraphKind, TextCommand, TextFormat, TextLook } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { ColorInput, NumberInput } from './field-control.tsx'
import { LinkInput } from './link-input.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { useShownSize } from './use-shown-size.ts'
import { useThemeColor } from './use-theme-color.ts'

/** The kinds of paragraph that are offered: text and headings in the order of their size, then what is set apart. */
export const paragraphKinds: readonly { readonly value: ParagraphKind; readonly label: string }[] = [
  { value: 'p', label: 'Text' },
  { value: 'h1', label: 'Heading 1' },
  { value: 'h2', label: 'Heading 2' },
  { value: 'h3', label: 'Heading 3' },
  { value: 'quote', label: 'Quote' },
  { value: 'caption', label: 'Caption' },
]

const weights = [
  { value: '', label: 'The theme’s' },
  { value: '300', label: 'Light' },
  { value: '400', label: 'Regular' },
  { value: '600', label: 'Semi-bold' },
  { value: '700', label: 'Bold' },
  { value: '900', label: 'Black' },
]

const fonts = [{ value: '', label: 'The theme’s' }, ...textFonts]

/** Does a text command; where text is being typed, the keyboard goes back to it afterward. */
export function useTextCommand(): (command: TextCommand, merges?: boolean) => void {
  const editor = useEditorInstance()
  return (command, merges = false) => {
    formatText(editor, command, merges)
    // A picker that is still open, or a number that is stepped, keeps the keyboard.
    if (!merges) editor.view.text?.focus()
  }
}

/** A menu of a few values; one that is set and not among them is shown as it is. */
export function Choice(props: {
  readonly id?: string
  readonly label?: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChange(value: string): void
}) {
  const { id, label, value, options, onChange } = props
  const known = options.some((option) => option.value === value)
  return (
    <select
      id={id}
      className={styles.control}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {!known && <option value={value}>{value}</option>}
    </select>
  )
}

/** The offered font whose family comes first in a list, however it is quoted; else the list itself. */
function offeredFont(list: string): string {
  const plain = (value: string): string => (value.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()
  return textFonts.find((font) => plain(font.value) === plain(list))?.value ?? list
}

function Row(props: { label: string; title?: string | undefined; children: (id: string) => ReactNode }) {
  const { label, title, children } = props
  const id = useId()
  return (
    <div className={styles.row} title={title}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

function LookColor(props: { label: string; look: TextLook; value: string; none?: string; theme?: string }) {
  const { label, look, value, none, theme } = props
  const run = useTextCommand()
  return (
    <Row label={label}>
      {(id) => (
        <ColorInput
          id={id}
          label={label}
          none={none}
          theme={theme}
          value={value}
          onChange={(color, merges) => run({ kind: 'look', look, value: color }, merges)}
        />
      )}
    </Row>
  )
}

const letters = { part: '.block-content > *', property: 'color' }

function Letters({ format, blockId }: { format: TextFormat; blockId: BlockId | null }) {
  const run = useTextCommand()
  const custom = useCustomFonts()
  const theme = useThemeColor(blockId, format.color === '' ? letters : null)
  const look = (name: TextLook) => (value: string) => run({ kind: 'look', look: name, value })
  const size = useShownSize()
  return (
    <>
      <Row label="Style">
        {(id) => (
          <Choice
            id={id}
            value={format.paragraph}
            options={paragraphKinds}
            onChange={(value) => run({ kind: 'paragraph', paragraph: value as ParagraphKind })}
          />
        )}
      </Row>
      <Row label="Font">
        {(id) => (
          <Choice
            id={id}
            value={offeredFont(format.font)}
            options={[...fonts, ...custom]}
            onChange={look('font-family')}
          />
        )}
      </Row>
      <Row label="Size" title={size.says}>
        {(id) => (
          <NumberInput
            id={id}
            unit="px"
            min={6}
            max={400}
            step={1}
            value={size.value}
            onChange={(px) => run({ kind: 'size', px }, true)}
          />
        )}
      </Row>
      <Row label="Weight">
        {(id) => <Choice id={id} value={format.weight} options={weights} onChange={look('font-weight')} />}
      </Row>
      <LookColor label="Colour" look="color" value={format.color} theme={theme} />
      <LookColor label="Highlight" look="background-color" value={format.highlight} none="None" />
      {format.list === 'number' && (
        <Row label="Count from">
          {(id) => (
            <NumberInput
              id={id}
              unit=""
              min={0}
              max={10_000}
              step={1}
              value={format.start}
              onChange={(start) => run({ kind: 'start', start: Math.round(start) }, true)}
            />
          )}
        </Row>
      )}
    </>
  )
}

/** Whether a block is a link as a whole: its text needs none then. */
function hasLink(block: Block): boolean {
  const groups = editorOf(block.type)?.panel ?? []
  return groups.some((group) => group.fields.some((field) => field.kind === 'link'))
}

function TextLink({ link }: { link: string | null }) {
  const id = useId()
  const run = useTextCommand()
  return (
    <div className={styles.stacked}>
      <label htmlFor={id}>Link</label>
      <LinkInput
        id={id}
        value={link ?? ''}
        onChange={(href) => run({ kind: 'link', href: href === '' ? null : href })}
      />
    </div>
  )
}

/** How the letters look: of the selected text while typing, else of all text in the selected blocks. */
export function TextFields({ blocks }: { readonly blocks: readonly Block[] }) {
  const { view } = useEditorInstance()
  const format = useEditor(shownFormat)
  if (!format || !blocks.every((block) => editorOf(block.type)?.text)) return null
  return (
    <PanelGroup title="Text">
      <fieldset
        aria-label="Letters"
        className={styles.fields}
        onKeyDown={(event) => {
          // A number that was typed is taken by then: the field does that with the same key.
          if (event.key === 'Enter') view.text?.focus()
        }}
      >
        <Letters format={format} blockId={blocks[0]?.id ?? null} />
        {!blocks.some(hasLink) && <TextLink link={format.link} />}
        <div className={styles.buttons}>
          {['strike', 'code', 'sub', 'sup', 'clear-format', 'reset-text'].map((id) => (
            <ActionButton key={id} action={actionNamed(id)} />
          ))}
        </div>
      </fieldset>
    </PanelGroup>
  )
}
