import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiClient } from '../../../../api/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useMarkPage } from '../../../../ui/mark-page.ts'
import { EmptyNotice, FailedNotice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useOpening } from '../../../../ui/use-opening.ts'
import { InviteForm } from './invite-form.tsx'
import styles from './people.module.css'
import { managesPeople } from './people-data.ts'
import { PeopleList } from './people-list.tsx'
import type { PeoplePage } from './people-page.ts'
import { type PeopleOfDeck, usePeople } from './use-people.ts'

/** Props of PeopleDialog. */
export interface PeopleDialogProps extends PeoplePage {
  readonly api: ApiClient
  readonly open: boolean
  readonly onClose: () => void
  /** Called when the fade after closing has ended. */
  readonly onClosed?: () => void
}

/** Offers to enable collaboration; the invitation follows. */
function Enable({ people }: { people: PeopleOfDeck }) {
  const [busy, setBusy] = useState(false)
  const enable = async () => {
    setBusy(true)
    if (!(await people.enable())) setBusy(false)
  }
  return (
    <EmptyNotice
      picture={<UsersRound size={32} aria-hidden />}
      title="Make this deck together"
      action={
        <Button variant="primary" busy={busy} onClick={() => void enable()}>
          Enable collaboration
        </Button>
      }
    >
      Invite people to edit it with you, or to comment on it.
    </EmptyNotice>
  )
}

/** Stands for the invitation and the owner until they are loaded. */
function Loading() {
  return (
    <div className={styles.people} role="status" aria-label="Loading">
      <Skeleton className={styles.waitingForm} />
      <Skeleton className={styles.waitingPerson} />
    </div>
  )
}

function Content({ api, deck, viewer }: PeopleDialogProps) {
  const people = usePeople(api, deck)
  const { state } = people
  if (state.kind === 'loading') return <Loading />
  if (state.kind === 'failed') return <FailedNotice text={messages.collaboration.loadFailed} onRetry={people.reload} />
  const manages = managesPeople(state.people, viewer)
  if (!state.collaborative && manages) return <Enable people={people} />
  if (state.people.length === 0) return <EmptyNotice title={messages.collaboration.none} />
  return (
    <div className={styles.people}>
      {manages && <InviteForm {...{ api, deck, viewer }} people={state.people} onInvited={people.invited} />}
      <PeopleList {...{ api, deck, manages }} people={state.people} actions={people} />
    </div>
  )
}

/** The dialog of a deck's people: enables collaboration, invites, changes roles and removes. */
export function PeopleDialog(props: PeopleDialogProps) {
  const { open, onClose, onClosed, deck } = props
  const opening = useOpening(open)
  useMarkPage('toasts-at-top', open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(onClosed ? { onClosed } : {})}
      title={`Collaborate on “${deck.title}”`}
      size="m"
    >
      <div className={styles.dialog}>
        <Content key={opening} {...props} />
      </div>
    </Dialog>
  )
}
