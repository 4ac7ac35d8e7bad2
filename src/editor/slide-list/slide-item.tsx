import { ChevronRight, EyeOff } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import type { SlideId } from '../../document/deck-model.ts'
import { classNames } from '../../ui/class-names.ts'
import { isSkipped } from '../actions/slide-actions.ts'
import { OverflowSign } from '../panels/overflow-sign.tsx'
import type { EditorState } from '../state/editor-state.ts'
import { sameItems, useEditor, useEditorInstance } from '../state/use-editor.ts'
import type { DropPlace } from './drop-place.ts'
import styles from './slide-list.module.css'
import type { ListItem } from './slide-list-items.ts'
import { LiveThumbnail } from './slide-thumbnail.tsx'

/** Callbacks of a list item. The functions stay the same, so that memoized items do not render again. */
export interface SlideItemActions {
  begin(event: PointerEvent, slideId: SlideId): void
  press(slideId: SlideId, event: MouseEvent): void
  fold(slideId: SlideId, folded: boolean): void
}

interface SlideItemProps extends ListItem {
  readonly dragged: boolean
  readonly drop: DropPlace | null
  readonly actions: SlideItemActions
}

const DropLine = ({ place }: { place: DropPlace }) => (
  <span className={classNames(styles.drop, styles[place.edge], place.nested && styles.nested)} data-drop={place.side}>
    <span>{place.nested ? 'below' : 'beside'}</span>
  </span>
)

/** Collapses a stack to its first slide, and expands it again. */
function FoldButton({ item, actions }: { item: ListItem; actions: SlideItemActions }) {
  const name = `the stack of ${item.below + 1} slides`
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!item.folded}
      aria-label={item.folded ? `Show ${name}` : `Fold ${name}`}
      tabIndex={-1}
      onClick={() => actions.fold(item.slideId, !item.folded)}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  )
}

/** Whether the slide exists, is the current one, is selected with others, and is hidden from the audience. */
function itemStateOf({ deck, slideId: shown, selectedSlides }: EditorState, slideId: SlideId): readonly boolean[] {
  const slide = deck.slides[slideId]
  return [slide !== undefined, slideId === shown, selectedSlides.includes(slideId), isSkipped(slide)]
}

/** One slide of the list: number and thumbnail. */
export const SlideItem = memo(function SlideItem({ dragged, drop, actions, ...item }: SlideItemProps) {
  const { slideId, h, v, number, below, folded } = item
  // One subscription per item: a long deck has many of them.
  const [there, current, selected, skipped] = useEditor((state) => itemStateOf(state, slideId), sameItems)
  const { unread } = useEditorInstance().view
  const news = useSyncExternalStore(unread.subscribe, () => unread.get().get(slideId) ?? 0)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  if (!there) return null
  return (
    <li
      className={classNames(
        styles.item,
        v > 0 && styles.inStack,
        folded && styles.folded,
        selected && styles.selected,
        dragged && styles.dragged,
      )}
      data-slide-item={slideId}
      data-lifted={dragged || undefined}
    >
      {drop && <DropLine place={drop} />}
      {below > 0 && <FoldButton item={item} actions={actions} />}
      <button
        ref={button}
        type="button"
        data-slide={slideId}
        data-position={`${h}/${v}`}
        className={classNames(styles.slide, current && styles.current, skipped && styles.skipped)}
        aria-current={current || undefined}
        aria-pressed={selected || undefined}
        aria-label={`Slide ${number}${skipped ? ', skipped' : ''}${folded ? `, and ${below} below` : ''}${news > 0 ? `, unread comments: ${news}` : ''}`}
        tabIndex={current ? 0 : -1}
        onPointerDown={(event) => actions.begin(event, slideId)}
        // A long touch drags the slide. The menu, which has its own timer, opens when the finger is lifted.
        onTouchStart={(event) => event.stopPropagation()}
        onClick={(event) => actions.press(slideId, event)}
      >
        <span aria-hidden="true" className={styles.number}>
          {number}
          {skipped && <EyeOff size={14} />}
          {news > 0 && <span className={styles.news} />}
        </span>
        <span className={styles.picture}>
          <LiveThumbnail slideId={slideId} />
          <OverflowSign slideId={slideId} />
          {folded && <span className={styles.more}>+{below}</span>}
        </span>
      </button>
    </li>
  )
})
