import { Play, Plus, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Slide } from '../../../document/deck-model.ts'
import { countInnerFragments } from '../../../document/inner-fragments.ts'
import { entriesOf, movedEntry, type StepEntry, withoutEntry } from '../../../document/slide-steps.ts'
import { fragmentStyles } from '../../../rules/fragment-styles.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useItemDrag } from '../../../ui/use-item-drag.ts'
import { animateBlocks, setEntries } from '../../commands/step-commands.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import { blockLabel } from '../block-label.ts'
import panel from '../panel.module.css'
import { PanelGroup } from '../panel-group.tsx'
import { panelTitle } from '../panel-names.ts'
import { AutoAnimateSwitch } from '../slide-options/slide-motion.tsx'
import styles from './animation.module.css'
import { EntryRow } from './entry-row.tsx'
import { playSteps } from './play-steps.ts'
import { type InnerStep, slideSteps } from './slide-steps.ts'

function useSlide(): Slide {
  return useEditor(({ deck, slideId }) => deck.slides[slideId]!)
}

/** Plays the slide's steps on the canvas; any change or key press stops it. */
function Preview({ slide }: { slide: Slide }) {
  const { model, view } = useEditorInstance()
  const [step, setStep] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const stop = useRef<() => void>(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide, or a change of this one, stops the preview
  useEffect(() => () => stop.current(), [slide])
  const start = () => {
    model.stopEditing()
    model.select([])
    setPlaying(true)
    const end = playSteps(
      slide,
      (block) => view.canvas.element(block),
      (now) => {
        setStep(now)
        if (now === null) setPlaying(false)
      },
    )
    stop.current = () => {
      stop.current = () => {}
      end()
    }
  }
  return (
    <Button
      size="s"
      wide
      icon={playing ? <Square size={14} aria-hidden /> : <Play size={14} aria-hidden />}
      onClick={() => (playing ? stop.current() : start())}
    >
      {playing ? `Stop${step === null ? '' : ` (step ${step + 1})`}` : 'Preview'}
    </Button>
  )
}

/** The button that makes the selected blocks appear step by step. */
function AddEntry({ slide }: { slide: Slide }) {
  const { model } = useEditorInstance()
  const selection = useEditor((state) => state.selection)
  const plain = slide.blocks.filter((block) => selection.includes(block.id) && !block.fragment && block.frame !== null)
  const add = () => {
    const ids = plain.map((block) => block.id)
    model.apply(animateBlocks(slide.id, ids, ''), { undo: 'step', label: 'Animate' })
  }
  return (
    <Button size="s" wide icon={<Plus size={14} aria-hidden />} disabled={plain.length === 0} onClick={add}>
      {plain.length > 1 ? `Animate ${plain.length} blocks` : 'Animate the selection'}
    </Button>
  )
}

/** The steps within blocks, after all others. They are edited in the block's own panel. */
function InnerSteps({ steps }: { steps: readonly InnerStep[] }) {
  const { model } = useEditorInstance()
  const selection = useEditor((state) => state.selection)
  return (
    <ol className={styles.list} aria-label="Steps inside of blocks">
      {steps.map(({ block, words, step }) => (
        <li key={step} className={classNames(styles.row, selection.includes(block.id) && styles.selected)}>
          <div className={styles.inner}>
            <span className={styles.number}>{step + 1}</span>
            <button
              type="button"
              className={styles.label}
              title="Its lines are chosen in its own panel"
              onClick={() => model.select([block.id])}
            >
              {blockLabel(block)}: {words}
            </button>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The index of the row at a height of the window (px); below all rows, the last one. */
function rowAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])]
  const index = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
  return index < 0 ? rows.length - 1 : index
}

interface EntriesProps {
  readonly slide: Slide
  readonly entries: readonly StepEntry[]
  /** The step number of each entry, from 0. */
  readonly numbers: readonly number[]
}

function Entries({ slide, entries, numbers }: EntriesProps) {
  const { model } = useEditorInstance()
  const list = useRef<HTMLOListElement>(null)
  const set = (next: readonly StepEntry[], merge = false) =>
    model.apply(setEntries(slide.id, next), { undo: merge ? 'merge' : 'step', label: panelTitle('animation') })
  const move = (from: number, to: number) => {
    if (to >= 0 && to < entries.length) set(movedEntry(entries, from, to))
  }
  const { drag, begin } = useItemDrag<number, number>({
    touch: 'at-once',
    placeAt: ({ y }, from) => {
      const to = rowAt(list.current, y)
      return to === from ? null : to
    },
    drop: move,
  })
  return (
    <ol ref={list} className={styles.list} aria-label="Steps of blocks">
      {entries.map((entry, index) => (
        <EntryRow
          key={entry.block}
          {...{ entry, slide, index }}
          isDragged={drag?.item === index}
          isOver={drag?.place === index}
          onDragStart={(event) => begin(event, index)}
          step={numbers[index]!}
          onChange={(next, merge) => set(entries.with(index, next), merge)}
          onMove={(to) => move(index, to)}
          onRemove={() => set(withoutEntry(entries, entry.block))}
        />
      ))}
    </ol>
  )
}

/**
 * The Animation panel: the order in which blocks appear, their fragment styles, and whether a step waits for a press.
 */
export function AnimationPane() {
  const slide = useSlide()
  const entries = entriesOf(slide)
  const inner = countInnerFragments(slide)
  const steps = slideSteps(slide, entries)
  return (
    <>
      <PanelGroup title="Steps of this slide">
        {entries.length === 0 && steps.inner.length === 0 && (
          <p className={panel.note}>
            Everything is there at once. Select a block on the slide and animate it: {fragmentStyles.length} ways to
            appear or go.
          </p>
        )}
        {entries.length > 0 && <Entries slide={slide} entries={entries} numbers={steps.entries} />}
        {steps.inner.length > 0 && <InnerSteps steps={steps.inner} />}
        {inner > 0 && (
          <p className={panel.note}>
            {inner === 1 ? 'One piece of a text appears by itself' : `${inner} pieces of texts appear by themselves`},
            as written in the HTML. What is changed here leaves their moment to them.
          </p>
        )}
        <AddEntry slide={slide} />
        {entries.length > 0 && <Preview slide={slide} />}
      </PanelGroup>
      <PanelGroup title="Between slides">
        <AutoAnimateSwitch />
        <p className={panel.note}>
          What this slide and its neighbor share moves over. Blocks with the same name under Animation in their own
          panel belong together.
        </p>
      </PanelGroup>
    </>
  )
}
