import { useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import { useSlideNumber } from '../collaboration/use-slide-numbers.ts'
import type { Comment } from './comment-state.ts'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'

/** Props of ThreadPlace. */
export interface ThreadPlaceProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  readonly root: Comment
}

/** The slide of a comment, which leads there, or that it is gone. Not said where all comments are of one slide. */
export function ThreadPlace({ collaboration, model, root }: ThreadPlaceProps) {
  const { tab } = useStore(model.state)
  const { slides } = collaboration.page
  const { slideHash } = root
  const number = useSlideNumber(slides, slideHash)
  if (tab === 'slide' || slideHash === null) return null
  if (number === null) return <span className={styles.place}>Slide removed</span>
  return (
    <button type="button" className={styles.place} onClick={() => slides.goTo(slideHash)}>
      Slide {number}
      <span className="spoken-only">, go there</span>
    </button>
  )
}
