import type { Block, BlockId, Frame } from '../../document/deck-model.ts'
import { limits } from '../../rules/limits.ts'
import { setFrames } from '../commands/block-commands.ts'
import { type Box, boundsOf, frameOfBox } from '../geometry/box.ts'
import { type BoxNumber, boxesWith } from '../geometry/box-numbers.ts'
import { unionOf } from '../geometry/rect.ts'
import type { EditorView } from '../state/editor-view.ts'
import { selectedIn } from '../state/selection.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { NumberInput } from './number-input.tsx'
import styles from './panel.module.css'
import { ScrubLabel } from './scrub-label.tsx'

interface FrameNumber {
  readonly name: BoxNumber
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

/** Position, size and angle of the selected blocks: of one block its frame, of several their bounding box. */
export function FrameFields({ blocks }: { readonly blocks: readonly Block[] }) {
  const { model, view } = useEditorInstance()
  // Subscribes to automatic heights: they change while the text is typed, without a change of the blocks.
  useEditor(() => blocks.map((block) => (block.frame?.height === null ? view.canvas.height(block.id) : 0)).join())
  const free = blocks.filter((block) => block.frame !== null && !block.locked)
  const shown = boxesOf(view, free.length > 0 ? free : blocks.filter((block) => block.frame !== null))
  const all = Object.values(shown)
  const outer: Box = all.length === 1 ? all[0]! : { ...unionOf(all.map(boundsOf)), rotation: 0 }
  const change = (name: BoxNumber, value: number, merge: boolean) => {
    // Reads the current blocks: while a label is dragged, the rendered ones may be outdated.
    const ids = new Set(free.map((block) => block.id))
    const now = selectedIn(model.getState()).filter((block) => ids.has(block.id))
    const frames = framesWith(view, now, name, value)
    const key = `frame-${name}`
    model.apply(setFrames(model.getState().slideId, frames), { undo: merge ? 'merge' : 'step', label: 'Place', key })
  }
  return (
    <div className={styles.frame}>
      {frameNumbers.map(({ name, label, title, min, max }) => (
        <div key={name} className={styles.frameField}>
          {free.length === 0 || (name === 'rotation' && all.length > 1) ? (
            // Several blocks have no common angle to drag: each rotation begins at 0.
            <span aria-hidden="true">{label}</span>
          ) : (
            <ScrubLabel
              htmlFor={`frame-${name}`}
              {...{ min, max }}
              step={1}
              undoLabel="Place"
              value={outer[name]}
              onChange={(value, merge) => change(name, value, merge)}
            >
              <span aria-hidden="true">{label}</span>
            </ScrubLabel>
          )}
          <NumberInput
            id={`frame-${name}`}
            label={title}
            unit=""
            step={1}
            disabled={free.length === 0}
            {...{ min, max }}
            value={outer[name]}
            onChange={(value, merge) => change(name, value, merge)}
          />
        </div>
      ))}
    </div>
  )
}

/** Boxes by block id. An automatic height is measured. */
function boxesOf(view: EditorView, blocks: readonly Block[]): Readonly<Record<BlockId, Box>> {
  const boxes = blocks.map(({ id, frame }) => {
    return [id, { ...frame!, height: frame!.height ?? view.canvas.height(id) }] as const
  })
  return Object.fromEntries(boxes)
}

/** An automatic height stays automatic, unless it was typed. */
function framesWith(
  view: EditorView,
  blocks: readonly Block[],
  name: BoxNumber,
  value: number,
): Readonly<Record<BlockId, Frame>> {
  const boxes = boxesWith(boxesOf(view, blocks), name, value)
  const frames = blocks.map(({ id, frame }) => {
    return [id, frameOfBox(boxes[id]!, frame!.height === null && name !== 'height')] as const
  })
  return Object.fromEntries(frames)
}
