import type { BroadcastMessage, UserStatus } from '../../api/deck-channel/messages.ts'
import { timings } from '../../rules/timings.ts'

/**
 * The hand-over of editing, as one page sees it: a pure function of its state and what happens. One collaborator edits at
 * a time. Another asks for it, and becomes the editor at once if the current one is offline or idle; else the current one
 * approves or dismisses the request. A request ends after a minute, or when either side leaves.
 *
 * Times are in ms of the page's clock. The server decides who edits: each message from it overrules this state.
 */

/** Why this user's request ended without an approval. */
export type RequestEnd =
  /** The editor dismissed it. */
  | { readonly why: 'dismissed'; readonly byUserId: number }
  /** The editor did not answer in time. */
  | { readonly why: 'expired' }
  /** The editor left or became idle, so editing can be taken directly. */
  | { readonly why: 'left' }
  /** Another user became the editor. */
  | { readonly why: 'other'; readonly byUserId: number }
  /** The call failed. */
  | { readonly why: 'failed' }
  /** The user opened the editor and was redirected to the review: another user is the active editor. */
  | { readonly why: 'sent-here' }

/** The state of this user's request to edit. */
export type Asking =
  | { readonly kind: 'none' }
  /** The call that makes this user the editor is running. */
  | { readonly kind: 'taking' }
  /** `unsentUntil`: the editor is not back after a restart of the server. The request is sent once they are, until then. */
  | { readonly kind: 'pending'; readonly until: number; readonly unsentUntil?: number }
  | ({ readonly kind: 'ended' } & RequestEnd)

/** A request of another user, shown to the editor. */
export interface EditRequest {
  readonly userId: number
  readonly until: number
}

/** Why the page is left soon. */
export type Leaving =
  | { readonly why: 'editor-changed'; readonly at: number; readonly byUserId: number }
  | { readonly why: 'removed' | 'became-viewer'; readonly at: number }

/** The state of the hand-over on one page. */
export interface Handover {
  readonly me: number
  /** The page: only the active editor's saves are accepted in the editor. */
  readonly place: 'editor' | 'review'
  readonly editorId: number
  readonly editorStatus: UserStatus
  /** Whether the editor may no longer edit: then the owner edits again, without having asked for it. */
  readonly isEditorLost: boolean
  readonly asking: Asking
  /** The requests to this user as the editor, the oldest first. */
  readonly requests: readonly EditRequest[]
  /** The user whose request is being approved: everything is saved, then the server is asked. */
  readonly approving: number | null
  readonly leaving: Leaving | null
}

/** What happens. */
export type HandoverEvent =
  /** The user presses Edit, cancels the request, or closes the notice of its end. */
  | { readonly type: 'ask' | 'cancel' | 'close-notice' }
  /** The user approves or dismisses a request. */
  | { readonly type: 'approve' | 'dismiss'; readonly userId: number }
  /** The server's answer to the call of an approval, or of taking over; `busy`: the current editor is active after all. */
  | { readonly type: 'approved'; readonly ok: boolean }
  | { readonly type: 'taken'; readonly result: 'ok' | 'busy' | 'failed' }
  /** Messages. */
  | {
      readonly type: 'requested' | 'request-canceled' | 'editor-changed' | 'removed' | 'became-viewer'
      readonly userId: number
    }
  | { readonly type: 'denied'; readonly userId: number; readonly byUserId: number }
  | { readonly type: 'user-state'; readonly userId: number; readonly status: UserStatus }
  /** The page has (again) joined the room. `remaining` in ms: clocks of browser and server differ. */
  | {
      readonly type: 'joined'
      readonly editorId: number
      readonly editorStatus: UserStatus
      readonly requests: readonly { readonly userId: number; readonly remaining: number }[]
    }
  /** Time has passed. */
  | { readonly type: 'tick' }

/** What the page has to do. */
export type HandoverEffect =
  | { readonly do: 'broadcast'; readonly message: BroadcastMessage }
  /** Ask the server to make this user the editor. Reports 'taken'. */
  | { readonly do: 'take' }
  /** Save everything, then ask the server to make another user the editor. Reports 'approved'. */
  | { readonly do: 'hand-over'; readonly userId: number }
  | { readonly do: 'go'; readonly to: 'edit' | 'review' | 'profile' }

/** The next state, with what to do. */
export interface HandoverStep {
  readonly state: Handover
  readonly effects: readonly HandoverEffect[]
}

const none: Asking = { kind: 'none' }

/** The state of a page that has just been opened; `wasSentHere`: in place of the editor. */
export function openHandover(me: number, place: Handover['place'], editorId: number, wasSentHere = false): Handover {
  const asking: Asking = wasSentHere && me !== editorId ? { kind: 'ended', why: 'sent-here' } : none
  return {
    ...{ me, place, editorId, editorStatus: me === editorId ? 'viewing' : 'disconnected', asking },
    ...{ isEditorLost: false, requests: [], approving: null, leaving: null },
  }
}

const request: HandoverEffect = { do: 'broadcast', message: { type: 'collaboration:become-editor-request' } }
const cancellation: HandoverEffect = {
  do: 'broadcast',
  message: { type: 'collaboration:become-editor-request-canceled' },
}

function step(state: Handover, ...effects: HandoverEffect[]): HandoverStep {
  return { state, effects }
}

function without(state: Handover, userId: number): Handover {
  return { ...state, requests: state.requests.filter((one) => one.userId !== userId) }
}

/** The step after an event at a time. */
export function handOver(state: Handover, event: HandoverEvent, now: number): HandoverStep {
  switch (event.type) {
    case 'ask':
      return ask(state, now)
    case 'cancel':
      return state.asking.kind === 'pending' ? step({ ...state, asking: none }, cancellation) : step(state)
    case 'close-notice':
      return step(state.asking.kind === 'ended' ? { ...state, asking: none } : state)
    case 'approve':
      return approve(state, event.userId)
    case 'dismiss':
      return dismiss(state, event.userId)
    case 'approved':
      return step({ ...state, approving: null })
    case 'taken':
      return taken(state, event.result, now)
    case 'requested':
      return step(requested(state, event.userId, now + timings.handoverRequest))
    case 'request-canceled':
      return step(without(state, event.userId))
    case 'denied':
      return denied(state, event)
    case 'editor-changed':
      return editorChanged(state, event.userId, now)
    case 'user-state':
      return userState(state, event.userId, event.status)
    case 'removed':
      return removed(state, event.userId, now)
    case 'became-viewer':
      return step(becameViewer(state, event.userId))
    case 'joined':
      return joined(state, event, now)
    case 'tick':
      return tick(state, now)
  }
}

function ask(state: Handover, now: number): HandoverStep {
  if (state.leaving?.why === 'removed' || state.asking.kind === 'pending' || state.asking.kind === 'taking')
    return step(state)
  if (state.editorId === state.me) return step({ ...state, asking: none }, { do: 'go', to: 'edit' })
  if (state.editorStatus !== 'viewing') return step({ ...state, asking: { kind: 'taking' } }, { do: 'take' })
  return step({ ...state, asking: { kind: 'pending', until: now + timings.handoverRequest } }, request)
}

function approve(state: Handover, userId: number): HandoverStep {
  const isAsked = state.requests.some((one) => one.userId === userId)
  if (!isAsked || state.approving !== null || state.editorId !== state.me) return step(state)
  return step({ ...state, approving: userId }, { do: 'hand-over', userId })
}

function dismiss(state: Handover, userId: number): HandoverStep {
  const isAsked = state.requests.some((one) => one.userId === userId)
  if (!isAsked || state.approving === userId) return step(state)
  const type = 'collaboration:become-editor-request-denied'
  return step(without(state, userId), { do: 'broadcast', message: { type, user_id: userId } })
}

function taken(state: Handover, result: 'ok' | 'busy' | 'failed', now: number): HandoverStep {
  if (state.asking.kind !== 'taking') return step(state)
  if (result === 'ok') return step({ ...state, editorId: state.me, asking: none }, { do: 'go', to: 'edit' })
  if (result === 'failed') return step({ ...state, asking: { kind: 'ended', why: 'failed' } })
  // The editor has come back meanwhile.
  return ask({ ...state, asking: none, editorStatus: 'viewing' }, now)
}

function requested(state: Handover, userId: number, until: number): Handover {
  if (state.editorId !== state.me || userId === state.me || state.leaving) return state
  const known = state.requests.some((one) => one.userId === userId)
  return known ? state : { ...state, requests: [...state.requests, { userId, until }] }
}

function denied(state: Handover, { userId, byUserId }: { userId: number; byUserId: number }): HandoverStep {
  if (userId !== state.me) return step(without(state, userId))
  if (state.asking.kind !== 'pending') return step(state)
  return step({ ...state, asking: { kind: 'ended', why: 'dismissed', byUserId } })
}

function editorChanged(state: Handover, editorId: number, now: number): HandoverStep {
  const { me, place, asking } = state
  const wished = asking.kind === 'pending' || asking.kind === 'taking'
  const changed: Handover = { ...state, editorId, isEditorLost: false, requests: [], approving: null, asking: none }
  if (editorId === me) {
    const regained = { ...changed, editorStatus: 'viewing' as const, leaving: null }
    if (place === 'editor') return step(regained)
    // The owner reads or writes a comment here: the editor is offered.
    if (state.isEditorLost && !wished) return step({ ...regained, asking: { kind: 'ended', why: 'left' } })
    return step(regained, { do: 'go', to: 'edit' })
  }
  // The new editor has the deck open.
  const others: Handover = { ...changed, editorStatus: 'viewing' }
  const ended: Handover = wished
    ? { ...others, asking: { kind: 'ended', why: 'other', byUserId: editorId } }
    : { ...others, asking: asking.kind === 'ended' ? asking : none }
  if (place === 'review' || state.leaving?.why === 'removed') return step(ended)
  const at = state.leaving?.at ?? now + timings.handover
  const leaving: Leaving = state.isEditorLost
    ? { why: 'became-viewer', at }
    : { why: 'editor-changed', at, byUserId: editorId }
  return step({ ...ended, leaving })
}

function userState(state: Handover, userId: number, status: UserStatus): HandoverStep {
  const asks = status === 'disconnected' ? without(state, userId) : state
  if (userId !== state.editorId) return step(asks)
  const known: Handover = { ...asks, editorStatus: status }
  if (userId !== state.me && status === 'viewing') return editorCame(known)
  if (userId === state.me || state.asking.kind !== 'pending') return step(known)
  return step({ ...known, asking: { kind: 'taking' } }, cancellation, { do: 'take' })
}

/** The editor is there: a request that could not reach them is sent, and they no longer count as gone. */
function editorCame(state: Handover): HandoverStep {
  const { asking } = state
  if (asking.kind === 'ended' && asking.why === 'left') return step({ ...state, asking: none })
  if (asking.kind !== 'pending' || asking.unsentUntil === undefined) return step(state)
  return step({ ...state, asking: { kind: 'pending', until: asking.until } }, request)
}

function losing(state: Handover, userId: number): Handover {
  return userId === state.editorId ? { ...state, isEditorLost: true } : state
}

/** Ends the request to edit of a user who became a viewer: the server refuses its approval. */
function becameViewer(state: Handover, userId: number): Handover {
  const lost = losing(without(state, userId), userId)
  const isAsking = userId === state.me && (state.asking.kind === 'pending' || state.asking.kind === 'taking')
  return isAsking ? { ...lost, asking: none } : lost
}

function removed(state: Handover, userId: number, now: number): HandoverStep {
  if (userId !== state.me) return userState(losing(state, userId), userId, 'disconnected')
  if (state.leaving?.why === 'removed') return step(state)
  const leaving: Leaving = { why: 'removed', at: now + timings.handover }
  return step({ ...state, leaving, asking: none, requests: [], approving: null })
}

function joined(state: Handover, event: Extract<HandoverEvent, { type: 'joined' }>, now: number): HandoverStep {
  const { editorId, editorStatus } = event
  // The message was missed, and with it whose request was approved.
  const missed: Handover = { ...state, isEditorLost: state.place === 'review' }
  const changed = editorId === state.editorId ? step(state) : editorChanged(missed, editorId, now)
  let next: Handover = { ...changed.state, editorStatus, requests: [] }
  for (const { userId, remaining } of event.requests) next = requested(next, userId, now + remaining)
  const effects = [...changed.effects]
  if (next.asking.kind === 'pending') {
    // The room may have forgotten the request, as after a restart of the server, and the editor may not be back yet.
    const { until } = next.asking
    const unsentUntil = now + timings.socketReconnectMax
    if (editorStatus === 'viewing') effects.push(request)
    else if (editorStatus === 'idle') next = { ...next, asking: { kind: 'ended', why: 'left' } }
    else next = { ...next, asking: { kind: 'pending', until, unsentUntil } }
  }
  return { state: next, effects }
}

function tick(state: Handover, now: number): HandoverStep {
  const { leaving, asking } = state
  if (leaving && now >= leaving.at) {
    const to = leaving.why === 'removed' ? 'profile' : 'review'
    // Only once: the page may need a moment to go.
    return step({ ...state, leaving: { ...leaving, at: Number.POSITIVE_INFINITY } }, { do: 'go', to })
  }
  const requests = state.requests.filter(({ userId, until }) => now < until || userId === state.approving)
  const left = requests.length < state.requests.length ? { ...state, requests } : state
  if (asking.kind !== 'pending') return step(left)
  if (now >= (asking.unsentUntil ?? Number.POSITIVE_INFINITY))
    return step({ ...left, asking: { kind: 'ended', why: 'left' } })
  if (now < asking.until) return step(left)
  return step({ ...left, asking: { kind: 'ended', why: 'expired' } }, cancellation)
}

/** Seconds until a time, counted down: 5 at first, 1 in the last second, then 0. */
export function secondsUntil(at: number, now: number): number {
  return Number.isFinite(at) ? Math.max(0, Math.ceil((at - now) / 1000)) : 0
}
