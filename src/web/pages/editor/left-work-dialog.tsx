import { blocks } from '../../../blocks/index.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import { newDeckSettings } from '../../../document/new-deck.ts'
import type { Deck } from '../../../document/types.ts'
import { type LeftWork, restoreWork } from '../../../editor/journal/recover.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useStore } from '../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'

/**
 * The deck with the left work in it. When the deck was saved by somebody since, nothing of theirs is replaced: slides
 * that are different now stand twice, theirs first.
 */
export function withLeftWork(work: LeftWork, current: Deck, version: number): Deck {
  const mine = restoreWork(work, work.head.deckId === null ? null : current, newDeckSettings)
  if (work.head.deckId === null || work.head.baseVersion === version) return mine
  // What both began from isn't here any more; without the slides in question every difference counts as a clash.
  const untouched = Object.entries(current.slides).filter(([id]) => !work.slides[id])
  const base = { ...current, slides: Object.fromEntries(untouched) }
  return { ...mergeSlides(base, current, mine, blocks).slides, settings: mine.settings }
}

/** Offers the work that a killed or closed tab left in this browser. */
export function LeftWorkDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  const work = waiting?.kind === 'left-work' ? waiting.work : null
  const restore = () => {
    if (!work) return
    const { deck } = session.editor.getState()
    session.restoreWork(withLeftWork(work, deck, session.saver.savedPoint().version))
  }
  return (
    <Dialog
      open={work !== null}
      onClose={() => undefined}
      insists
      title="You have unsaved changes"
      description="This browser kept changes to this deck that had not reached the server."
      actions={
        <>
          <Button variant="danger" onClick={() => void session.discardWork()}>
            Discard
          </Button>
          <Button variant="primary" onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      {work && (
        <p>
          {Object.keys(work.slides).length === 1 ? 'One slide' : `${Object.keys(work.slides).length} slides`} changed,{' '}
          <Moment time={work.head.changedAt} />.
        </p>
      )}
    </Dialog>
  )
}
