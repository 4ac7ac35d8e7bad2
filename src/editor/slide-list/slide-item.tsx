import { ChevronRight, EyeOff } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, useEffect, useRef } from 'react'
import type { SlideId } from '../../document/types.ts'
import { classNames } from '../../ui/class-names.ts'
import { isSkipped } from '../actions/slide-actions.ts'
import { OverflowSign } from '../panels/overflow-note.tsx'
import type { EditorState } from '../state/editor-state.ts'
import { sameItems, useEditor } from '../state/use-editor.ts'
import type { DropPlace } from './drop-place.ts'
import styles from './slide-list.module.css'
import type { ListItem } from './slide-list-items.ts'
import { FollowingThumbnail } from './slide-thumbnail.tsx'

/** What can be done with a line of the list; the same functions all the time, so that lines are not drawn in vain. */
export interface SlideItemVerbs {
  begin(event: PointerEvent, slideId: SlideId): void
  press(slideId: SlideId, event: MouseEvent): void
  fold(slideId: SlideId, folded: boolean): void
}

interface SlideItemProps extends ListItem {
  readonly dragged: boolean
  readonly drop: DropPlace | null
  readonly verbs: SlideItemVerbs
}

const DropLine = ({ place }: { place: DropPlace }) => (
  <span className={classNames(styles.drop, styles[place.edge], place.nested && styles.nested)} data-drop={place.side}>
    <span>{place.nested ? 'below' : 'beside'}</span>
  </span>
)

/** Folds a stack away below its first slide, and opens it again. */
function FoldButton({ item, verbs }: { item: ListItem; verbs: SlideItemVerbs }) {
  const name = `the stack of ${item.below + 1} slides`
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!item.folded}
      aria-label={item.folded ? `Show ${name}` : `Fold ${name}`}
      tabIndex={-1}
      onClick={() => verbs.fold(item.slideId, !item.folded)}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  )
}

/** Whether a slide is there, is the one on the canvas, is chosen with others, and is not shown to the audience. */
function looksOf({ deck, slideId: shown, picked }: EditorState, slideId: SlideId): readonly boolean[] {
  const slide = deck.slides[slideId]
  return [slide !== undefined, slideId === shown, picked.includes(slideId), isSkipped(slide)]
}

/** One slide of the list: its number and its small picture. */
export const SlideItem = memo(function SlideItem({ dragged, drop, verbs, ...item }: SlideItemProps) {
  const { slideId, h, v, number, below, folded } = item
  // Asked for in one: a long deck has many of these.
  const [there, current, picked, skipped] = useEditor((state) => looksOf(state, slideId), sameItems)
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
        picked && styles.picked,
        dragged && styles.dragged,
      )}
      data-slide-item={slideId}
      data-lifted={dragged || undefined}
    >
      {drop && <DropLine place={drop} />}
      {below > 0 && <FoldButton item={item} verbs={verbs} />}
      <button
        ref={button}
        type="button"
        data-slide={slideId}
        data-position={`${h}/${v}`}
        className={classNames(styles.slide, current && styles.current, skipped && styles.skipped)}
        aria-current={current || undefined}
        aria-pressed={picked || undefined}
        aria-label={`Slide ${number}${skipped ? ', skipped' : ''}${folded ? `, and ${below} below` : ''}`}
        tabIndex={current ? 0 : -1}
        onPointerDown={(event) => verbs.begin(event, slideId)}
        // A finger that rests lifts the slide; the menu, which has a clock of its own, comes when it is taken away.
        onTouchStart={(event) => event.stopPropagation()}
        onClick={(event) => verbs.press(slideId, event)}
      >
        <span aria-hidden="true" className={styles.number}>
          {number}
          {skipped && <EyeOff size={14} />}
        </span>
        <span className={styles.picture}>
          <FollowingThumbnail slideId={slideId} />
          <OverflowSign slideId={slideId} />
          {folded && <span className={styles.more}>+{below}</span>}
        </span>
      </button>
    </li>
  )
})
