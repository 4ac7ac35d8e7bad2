import { Film } from 'lucide-react'
import { createPortal } from 'react-dom'
import { isVideoType } from '../../../rules/video-types.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { ItemDrag } from '../../../ui/item-press.ts'
import styles from './drag-ghost.module.css'
import type { DropPlace } from './library-options.ts'
import type { MediaItem } from './media-list.ts'

/** The dragged images at the pointer. */
export function DragGhost(props: { drag: ItemDrag<MediaItem, DropPlace> | null; items: readonly MediaItem[] }) {
  const { drag, items } = props
  if (!drag) return null
  return createPortal(
    <div
      className={classNames(styles.ghost, drag.place !== null && styles.accepted)}
      style={{ transform: `translate(${drag.x + 12}px, ${drag.y + 12}px)` }}
      aria-hidden="true"
      data-media-ghost
    >
      {isVideoType(drag.item.content_type) ? <Film size={28} aria-hidden /> : <img src={drag.item.thumb_url} alt="" />}
      {items.length > 1 && <span className={styles.count}>{items.length}</span>}
    </div>,
    document.body,
  )
}
