import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { SlideId } from '../../document/deck-model.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useStore } from '../../ui/store.ts'
import { actionNamed } from '../actions/index.ts'
import { matchesShortcut } from '../actions/match-shortcut.ts'
import { isSkipped } from '../actions/slide-actions.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { footerNumber, openFooters } from '../themes/open-footers.ts'
import type { DropPlace } from './drop-place.ts'
import styles from './overview.module.css'
import { type OverviewDirection, overviewDropPlace, overviewMove, overviewNeighbor } from './overview-places.ts'
import { type ListItem, listItems } from './slide-list-items.ts'
import { SlideThumbnail } from './slide-thumbnail.tsx'
import { type SlideDragging, useSlideDrag } from './use-slide-drag.ts'
import { type SlideSelection, useSlideSelection } from './use-slide-selection.ts'

const directions: Readonly<Record<string, OverviewDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const unfolded: ReadonlySet<SlideId> = new Set()

function go(model: EditorModel, direction: OverviewDirection, moves: boolean): void {
  const state = model.getState()
  const ids = selectedSlidesOf(state)
  if (!moves) {
    const next = overviewNeighbor(state.deck, state.slideId, direction)
    model.show({ selectedSlides: [] })
    if (next) model.goTo(next)
    return
  }
  const place = overviewMove(state.deck, ids, direction)
  const label = ids.length === 1 ? 'Move slide' : 'Move slides'
  if (place) model.apply(moveSlides(ids, place), { undo: 'step', label })
}

/** Handles a key of the overview; returns false for other keys. */
function pressKey(editor: Editor, selection: SlideSelection, event: KeyboardEvent, close: () => void): boolean {
  const direction = directions[event.key]
  const mod = event.ctrlKey || event.metaKey
  const history = ['undo', 'redo'].map(actionNamed).find((one) => one.shortcuts.some((s) => matchesShortcut(event, s)))
  if (direction && event.shiftKey && !mod) selection.step(direction === 'right' || direction === 'down' ? 1 : -1, true)
  else if (direction) go(editor.model, direction, mod)
  else if (event.key === 'Enter') close()
  else if (event.key === 'Delete' || event.key === 'Backspace') actionNamed('delete-slide').run(editor)
  else if (history?.when(editor.model.getState())) history.run(editor)
  else return false
  return true
}

function DropMark({ place }: { place: DropPlace }) {
  return (
    <span className={classNames(styles.drop, styles[place.side])} data-drop={place.side}>
      <span>{place.nested ? 'below' : 'beside'}</span>
    </span>
  )
}

interface OverviewSlideProps {
  readonly item: ListItem
  readonly dragging: SlideDragging
  readonly selection: SlideSelection
  readonly focus: RefObject<HTMLButtonElement | null>
  open(): void
}

function OverviewSlide({ item, dragging, selection, focus, open }: OverviewSlideProps) {
  const { slideId, number } = item
  const slide = useEditor(({ deck }) => deck.slides[slideId])
  const settings = useEditor(({ deck }) => deck.settings)
  useStore(openFooters)
  const inFooter = useEditor(({ deck }) => footerNumber(deck, slideId))
  const shownNumber = useCallback(() => inFooter, [inFooter])
  const current = useEditor((state) => state.slideId === slideId)
  const selected = useEditor((state) => state.selectedSlides.includes(slideId))
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!current) return
    focus.current = button.current
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    button.current?.focus({ preventScroll: true })
  }, [current, focus])
  if (!slide) return null
  const { drag } = dragging
  const skipped = isSkipped(slide)
  return (
    <li className={classNames(styles.place, drag?.item.includes(slideId) && styles.dragged)} data-slide-item={slideId}>
      {drag?.place?.of === slideId && <DropMark place={drag.place} />}
      <button
        ref={button}
        type="button"
        className={classNames(styles.slide, current && styles.current, selected && styles.selected)}
        aria-label={`Slide ${number}${skipped ? ', skipped' : ''}`}
        aria-current={current || undefined}
        aria-pressed={selected || undefined}
        tabIndex={current ? 0 : -1}
        onPointerDown={(event) => dragging.begin(event, slideId)}
        onClick={(event) => selection.press(slideId, event)}
        onDoubleClick={open}
      >
        <span className={classNames(styles.picture, skipped && styles.skipped)}>
          <SlideThumbnail slide={slide} settings={settings} number={shownNumber} />
        </span>
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  )
}

function OverviewGrid({ focus, close }: { focus: RefObject<HTMLButtonElement | null>; close(): void }) {
  const editor = useEditorInstance()
  const stacks = useEditor(({ deck }) => deck.stacks)
  const items = useMemo(() => listItems(stacks, unfolded), [stacks])
  const selection = useSlideSelection(items, unfolded)
  const dragging = useSlideDrag({ placeFor: overviewDropPlace })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target as Element).closest('[data-slide-item]') || !pressKey(editor, selection, event, close)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the slides in it
    <div ref={dragging.scroller} className={styles.map} data-slide-list onKeyDown={onKeyDown}>
      {stacks.map((stack, h) => (
        <ol key={stack.slides[0]} className={styles.stack} aria-label={`Place ${h + 1}`}>
          {items
            .filter((item) => item.h === h)
            .map((item) => (
              <OverviewSlide key={item.slideId} {...{ item, dragging, selection, focus }} open={close} />
            ))}
        </ol>
      ))}
    </div>
  )
}

/** The overview: stacks next to each other, their slides below each other. Slides can be selected and moved. */
export function Overview() {
  const { model, view } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'overview')
  const focus = useRef<HTMLButtonElement>(null)
  const close = () => model.show({ dialog: null })
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Overview"
      description="Arrow keys go from slide to slide, with Ctrl (⌘) they move it. Enter opens the slide."
      size="full"
      initialFocus={focus}
      returnsFocus={() => {
        view.focusCanvas()
        return false
      }}
    >
      <OverviewGrid focus={focus} close={close} />
    </Dialog>
  )
}
