import { ChevronDown, Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { SlideId } from '../../document/deck-model.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { actionNamed } from '../actions/index.ts'
import { countedSlides } from '../actions/slide-places.ts'
import { positionOf } from '../commands/find-slide.ts'
import { ActionButton } from '../panels/action-button.tsx'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { dropPlace } from './drop-place.ts'
import { SlideItem, type SlideItemActions } from './slide-item.tsx'
import styles from './slide-list.module.css'
import { listItems, withFolded } from './slide-list-items.ts'
import { SlideContextMenu, SlideMenu } from './slide-menu.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useSlideClipboard } from './use-slide-clipboard.ts'
import { type SlideDrag, useSlideDrag } from './use-slide-drag.ts'
import { type SlideSelection, useSlideSelection } from './use-slide-selection.ts'

const add = actionNamed('new-slide')
const choose = actionNamed('new-slide-layout')

/** The number of dragged slides next to the pointer, if there are several. */
function DragCount({ drag }: { drag: SlideDrag }) {
  if (drag.item.length < 2) return null
  return (
    <span className={styles.dragCount} style={{ left: drag.x + 14, top: drag.y + 10 }}>
      {countedSlides(drag.item.length)}
    </span>
  )
}

/** The collapsed stacks, by their first slide. A stack expands if the current slide is in it, below its first. */
function useFolding(): { folded: ReadonlySet<SlideId>; fold: SlideItemActions['fold'] } {
  const { model } = useEditorInstance()
  const [wanted, setWanted] = useState<ReadonlySet<SlideId>>(new Set())
  const hidden = useEditor(({ deck, slideId }) => {
    const place = positionOf(deck, slideId)
    return place && place.v > 0 ? deck.stacks[place.h]!.slides[0]! : null
  })
  const fold = useCallback(
    (slideId: SlideId, folds: boolean) => {
      const { deck, slideId: shown } = model.getState()
      const place = positionOf(deck, slideId)
      // The current slide must stay visible in the list.
      if (folds && place && deck.stacks[place.h]!.slides.includes(shown)) model.goTo(slideId)
      setWanted((before) => {
        const next = new Set(before)
        if (folds) next.add(slideId)
        else next.delete(slideId)
        return next
      })
    },
    [model],
  )
  const folded = useMemo(() => new Set([...wanted].filter((id) => id !== hidden)), [wanted, hidden])
  return { folded, fold }
}

/** Callbacks with a stable identity that use the latest selection and drag. */
function useItemActions(selection: SlideSelection, begin: SlideItemActions['begin'], fold: SlideItemActions['fold']) {
  const latest = useRef({ selection, begin })
  latest.current = { selection, begin }
  return useMemo<SlideItemActions>(
    () => ({
      begin: (event, slideId) => latest.current.begin(event, slideId),
      press: (slideId, event) => latest.current.selection.press(slideId, event),
      fold,
    }),
    [fold],
  )
}

/** The buttons below the list. */
function ListFooter() {
  const editor = useEditorInstance()
  const hasRoom = useEditor(add.when)
  return (
    <div className={styles.add}>
      <div className={styles.split}>
        <Button
          wide
          icon={<Plus size={16} />}
          disabled={!hasRoom}
          onClick={(event) => {
            add.run(editor)
            // After a click the next keys are for the new slide. After a key press the button keeps the focus.
            if (event.detail > 0) editor.view.focusCanvas()
          }}
        >
          Slide
        </Button>
        <IconButton
          label={choose.label}
          icon={<ChevronDown size={16} aria-hidden />}
          aria-haspopup="dialog"
          disabled={!hasRoom}
          onClick={() => choose.run(editor)}
        />
      </div>
      <ActionButton action={actionNamed('slide-templates')} />
      <SlideMenu />
    </div>
  )
}

/** The slide list, in two levels: select, add, and move by dragging or with the keys. */
export function SlideList() {
  const { model } = useEditorInstance()
  const stacks = useEditor(({ deck }) => deck.stacks)
  const { folded, fold } = useFolding()
  const items = useMemo(() => listItems(stacks, folded), [stacks, folded])
  const selection = useSlideSelection(items, folded)
  const { drag, begin, scroller } = useSlideDrag({
    placeFor: dropPlace,
    slidesWith: (slideId) => withFolded(model.getState().deck.stacks, folded, [slideId]),
  })
  const actions = useItemActions(selection, begin, fold)
  const onKeyDown = useListKeys(selection)
  useSlideClipboard()
  return (
    <nav className={styles.list} aria-label="Slides">
      <SlideContextMenu>
        <ol
          ref={scroller}
          className={styles.scroll}
          data-slide-list
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const id = (event.target as Element).closest<HTMLElement>('[data-slide-item]')?.dataset.slideItem
            const { slideId, selectedSlides } = model.getState()
            // A right click on an unselected slide selects it first.
            if (id !== undefined && id !== slideId && !selectedSlides.includes(id))
              selection.press(id, { shiftKey: false, ctrlKey: false, metaKey: false })
          }}
        >
          {items.map((item) => (
            <SlideItem
              key={item.slideId}
              {...item}
              dragged={drag?.item.includes(item.slideId) ?? false}
              drop={drag?.place?.of === item.slideId ? drag.place : null}
              actions={actions}
            />
          ))}
        </ol>
      </SlideContextMenu>
      {drag && <DragCount drag={drag} />}
      <ListFooter />
    </nav>
  )
}
