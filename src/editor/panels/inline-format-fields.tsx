import type { ReactNode } from 'react'
import { useId } from 'react'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId } from '../../document/deck-model.ts'
import { shownFormat } from '../actions/format-text.ts'
import { actionNamed } from '../actions/index.ts'
import type { ParagraphKind, TextFormat, TextStyle } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { type ColorChoice, ColorInput } from './colors/color-button.tsx'
import { LinkInput } from './link-input.tsx'
import { NumberInput } from './number-input.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { Choice, lettersPlace, offeredFont, paragraphKinds, useFontFamilies, useTextCommand } from './text-controls.tsx'
import { useShownSize } from './use-shown-size.ts'
import { useThemeColor } from './use-theme-color.ts'

const weights = [
  { value: '', label: 'The theme’s' },
  { value: '300', label: 'Light' },
  { value: '400', label: 'Regular' },
  { value: '600', label: 'Semi-bold' },
  { value: '700', label: 'Bold' },
  { value: '900', label: 'Black' },
]

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

function TextColor(
  props: Pick<ColorChoice, 'label' | 'value' | 'theme' | 'contrast'> & { property: TextStyle; none?: string },
) {
  const { label, property, value, none, theme, contrast } = props
  const run = useTextCommand()
  return (
    <Row label={label}>
      {(id) => (
        <ColorInput
          id={id}
          label={label}
          none={none}
          theme={theme}
          contrast={contrast}
          value={value}
          onChange={(color, merges) => run({ kind: 'look', look: property, value: color }, merges, true)}
        />
      )}
    </Row>
  )
}

function Colors({ format, blockId }: { format: TextFormat; blockId: BlockId | null }) {
  const theme = useThemeColor(blockId, format.color === '' ? lettersPlace : null)
  return (
    <>
      <TextColor label="Color" property="color" value={format.color} theme={theme} contrast="text" />
      <TextColor label="Highlight" property="background-color" value={format.highlight} none="None" />
    </>
  )
}

/** The number of a numbered list's first item. */
function ListStart({ start }: { start: number }) {
  const run = useTextCommand()
  return (
    <Row label="Count from">
      {(id) => (
        <NumberInput
          id={id}
          unit=""
          min={0}
          max={10_000}
          step={1}
          value={start}
          onChange={(value) => run({ kind: 'start', start: Math.round(value) }, true)}
        />
      )}
    </Row>
  )
}

function Letters({ format, blockId }: { format: TextFormat; blockId: BlockId | null }) {
  const run = useTextCommand()
  const families = useFontFamilies()
  const setStyle = (property: TextStyle) => (value: string) => run({ kind: 'look', look: property, value })
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
          <Choice id={id} value={offeredFont(format.font)} options={families} onChange={setStyle('font-family')} />
        )}
      </Row>
      <Row label="Size" title={size.explanation}>
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
        {(id) => <Choice id={id} value={format.weight} options={weights} onChange={setStyle('font-weight')} />}
      </Row>
      <Colors format={format} blockId={blockId} />
      {format.list === 'number' && <ListStart start={format.start} />}
    </>
  )
}

/** Whether the whole block is a link: its text needs none then. */
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

/** Text styles: of the selected text while editing, otherwise of all text in the selected blocks. */
export function InlineFormatFields({ blocks }: { readonly blocks: readonly Block[] }) {
  const { view } = useEditorInstance()
  const format = useEditor(shownFormat)
  if (!format || !blocks.every((block) => editorOf(block.type)?.text)) return null
  return (
    <PanelGroup title="Text">
      <fieldset
        aria-label="Letters"
        className={styles.fields}
        onKeyDown={(event) => {
          // NumberInput applies a typed number on the same key, before this.
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
