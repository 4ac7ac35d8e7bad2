import type { MouseEvent, ReactNode } from 'react'
import { secondsUntil } from '../../../realtime/editor/client.ts'
import { messages } from '../../../rules/messages.ts'
import { peopleMessages } from '../../../rules/people-messages.ts'
import { roleMayEdit } from '../../../rules/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { type Collaboration, type CollaborationState, nameIn, ownRole } from './collaboration.ts'
import styles from './handover-cards.module.css'
import { isEditing } from './user-activity.ts'

/** Props of the parts of the hand-over. */
export interface HandoverProps {
  readonly collaboration: Collaboration
}

/** Says why the user is on the review instead of in the editor; null until it is known. */
function sentHereText(state: CollaborationState): string | null {
  const { handover, people, connected, states } = state
  const { editorId, editorStatus: status } = handover
  const role = ownRole(state)
  if (!connected || role === null) return null
  if (!roleMayEdit(role)) return 'You are a viewer of this deck: you can read it and write comments.'
  const name = nameIn(people, editorId)
  if (status !== 'disconnected') {
    const edits = isEditing({ status, place: states.get(editorId)?.place, isEditor: true })
    if (status === 'idle')
      return `${name} ${edits ? 'edits this deck, but' : 'edited this deck last, and'} is idle. You can take over.`
    return edits
      ? `${name} is editing this deck. One person edits at a time.`
      : `${name} edited this deck last, and is here.`
  }
  return `Nobody is editing this deck at the moment. ${name} edited last.`
}

/** Describes why the user's request ended. */
function endText(state: CollaborationState): string | null {
  const { people } = state
  const { asking } = state.handover
  if (asking.kind !== 'ended') return null
  switch (asking.why) {
    case 'dismissed':
      return `${nameIn(people, asking.byUserId)} dismissed your request to edit.`
    case 'expired':
      return 'Your request to edit was not answered.'
    case 'left':
      return 'You can edit now: nobody else does at the moment.'
    case 'other':
      return `${nameIn(people, asking.byUserId)} edits now.`
    case 'failed':
      return messages.collaboration.editorsFailed
    case 'sent-here':
      return sentHereText(state)
  }
}

/** The label of the button that asks for the floor below such a text; null without one. */
function askLabel(state: CollaborationState): string | null {
  const { asking, editorStatus } = state.handover
  if (asking.kind !== 'ended') return null
  if (asking.why === 'left' || asking.why === 'failed') return 'Edit'
  if (asking.why !== 'sent-here' || !roleMayEdit(ownRole(state))) return null
  return editorStatus === 'viewing' ? 'Ask to edit' : 'Start editing'
}

function Card({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <section className={styles.card} role="status">
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}

/** The handler of a card's button. Cards come and go below the pointer: a double click was meant for what stood there. */
const onFirstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

/** The requests of others to this user as the editor. */
function Requests({ collaboration }: HandoverProps) {
  const { handover, people } = useStore(collaboration.state)
  if (handover.leaving || handover.approving !== null) return null
  return handover.requests.map(({ userId }) => (
    <Card
      key={userId}
      actions={
        <>
          <Button
            aria-label={`Dismiss the request of ${nameIn(people, userId)}`}
            onClick={onFirstClick(() => collaboration.act({ type: 'dismiss', userId }))}
          >
            Dismiss
          </Button>
          <Button
            variant="primary"
            aria-label={`Let them edit: ${nameIn(people, userId)}`}
            onClick={onFirstClick(() => collaboration.act({ type: 'approve', userId }))}
          >
            Let them edit
          </Button>
        </>
      }
    >
      <p>
        <strong>{nameIn(people, userId)}</strong> would like to edit this deck.
      </p>
      <p className={styles.hint}>One person edits at a time. Your changes are saved first.</p>
    </Card>
  ))
}

/** The user's request: while it waits, and how it ended. */
function OwnRequest({ collaboration }: HandoverProps) {
  const state = useStore(collaboration.state)
  const { handover, people, now } = state
  const { asking } = handover
  if (asking.kind === 'pending') {
    return (
      <Card actions={<Button onClick={onFirstClick(() => collaboration.act({ type: 'cancel' }))}>Cancel</Button>}>
        <p>
          Waiting for <strong>{nameIn(people, handover.editorId)}</strong> to let you edit.
        </p>
        <p className={styles.hint} aria-hidden>
          <span className={styles.count}>{secondsUntil(asking.until, now)}</span> s left
        </p>
      </Card>
    )
  }
  const text = endText(state)
  if (text === null) return null
  const ask = askLabel(state)
  return (
    <Card
      actions={
        <>
          <Button onClick={onFirstClick(() => collaboration.act({ type: 'close-notice' }))}>Close</Button>
          {ask && (
            <Button variant="primary" onClick={onFirstClick(() => collaboration.act({ type: 'ask' }))}>
              {ask}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
    </Card>
  )
}

/** Titles where the user's own rights have ended. */
const endedTitles = {
  removed: peopleMessages.youAreRemoved,
  'became-viewer': peopleMessages.youMayNotEdit,
} as const

interface WhereProps {
  readonly where: string
  readonly seconds: number
  /** Whether it waits for the connection. */
  readonly lost: boolean
  readonly going: boolean
}

/** Where the page is left for, and when. */
function Where({ where, seconds, lost, going }: WhereProps) {
  if (lost) {
    return (
      <p role="status">
        {messages.connection.lost}. You are taken to {where} once it is back.
      </p>
    )
  }
  // The answer to the last change is waited for.
  if (going) return <p role="status">One moment: you are taken to {where}.</p>
  return (
    <p role="timer" aria-live="off">
      You are taken to {where} in <span className={styles.count}>{seconds}</span> {seconds === 1 ? 'second' : 'seconds'}
      .
    </p>
  )
}

/** Why and where the page is left, counted down; and while a request is approved. */
export function LeavingDialog({ collaboration }: HandoverProps) {
  const { handover, people, now, lost, going } = useStore(collaboration.state)
  const { leaving, approving } = handover
  const seconds = leaving ? secondsUntil(leaving.at, now) : 0
  const to = leaving?.why === 'removed' ? 'profile' : 'review'
  const where = to === 'profile' ? 'your profile' : 'the review'
  const leave = () => void collaboration.leave(to)
  if (!leaving) {
    const name = approving === null ? '' : nameIn(people, approving)
    return (
      <Dialog open={approving !== null} onClose={() => undefined} buttonsOnly opensItself title={`Saving for ${name}`}>
        <p>Your last changes are saved before {name} edits.</p>
      </Dialog>
    )
  }
  const title =
    leaving.why === 'editor-changed' ? `${nameIn(people, leaving.byUserId)} edits now` : endedTitles[leaving.why]
  return (
    <Dialog
      // Read with each step of the countdown: a refused change may be undone meanwhile.
      open={!collaboration.page.staysFrom?.(to)}
      onClose={leave}
      buttonsOnly
      opensItself
      title={title}
      actions={
        <Button variant="primary" busy={going} onClick={leave}>
          Go now
        </Button>
      }
    >
      <Where {...{ where, seconds, going }} lost={lost && seconds === 0} />
    </Dialog>
  )
}

/** The requests of others, and the user's own: in the open panel, else in the page. */
export function HandoverCards({ collaboration }: HandoverProps) {
  return (
    <>
      <Requests collaboration={collaboration} />
      <OwnRequest collaboration={collaboration} />
    </>
  )
}
