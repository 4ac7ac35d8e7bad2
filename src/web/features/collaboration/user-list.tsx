import { Crosshair, Pencil } from 'lucide-react'
import type { UserStatus } from '../../../api/deck-channel/messages.ts'
import type { CollaboratorAnswer } from '../../../api/deck-users/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './collaboration.module.css'
import { type Collaboration, type CollaborationState, nameIn } from './collaboration.ts'
import faces from './face.module.css'
import { useSlideNumbers } from './use-slide-numbers.ts'
import { type Activity, activityText, isEditing } from './user-activity.ts'

/** A collaborator with an account, as the list shows them. */
interface ShownUser {
  readonly person: CollaboratorAnswer
  readonly userId: number
  readonly name: string
  readonly status: UserStatus
  /** Whether they are in the editor as the active one. */
  readonly edits: boolean
  /** 'Editing slide 3', 'On slide 3', 'On slide 3, edited last', 'Idle', 'Not here'. */
  readonly doing: string
  /** Whether their slide can be visited. */
  readonly visitable: boolean
}

function shownUser(
  person: CollaboratorAnswer,
  userId: number,
  { state, numbers }: Shown,
  { page }: Collaboration,
): ShownUser {
  const isSelf = userId === page.userId
  const found = state.states.get(userId)
  const status = isSelf ? (found?.status ?? 'viewing') : (found?.status ?? 'disconnected')
  const number = numbers.get(userId) || null
  const place = isSelf && page.place === 'editor' ? page.place : found?.place
  const activity: Activity = { status, place, isEditor: userId === state.handover.editorId, slide: number }
  return {
    ...{ person, userId, status },
    name: nameIn(state.people, userId) + (isSelf ? ' (you)' : ''),
    edits: isEditing(activity),
    doing: activityText(activity),
    visitable: !isSelf && number !== null && status !== 'disconnected',
  }
}

interface Shown {
  readonly state: CollaborationState
  /** The number of each user's slide; '' for unknown ones. */
  readonly numbers: ReadonlyMap<number, string>
}

const order: readonly UserStatus[] = ['viewing', 'idle', 'disconnected']

function shownUsers(shown: Shown, collaboration: Collaboration): ShownUser[] {
  const users = (shown.state.people ?? []).flatMap((person) =>
    person.active && person.user_id !== null ? [shownUser(person, person.user_id, shown, collaboration)] : [],
  )
  return users.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
}

function Face({ user, expanded }: { user: ShownUser; expanded: boolean }) {
  const { person, name, status, edits, doing } = user
  return (
    <>
      <span className={faces.face} data-status={status} data-editing={edits || undefined}>
        <Avatar name={name} picture={person.thumbnail_url} />
        {edits && (
          <span className={faces.pencil}>
            <Pencil size={12} strokeWidth={2.75} aria-hidden />
          </span>
        )}
      </span>
      {expanded && (
        <span className={styles.words}>
          <strong>{name}</strong>
          <span>{doing}</span>
        </span>
      )}
    </>
  )
}

function User({
  user,
  expanded,
  collaboration,
}: {
  readonly user: ShownUser
  readonly expanded: boolean
  readonly collaboration: Collaboration
}) {
  const { following } = useStore(collaboration.state)
  const { userId, name, doing, visitable } = user
  const isFollowed = following === userId
  const face = <Face user={user} expanded={expanded} />
  const label = `${name}, ${doing}`
  return (
    <li className={styles.person} data-user={userId} data-status={user.status}>
      <Tooltip text={expanded ? null : label} side="left">
        {visitable ? (
          <button
            type="button"
            className={styles.visit}
            {...(expanded ? {} : { 'aria-label': `${label}: go there` })}
            onClick={() => collaboration.visit(userId)}
          >
            {face}
            {expanded && <span className="spoken-only">go there</span>}
          </button>
        ) : (
          <span className={styles.visit} {...(expanded ? {} : { role: 'img', 'aria-label': label })}>
            {face}
          </span>
        )}
      </Tooltip>
      {expanded && (visitable || isFollowed) && (
        <IconButton
          className={styles.follow}
          label={isFollowed ? `Stop following ${name}` : `Follow ${name}`}
          aria-pressed={isFollowed}
          icon={<Crosshair size={16} aria-hidden />}
          onClick={() => collaboration.follow(isFollowed ? null : userId)}
        />
      )}
    </li>
  )
}

/** The collaborators of the deck: their state and slide. In the collapsed panel only those who are there. */
export function UserList({ collaboration, expanded }: { collaboration: Collaboration; expanded: boolean }) {
  const state = useStore(collaboration.state)
  const users = [...state.states]
  const places = useSlideNumbers(
    collaboration.page.slides,
    users.map(([, { slide_id }]) => slide_id),
  )
  if (state.people === null) {
    if (!expanded) return null
    if (!state.peopleFailed) return <LoadingNotice />
    return <FailedNotice text={messages.collaboration.loadFailed} onRetry={() => void collaboration.loadPeople()} />
  }
  const numbers = new Map(users.map(([userId], index) => [userId, places[index] ?? '']))
  const shown = shownUsers({ state, numbers }, collaboration).filter(
    ({ status }) => expanded || status !== 'disconnected',
  )
  if (expanded && shown.length === 0) return <EmptyNotice title={messages.collaboration.none} />
  return (
    <ul className={styles.people} aria-label="Collaborators" tabIndex={expanded ? 0 : undefined}>
      {shown.map((user) => (
        <User key={user.userId} {...{ user, expanded, collaboration }} />
      ))}
    </ul>
  )
}
