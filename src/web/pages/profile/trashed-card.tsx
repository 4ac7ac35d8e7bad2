import { RotateCcw, Trash2 } from 'lucide-react'
import { shownTitle } from '../../../rules/deck-url.ts'
import { trashEnds } from '../../../rules/trash.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { DeckJson } from '../../data/deck.ts'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import type { DeckActions } from '../../features/deck-menu/use-deck-actions.ts'
import styles from './trashed-card.module.css'

/** A deck in the trash: when it is deleted for good, and buttons to recover it or to delete it now. */
export function TrashedCard({ deck, actions, eager }: { deck: DeckJson; actions: DeckActions; eager: boolean }) {
  const title = shownTitle(deck.title)
  const foot = (
    <div className={styles.foot}>
      <p className={styles.ends}>
        Deleted for good on {deck.trashed_at && <Moment time={trashEnds(deck.trashed_at)} form="absolute" />}
      </p>
      <Button
        size="s"
        icon={<RotateCcw />}
        aria-label={`Recover “${title}”`}
        onClick={() => void actions.recover(deck)}
      >
        Recover
      </Button>
      <IconButton icon={<Trash2 />} label={`Delete “${title}” for good`} onClick={() => void actions.destroy(deck)} />
    </div>
  )
  return <DeckCard deck={deck} foot={foot} to={null} eager={eager} />
}
