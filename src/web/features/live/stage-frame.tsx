import { type RefObject, useEffect, useRef } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import { type HostPort, openHostPort } from '../../../player/host-port.ts'
import type { AppKey, DownMessage, UpMessage } from '../../../player/messages.ts'
import { followMessages } from './follow-messages.ts'
import { frameAllowance } from './frame-allowance.ts'
import { type DeckReport, ownChange } from './own-change.ts'
import type { StageLink } from './stage-link.ts'
import type { StageState } from './stage-state.ts'

/** A handle for sending messages to a deck's frame. */
export interface StageFrameHandle {
  /** Messages sent before the deck is ready are queued until it shows the current state. */
  send(message: DownMessage): void
  readonly element: HTMLIFrameElement | null
}

export interface StageFrameProps {
  frame: ShownFrame
  title: string
  link: StageLink
  /** Whether only the speaker sees it: its overview is not published, and it is muted. */
  alone: boolean
  className?: string
  /** Whether another element covers the deck, which then gets no pointer or key events. */
  covered?: boolean
  handle: RefObject<StageFrameHandle | null>
  /** Called with each report of the deck. */
  onReport?: (report: DeckReport) => void
  onKey?: (key: AppKey) => void
  onEdge?: (near: boolean) => void
  /** Called if the deck could not be started. */
  onFailure?: () => void
}

/** Limit of queued messages: more than a user sends while a deck loads. */
const MAX_QUEUED = 20

/** Synchronizes a deck's frame and the presentation, in both directions. */
class Follower {
  sent: StageState | null = null
  /** The order of the state that was sent again, because the deck reported another position. */
  #resentOrder: number | undefined
  readonly #link: StageLink
  readonly #send: (message: DownMessage) => void

  constructor(link: StageLink, send: (message: DownMessage) => void) {
    this.#link = link
    this.#send = send
  }

  follow = (): void => {
    const { state } = this.#link.snapshot()
    for (const message of followMessages(this.sent, state)) this.#send(message)
    this.sent = state
  }

  receive(report: DeckReport, alone: boolean): void {
    const { state } = this.#link.snapshot()
    const change = ownChange(state, report, alone)
    if (change) {
      // The deck made this move itself: without this, the old state would be sent and undo the move.
      if (this.sent) this.sent = { ...this.sent, ...change }
      this.#link.change(change)
      return
    }
    const elsewhere = report.h !== state.indexh || report.v !== state.indexv || report.f !== state.indexf
    if (report.own || !elsewhere || this.#resentOrder === state.order) return
    // An older state was sent while the user moved the deck. Resends the state only once: the deck may lack the slide.
    this.#resentOrder = state.order
    this.sent = null
    this.follow()
  }
}

/** A deck's frame that follows the presentation, and publishes its own moves. */
export function StageFrame(props: StageFrameProps) {
  const { frame, title, link, className, handle, covered } = props
  const element = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!element.current) return
    const port: HostPort = openHostPort({
      frame: element.current,
      origin: frame.origin,
      receive: (message: UpMessage) => {
        const { alone, onReport, onKey, onEdge, onFailure } = latest.current
        if (message.type === 'ready') {
          if (alone) port.send({ type: 'set-muted', on: true })
          follower.sent = null
          follower.follow()
          for (const message of queued.splice(0)) port.send(message)
        } else if (message.type === 'changed') {
          follower.receive(message, alone)
          onReport?.(message)
        } else if (message.type === 'key') onKey?.(message.name)
        else if (message.type === 'edge') onEdge?.(message.near)
        else if (message.type === 'error' && message.code === 'start-failed') onFailure?.()
      },
    })
    const follower = new Follower(link, port.send)
    const queued: DownMessage[] = []
    const send = (message: DownMessage): void => {
      // Queue commands until the frame has the current state.
      if (follower.sent) port.send(message)
      else if (queued.length < MAX_QUEUED) queued.push(message)
    }
    handle.current = { send, element: element.current }
    const stop = link.subscribe(() => {
      if (follower.sent) follower.follow()
    })
    return () => {
      stop()
      port.close()
      handle.current = null
    }
  }, [frame, link, handle])
  return (
    <iframe
      ref={element}
      className={className}
      title={title}
      inert={covered}
      sandbox={frame.sandbox}
      allow={frameAllowance(frame)}
      referrerPolicy="no-referrer"
      src={frame.url}
    />
  )
}
