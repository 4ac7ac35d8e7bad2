import { ListFilter } from 'lucide-react'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { commentMessages } from '../../../rules/comment-messages.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useStore } from '../../../ui/store.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Collaboration, nameIn, type PanelSlides } from '../collaboration/collaboration.ts'
import { commentRequests } from '../collaboration/comment-requests.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList, type CommentListProps } from './comment-list.tsx'
import { typingText } from './comment-state.ts'
import styles from './comments.module.css'
import { commentsOf } from './comments-model.ts'
import { PinChoice } from './pin-choice.tsx'

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

/** Says that the comment of the page's URL is gone, or could not be loaded. */
function LinkNotice({ model }: Pick<CommentListProps, 'model'>) {
  const { linked } = useStore(model.state)
  if (linked?.status !== 'gone' && linked?.status !== 'failed') return null
  const isGone = linked.status === 'gone'
  return (
    <div className={styles.linkNotice} role="alert">
      <span>{isGone ? commentMessages.gone : messages.collaboration.commentsFailed}</span>
      {!isGone && (
        <Button size="s" variant="quiet" onClick={() => void model.openLinked(linked.id)}>
          {messages.collaboration.retry}
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={() => model.endLinked()}>
        Close
      </Button>
    </div>
  )
}

/** How often the user asked to write a comment on this page. Each time it is pinned to what is selected. */
function useRequests({ page: { pins } }: Collaboration, model: CommentListProps['model']): number {
  const requests = useStore(commentRequests)
  useEffect(() => {
    const pin = requests > 0 ? pins?.selected.get() : null
    if (!pin) return
    const isWords = pin.quote !== ''
    if (isWords) model.pinDraft.set({ pin, label: `“${pin.quote}”` })
    else {
      pins?.blocks().then(
        (blocks) => model.pinDraft.set({ pin, label: blocks.find(({ id }) => id === pin.block)?.label ?? 'A block' }),
        () => undefined,
      )
    }
  }, [requests, pins, model])
  return requests
}

/** Leaves resolved comments out of the list. */
function OpenFilter({ model }: Pick<CommentListProps, 'model'>) {
  const { openOnly } = useStore(model.state)
  return (
    <IconButton
      className={styles.filter}
      label="Only open comments"
      aria-pressed={openOnly}
      icon={<ListFilter size={16} aria-hidden />}
      onClick={() => model.showOpen(!openOnly)}
    />
  )
}

/** The comments of a deck's collaborators: all, or those of the current slide, and the form for a new one. */
export function CommentsArea({ collaboration }: { readonly collaboration: Collaboration }) {
  const model = commentsOf(collaboration)
  const { page } = collaboration
  const { tab } = useStore(model.state)
  const slide = useSlideNumber(page.slides)
  const requests = useRequests(collaboration, model)
  const list = (
    <div className={styles.listed}>
      <LinkNotice model={model} />
      <CommentList collaboration={collaboration} model={model} />
    </div>
  )
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
      <OpenFilter model={model} />
      <Typing collaboration={collaboration} />
      <CommentForm
        collaboration={collaboration}
        model={model}
        to={0}
        takesFocus={requests}
        label={slide === null ? 'Comment on the deck' : `Comment on slide ${slide}`}
        onSend={(text) => {
          const isSent = model.send(text, { pin: model.pinDraft.get()?.pin ?? null })
          if (isSent) model.pinDraft.set(null)
          return isSent
        }}
      >
        {page.pins && <PinChoice model={model} pins={page.pins} slides={page.slides} />}
      </CommentForm>
    </section>
  )
}
