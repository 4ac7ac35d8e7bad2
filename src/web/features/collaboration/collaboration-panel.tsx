import { CloudOff, Pencil, UserPlus, UsersRound, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messages } from '../../../rules/messages.ts'
import { roleMayEdit } from '../../../rules/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useStore } from '../../../ui/store.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { LazyComments } from '../comments/lazy-comments.tsx'
import styles from './collaboration.module.css'
import { type Collaboration, type CollaborationState, ownRole } from './collaboration.ts'
import { commentNews } from './comment-news.ts'
import { commentRequests, noteCommentRequest } from './comment-requests.ts'
import cardStyles from './handover-cards.module.css'
import { HandoverCards, LeavingDialog } from './handover-cards.tsx'
import { unreadOf } from './unread-comments.ts'
import { UserList } from './user-list.tsx'

/** Props of CollaborationPanel. */
export interface CollaborationPanelProps {
  readonly collaboration: Collaboration
  readonly expanded: boolean
  onExpand(expanded: boolean): void
  /** Opens the dialog of the deck's people; null for users who do not manage them. */
  readonly onInvite: (() => void) | null
}

/** Seconds until the next attempt to connect. */
function Lost({ state, expanded, onRetry }: { state: CollaborationState; expanded: boolean; onRetry: () => void }) {
  if (!state.lost) return null
  const seconds = state.retryAt === null ? 0 : Math.max(0, Math.ceil((state.retryAt - state.now) / 1000))
  const next = seconds > 0 ? messages.live.retryingIn(seconds) : messages.live.retryingNow
  if (!expanded) {
    return (
      <div className={styles.lost} role="status">
        <IconButton label={messages.connection.lost} icon={<CloudOff size={18} aria-hidden />} onClick={onRetry} />
      </div>
    )
  }
  return (
    <div className={styles.lost} role="status">
      <p>
        <strong>{messages.connection.lost}</strong> <span aria-hidden>{next}</span>
      </p>
      <Button size="s" variant="quiet" onClick={onRetry}>
        {messages.collaboration.retry}
      </Button>
    </div>
  )
}

/** Whether the user is offered to edit: collaborators who may, while another one does. */
function mayAsk(state: CollaborationState): boolean {
  return state.handover.place === 'review' && roleMayEdit(ownRole(state))
}

/** 'Edit': asks the active editor to hand over, or starts editing if there is none. */
function EditButton({ collaboration }: { collaboration: Collaboration }) {
  const state = useStore(collaboration.state)
  if (!mayAsk(state)) return null
  const { asking } = state.handover
  return (
    <Button
      variant="primary"
      icon={<Pencil size={15} aria-hidden />}
      busy={asking.kind === 'taking' || asking.kind === 'pending'}
      onClick={() => collaboration.act({ type: 'ask' })}
    >
      Edit
    </Button>
  )
}

/** Opens the panel when the user asks to write a comment. */
function useCommentKey(onExpand: CollaborationPanelProps['onExpand']): void {
  const requests = useStore(commentRequests)
  const [known, setKnown] = useState(requests)
  useEffect(() => {
    document.addEventListener('keydown', noteCommentRequest, true)
    return () => document.removeEventListener('keydown', noteCommentRequest, true)
  }, [])
  useEffect(() => {
    if (requests === known) return
    setKnown(requests)
    onExpand(true)
  }, [requests, known, onExpand])
}

type ToggleProps = Pick<CollaborationPanelProps, 'expanded' | 'onExpand'> & { readonly unread: number }

/** Opens and closes the panel. Collapsed, it says how many comments are unread. */
function Toggle({ expanded, unread, onExpand }: ToggleProps) {
  const label =
    unread > 0 ? `Collaboration, ${unread} unread ${unread === 1 ? 'comment' : 'comments'}` : 'Collaboration'
  return (
    <IconButton
      className={styles.toggle}
      label={expanded ? 'Close panel' : label}
      aria-expanded={expanded}
      icon={
        expanded ? (
          <X size={18} aria-hidden />
        ) : (
          <>
            <UsersRound size={20} aria-hidden />
            {unread > 0 && <span className={styles.badge}>{unread > 99 ? '99+' : unread}</span>}
          </>
        )
      }
      onClick={() => onExpand(!expanded)}
    />
  )
}

/** Cards of the hand-over while the panel is collapsed: in the page's own place for them, else above the page. */
function CardsInPage({ collaboration }: { collaboration: Collaboration }) {
  const cards = <HandoverCards collaboration={collaboration} />
  const { notices } = collaboration.page
  if (!notices) return <div className={cardStyles.cards}>{cards}</div>
  return createPortal(<div className={cardStyles.banner}>{cards}</div>, notices)
}

/** The panel of a deck's collaborators: who is where, and who edits. 60 px wide until it is opened. */
export function CollaborationPanel(props: CollaborationPanelProps) {
  const { collaboration, expanded, onExpand, onInvite } = props
  const state = useStore(collaboration.state)
  useEffect(
    () => collaboration.onMessage((message) => commentNews(collaboration, message, expanded)),
    [collaboration, expanded],
  )
  useCommentKey(onExpand)
  const unread = useStore(unreadOf(collaboration).state)
  useEffect(() => collaboration.page.showUnread?.(unread), [collaboration, unread])
  return (
    <>
      <div className={styles.place} data-place={collaboration.page.place}>
        <aside
          className={styles.panel}
          data-place={collaboration.page.place}
          aria-label="Collaboration"
          data-expanded={expanded || undefined}
          data-connected={state.connected || undefined}
          data-collaboration
        >
          <div className={styles.head}>
            {expanded && <h2>Collaboration</h2>}
            <Toggle expanded={expanded} unread={unread.total} onExpand={onExpand} />
          </div>
          <div className={cardStyles.inside}>{expanded && <HandoverCards collaboration={collaboration} />}</div>
          <div className={styles.scroll}>
            <Lost state={state} expanded={expanded} onRetry={() => collaboration.retryNow()} />
            <UserList collaboration={collaboration} expanded={expanded} />
            {expanded && <LazyComments collaboration={collaboration} />}
          </div>
          <div className={styles.foot}>
            {onInvite &&
              (expanded ? (
                <Button icon={<UserPlus size={16} aria-hidden />} onClick={onInvite}>
                  Invite
                </Button>
              ) : (
                <Tooltip text="Invite" side="left">
                  <IconButton
                    label="Invite"
                    tooltip={false}
                    icon={<UserPlus size={18} aria-hidden />}
                    onClick={onInvite}
                  />
                </Tooltip>
              ))}
            {/* The strip has no room for it; the page's own bar has one. */}
            {expanded && <EditButton collaboration={collaboration} />}
          </div>
        </aside>
      </div>
      {!expanded && <CardsInPage collaboration={collaboration} />}
      <LeavingDialog collaboration={collaboration} />
    </>
  )
}
