import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { SlideId } from '../../document/types.ts'
import { Button } from '../../ui/button.tsx'
import { actionNamed } from '../actions/index.ts'
import { countedSlides } from '../actions/slide-places.ts'
import { positionOf } from '../commands/find-slide.ts'
import { ActionButton } from '../panels/action-button.tsx'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { dropPlace } from './drop-place.ts'
import { SlideItem, type SlideItemVerbs } from './slide-item.tsx'
import styles from './slide-list.module.css'
import { listItems, withFolded } from './slide-list-items.ts'
import { SlideContextMenu, SlideMenu } from './slide-menu.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useSlideClipboard } from './use-slide-clipboard.ts'
import { type SlideDrag, useSlideDrag } from './use-slide-drag.ts'
import { type SlidePicking, useSlidePicking } from './use-slide-picking.ts'

const add = actionNamed('new-slide')

/** How many slides are on the pointer, beside it, when it is more than one. */
function DragCount({ drag }: { drag: SlideDrag }) {
  if (drag.item.length < 2) return null
  return (
    <span className={styles.dragCount} style={{ left: drag.x + 14, top: drag.y + 10 }}>
      {countedSlides(drag.item.length)}
    </span>
  )
}

/** The stacks that are folded, by their first slide. The one that holds the slide on the canvas, below its top, opens. */
function useFolding(): { folded: ReadonlySet<SlideId>; fold: SlideItemVerbs['fold'] } {
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
      // Nobody works on a slide that the list does not show.
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

/** Functions that stay the same while what they do follows the latest picking and dragging. */
function useItemVerbs(picking: SlidePicking, begin: SlideItemVerbs['begin'], fold: SlideItemVerbs['fold']) {
  const latest = useRef({ picking, begin })
  latest.current = { picking, begin }
  return useMemo<SlideItemVerbs>(
    () => ({
      begin: (event, slideId) => latest.current.begin(event, slideId),
      press: (slideId, event) => latest.current.picking.press(slideId, event),
      fold,
    }),
    [fold],
  )
}

/** The buttons at the foot of the list. */
function ListFoot() {
  const editor = useEditorInstance()
  const hasRoom = useEditor(add.when)
  return (
    <div className={styles.add}>
      <Button
        wide
        icon={<Plus size={16} />}
        disabled={!hasRoom}
        onClick={(event) => {
          add.run(editor)
          // The next keys are for the new slide, unless the button was pressed with a key and is again.
          if (event.detail > 0) editor.view.focusCanvas()
        }}
      >
        Slide
      </Button>
      <ActionButton action={actionNamed('slide-templates')} />
      <SlideMenu />
    </div>
  )
}

/** All slides of the deck in two levels: to go to, to choose, to add, to move by dragging or with the keys. */
export function SlideList() {
  const { model } = useEditorInstance()
  const stacks = useEditor(({ deck }) => deck.stacks)
  const { folded, fold } = useFolding()
  const items = useMemo(() => listItems(stacks, folded), [stacks, folded])
  const picking = useSlidePicking(items, folded)
  const { drag, begin, scroller } = useSlideDrag({
    placeFor: dropPlace,
    slidesWith: (slideId) => withFolded(model.getState().deck.stacks, folded, [slideId]),
  })
  const verbs = useItemVerbs(picking, begin, fold)
  const onKeyDown = useListKeys(picking)
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
            const { slideId, picked } = model.getState()
            // The menu is about what it is opened on.
            if (id !== undefined && id !== slideId && !picked.includes(id))
              picking.press(id, { shiftKey: false, ctrlKey: false, metaKey: false })
          }}
        >
          {items.map((item) => (
            <SlideItem
              key={item.slideId}
              {...item}
              dragged={drag?.item.includes(item.slideId) ?? false}
              drop={drag?.place?.of === item.slideId ? drag.place : null}
              verbs={verbs}
            />
          ))}
        </ol>
      </SlideContextMenu>
      {drag && <DragCount drag={drag} />}
      <ListFoot />
    </nav>
  )
}
