import { type RefObject, useEffect, useRef } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import { type HostPort, openHostPort } from '../../../player/host-port.ts'
import type { AppKey, DownMessage, UpMessage } from '../../../player/messages.ts'
import { followMessages } from './follow-messages.ts'
import { frameAllowance } from './frame-allowance.ts'
import { type DeckReport, ownChange } from './own-change.ts'
import type { StageLink } from './stage-link.ts'
import type { StageState } from './stage-state.ts'

/** The deck in a frame, for whoever wants to tell it something. */
export interface StageFrameHandle {
  /** What is told before the deck is ready is done when it stands where the presentation is. */
  send(message: DownMessage): void
  readonly element: HTMLIFrameElement | null
}

export interface StageFrameProps {
  frame: ShownFrame
  title: string
  link: StageLink
  /** Looked at by the speaker alone: an overview is theirs, and nothing sounds. */
  alone: boolean
  className?: string
  /** Something lies over it: neither the pointer nor keys reach it. */
  covered?: boolean
  handle: RefObject<StageFrameHandle | null>
  /** Where the deck stands, after each change of it. */
  onReport?: (report: DeckReport) => void
  onKey?: (key: AppKey) => void
  onEdge?: (near: boolean) => void
  /** The deck could not be started. */
  onFailure?: () => void
}

/** More than anybody presses while a deck loads. */
const MOST_EARLY = 20

/** Keeps a deck where the presentation is, and the presentation where the deck was moved to. */
class Follower {
  told: StageState | null = null
  /** The order of the state that was told a second time, because the deck stood elsewhere. */
  #toldAgain: number | undefined
  readonly #link: StageLink
  readonly #send: (message: DownMessage) => void

  constructor(link: StageLink, send: (message: DownMessage) => void) {
    this.#link = link
    this.#send = send
  }

  follow = (): void => {
    const { state } = this.#link.snapshot()
    for (const message of followMessages(this.told, state)) this.#send(message)
    this.told = state
  }

  hear(report: DeckReport, alone: boolean): void {
    const { state } = this.#link.snapshot()
    const change = ownChange(state, report, alone)
    if (change) {
      // The deck is there already: it must not be sent to where it was a moment ago.
      if (this.told) this.told = { ...this.told, ...change }
      this.#link.change(change)
      return
    }
    const elsewhere = report.h !== state.indexh || report.v !== state.indexv || report.f !== state.indexf
    if (report.own || !elsewhere || this.#toldAgain === state.order) return
    // It was told something older at the moment somebody moved it. Once: it may lack the slide.
    this.#toldAgain = state.order
    this.told = null
    this.follow()
  }
}

/** A deck that shows the presentation, and moves it when it is moved itself. */
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
          follower.told = null
          follower.follow()
          for (const message of early.splice(0)) port.send(message)
        } else if (message.type === 'changed') {
          follower.hear(message, alone)
          onReport?.(message)
        } else if (message.type === 'key') onKey?.(message.name)
        else if (message.type === 'edge') onEdge?.(message.near)
        else if (message.type === 'error' && message.code === 'start-failed') onFailure?.()
      },
    })
    const follower = new Follower(link, port.send)
    const early: DownMessage[] = []
    const send = (message: DownMessage): void => {
      // Before it was told where the presentation is, the first word would set it back.
      if (follower.told) port.send(message)
      else if (early.length < MOST_EARLY) early.push(message)
    }
    handle.current = { send, element: element.current }
    const stop = link.subscribe(() => {
      if (follower.told) follower.follow()
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
