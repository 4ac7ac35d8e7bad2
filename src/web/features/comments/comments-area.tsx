import { SendHorizontal } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useStore } from '../../../ui/store.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Collaboration, nameIn, type PanelSlides } from '../collaboration/collaboration.ts'
import { CommentField } from './comment-field.tsx'
import { CommentList, type CommentListProps } from './comment-list.tsx'
import { typingText } from './comment-state.ts'
import styles from './comments.module.css'
import { commentsOf } from './comments-model.ts'

/** The number of the current slide; null in an empty deck. */
function useSlideNumber(slides: PanelSlides): string | null {
  const subscribe = useCallback((listener: () => void) => slides.subscribe(listener), [slides])
  return useSyncExternalStore(subscribe, () => {
    const current = slides.current()
    return current === null ? null : slides.numberOf(current)
  })
}

/** Who else is writing. */
function Typing({ collaboration }: Pick<CommentListProps, 'collaboration'>) {
  const { typing, people } = useStore(collaboration.state)
  const others = [...typing].filter((userId) => userId !== collaboration.page.userId)
  return (
    <p className={styles.typing} role="status">
      {typingText(others.map((userId) => nameIn(people, userId)))}
    </p>
  )
}

function Form({ model, slide }: Pick<CommentListProps, 'model'> & { slide: string | null }) {
  const [text, setText] = useState(model.draft)
  const change = (next: string) => {
    setText(next)
    model.noteTyping(next)
  }
  const send = () => {
    if (!model.send(text)) return
    setText('')
    model.draft = ''
  }
  const on = slide === null ? 'the deck' : `slide ${slide}`
  return (
    <div className={styles.form}>
      <CommentField
        label={`Comment on ${on}`}
        placeholder={`Comment on ${on}`}
        value={text}
        onChange={change}
        onEnter={send}
      />
      <IconButton
        className={styles.send}
        label="Send"
        disabled={text.trim() === ''}
        icon={<SendHorizontal size={18} aria-hidden />}
        onClick={send}
      />
    </div>
  )
}

/** The comments of a deck's collaborators: all, or those of the current slide, and the form for a new one. */
export function CommentsArea({ collaboration }: { readonly collaboration: Collaboration }) {
  const model = commentsOf(collaboration)
  const { tab } = useStore(model.state)
  const slide = useSlideNumber(collaboration.page.slides)
  const list = <CommentList collaboration={collaboration} model={model} />
  return (
    <section className={styles.comments} aria-label="Comments">
      <Tabs
        label="Comments"
        fill
        value={tab}
        onChange={(next) => model.show(next === 'slide' ? 'slide' : 'all')}
        tabs={[
          { id: 'all', label: 'All comments', content: list },
          { id: 'slide', label: slide === null ? 'Current slide' : `Slide ${slide}`, content: list },
        ]}
      />
      <Typing collaboration={collaboration} />
      <Form model={model} slide={slide} />
    </section>
  )
}
