import { useState } from 'react'
import { displayName } from '../../../api/pages/viewer.ts'
import { counted } from '../../../rules/counted.ts'
import { limits } from '../../../rules/limits.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { DialogButtons } from '../../../ui/form-dialog.tsx'
import { formFailure } from '../../data/form-failure.ts'
import styles from './delete-member.module.css'
import type { TeamMember } from './load-members.ts'

/** What becomes of the team decks of a member who is deleted. */
export type DecksFate = 'move' | 'delete'

/** Props of DeleteMember. */
export interface DeleteMemberProps {
  /** Null: closed. */
  member: TeamMember | null
  /** The manager's own membership: leaving the team. */
  own: boolean
  onClose: () => void
  /** Deletes the membership; throws the failed call. */
  onDelete: (member: TeamMember, decks: DecksFate) => Promise<void>
}

const trashed = (whose: string) =>
  `They go to ${whose} trash, and are gone for good after ${limits.deck.trashDays} days.`

/** The choice what becomes of the decks; a manager who leaves cannot take the team's decks along. */
function Fate({ member, own, value, onChange }: FateProps) {
  const decks = counted(member.deck_count, 'team deck', 'team decks')
  if (own) {
    return (
      <p className={styles.note}>
        You have {decks}. {trashed('an owner’s')}
      </p>
    )
  }
  return (
    <ChoiceCards
      name="decks"
      legend={`${displayName(member)} has ${decks}`}
      value={value}
      onChange={(next) => onChange(next === 'delete' ? 'delete' : 'move')}
      cards={[
        { value: 'move', title: 'Move them to me', text: 'They become your decks. Their old links lead to them.' },
        { value: 'delete', title: 'Delete their team decks', text: trashed('your') },
      ]}
    />
  )
}

interface FateProps {
  member: TeamMember
  own: boolean
  value: DecksFate
  onChange: (fate: DecksFate) => void
}

function Question({ member, own, onClose, onDelete }: DeleteMemberProps & { member: TeamMember }) {
  const [fate, setFate] = useState<DecksFate>(own ? 'delete' : 'move')
  const submit = async () => {
    try {
      await onDelete(member, fate)
    } catch (error) {
      return formFailure(error)
    }
    onClose()
    return null
  }
  const name = own ? 'You keep your' : `The account stays: ${displayName(member)} keeps all`
  return (
    <Form onSubmit={submit}>
      {({ busy }) => (
        <>
          {member.deck_count > 0 && <Fate member={member} own={own} value={fate} onChange={setFate} />}
          <p className={styles.note}>{name} personal decks, at the main address.</p>
          <DialogButtons action={own ? 'Leave the team' : 'Delete member'} danger busy={busy} onCancel={onClose} />
        </>
      )}
    </Form>
  )
}

/** Asks what becomes of a member's decks, and deletes the membership. */
export function DeleteMember({ member, own: isOwn, onClose, onDelete }: DeleteMemberProps) {
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState({ member, own: isOwn })
  if (member && member !== shown.member) setShown({ member, own: isOwn })
  const { member: last, own } = shown
  const title = own ? 'Leave the team?' : `Delete ${last ? displayName(last) : ''} from the team?`
  return (
    <Dialog
      open={member !== null}
      onClose={onClose}
      title={title}
      description={
        own
          ? 'You are signed out of the team and see its decks no more.'
          : 'They are signed out of the team and see its decks no more.'
      }
    >
      {last && <Question key={last.id} member={last} own={own} onClose={onClose} onDelete={onDelete} />}
    </Dialog>
  )
}
