import { MapPin, MapPinOff } from 'lucide-react'
import { useEffect } from 'react'
import { createStore, useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import type { Comment, Thread } from './comment-state.ts'
import type { CommentsModel } from './comments-model.ts'
import styles from './pins.module.css'

/** Props of ThreadPin. */
export interface ThreadPinProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  readonly root: Comment
}

const nothingGone = createStore<ReadonlySet<string>>(new Set())

/** What a comment is pinned to: goes there, or says that it is gone. */
export function ThreadPin({ collaboration, model, root }: ThreadPinProps) {
  const { pins, slides } = collaboration.page
  const gone = useStore(pins?.gone ?? nothingGone)
  const { pin, slideHash } = root
  if (!pin || slideHash === null || slides.numberOf(slideHash) === null) return null
  const isWords = pin.quote !== ''
  if (gone.has(root.key)) {
    return (
      <p className={styles.gone}>
        <MapPinOff size={14} aria-hidden />
        <span className={styles.words}>{isWords ? `These words are gone: “${pin.quote}”` : 'Its block is gone'}</span>
      </p>
    )
  }
  return (
    <button
      type="button"
      className={styles.pin}
      onClick={() => {
        slides.goTo(slideHash)
        model.current.set(root.key)
      }}
    >
      <MapPin size={14} aria-hidden />
      <span className={styles.words}>
        <span className="spoken-only">Pinned to </span>
        {isWords ? `“${pin.quote}”` : 'A block'}
        <span className="spoken-only">, show it</span>
      </span>
    </button>
  )
}

/** Marks what open threads are pinned to while the panel shows them; a pressed mark shows its thread. */
export function usePinMarks(collaboration: Collaboration, model: CommentsModel, threads: readonly Thread[]): void {
  const { pins } = collaboration.page
  const current = useStore(model.current)
  const marked = threads.flatMap(({ root }) => (root.pin && root.slideHash !== null ? [root] : []))
  const open = marked.filter(({ resolvedBy }) => resolvedBy === null)
  const shown = JSON.stringify(open.map(({ key, slideHash, pin }) => ({ key, slideId: slideHash, pin })))
  useEffect(() => pins?.show(JSON.parse(shown), current), [pins, shown, current])
  useEffect(() => () => pins?.show([], null), [pins])
  useEffect(() => pins?.onPress((key) => model.reveal(key)), [pins, model])
}
