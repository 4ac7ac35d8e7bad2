import { editorOf } from '../../blocks/editors.ts'
import type { Block, Frame } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { setFrames, setStyle, updateBlocks } from '../commands/block-commands.ts'
import { sameItems, useEditor, useEditorInstance } from '../state/use-editor.ts'
import { FieldControl, NumberInput } from './field-control.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'

/** The selected blocks; a component that asks renders again only when one of them changes. */
export function useSelectedBlocks(): readonly Block[] {
  return useEditor(({ deck, slideId, selection }) => {
    const chosen = new Set(selection)
    return deck.slides[slideId]?.blocks.filter((block) => chosen.has(block.id)) ?? []
  }, sameItems)
}

/** The properties of the selected blocks' own type; nothing when they are of several. */
function TypeFields({ blocks }: { blocks: readonly Block[] }) {
  const editor = useEditorInstance()
  const first = blocks[0]
  if (!first || !blocks.every((block) => block.type === first.type)) return null
  return editorOf(first.type)?.panel.map((group) => (
    <PanelGroup key={group.title} title={group.title}>
      {group.fields
        .filter((field) => field.when?.(first) ?? true)
        .map((field) => (
          <FieldControl
            key={field.label}
            field={field}
            block={first}
            onChange={(change, merge) =>
              editor.apply(
                updateBlocks(
                  editor.getState().slideId,
                  blocks.map((block) => block.id),
                  change,
                ),
                { undo: merge ? 'merge' : 'step', label: field.label },
              )
            }
          />
        ))}
    </PanelGroup>
  ))
}

interface FrameNumber {
  readonly name: keyof Frame
  readonly label: string
  readonly title: string
  readonly min: number
  readonly max: number
}

const far = 10_000
const frameNumbers: readonly FrameNumber[] = [
  { name: 'x', label: 'X', title: 'Left', min: -far, max: far },
  { name: 'y', label: 'Y', title: 'Top', min: -far, max: far },
  { name: 'width', label: 'W', title: 'Width', min: limits.ui.resizerMin, max: far },
  { name: 'height', label: 'H', title: 'Height', min: limits.ui.resizerMin, max: far },
  { name: 'rotation', label: '°', title: 'Rotation', min: -360, max: 720 },
]

/** Where one block stands, in numbers. */
function FrameFields({ block }: { block: Block }) {
  const editor = useEditorInstance()
  const { frame } = block
  if (!frame) return null
  const change = (name: keyof Frame, value: number, merge: boolean) => {
    const next = { ...frame, [name]: name === 'rotation' ? ((value % 360) + 360) % 360 : value }
    editor.apply(setFrames(editor.getState().slideId, { [block.id]: next }), {
      undo: merge ? 'merge' : 'step',
      label: 'Place',
      key: `frame-${name}`,
    })
  }
  return (
    <div className={styles.frame}>
      {frameNumbers.map(({ name, label, title, min, max }) => (
        <div key={name} className={styles.frameField}>
          <span aria-hidden="true">{label}</span>
          <NumberInput
            id={`frame-${name}`}
            label={title}
            unit=""
            step={1}
            {...{ min, max }}
            // A height that follows the content is shown as measured; typing another one fixes it.
            value={frame[name] ?? editor.measuredHeight(block.id)}
            onChange={(value, merge) => change(name, value, merge)}
          />
        </div>
      ))}
    </div>
  )
}

function opacityOf(block: Block): number {
  const declared = block.style.find(([property]) => property === 'opacity')?.[1]
  return declared === undefined ? 100 : Math.round(Number(declared) * 100)
}

/** What all blocks have: place and opacity. Order, alignment and locking are the arrange bar's. */
export function BlockPanel() {
  const editor = useEditorInstance()
  const blocks = useSelectedBlocks()
  const first = blocks[0]
  if (!first) return null
  const only = blocks.length === 1 && editorOf(first.type)?.points === null ? first : null
  return (
    <>
      <TypeFields blocks={blocks} />
      <PanelGroup title={blocks.length === 1 ? 'Place' : `${blocks.length} blocks`}>
        {only && <FrameFields block={only} />}
        <div className={styles.row}>
          <label htmlFor="opacity">Opacity</label>
          <NumberInput
            id="opacity"
            unit="%"
            min={0}
            max={100}
            step={5}
            value={opacityOf(first)}
            onChange={(value, merge) =>
              editor.apply(
                setStyle(
                  editor.getState().slideId,
                  blocks.map((block) => block.id),
                  'opacity',
                  value === 100 ? null : String(value / 100),
                ),
                { undo: merge ? 'merge' : 'step', label: 'Opacity' },
              )
            }
          />
        </div>
      </PanelGroup>
    </>
  )
}
