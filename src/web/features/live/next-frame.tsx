import { useEffect, useRef } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import { openHostPort } from '../../../player/host-port.ts'
import { frameAllowance } from './frame-allowance.ts'
import type { StageState } from './stage-state.ts'

/** A position in the deck with its fragment; `f` is null on a slide without fragments. */
export interface FragmentPlace {
  readonly h: number
  readonly v: number
  readonly f: number | null
}

export interface NextFrameProps {
  frame: ShownFrame
  title: string
  state: StageState
  className?: string
  /** Called with the next position; null at the deck's end. */
  onNext: (place: FragmentPlace | null) => void
}

/** A deck frame that shows the next step: muted, and never focused. */
export function NextFrame({ frame, title, state, className, onNext }: NextFrameProps) {
  const element = useRef<HTMLIFrameElement>(null)
  const peek = useRef<() => void>(() => {})
  const { indexh: h, indexv: v, indexf: f } = state
  const latest = useRef({ h, v, f, onNext })
  latest.current = { h, v, f, onNext }
  useEffect(() => {
    if (!element.current) return
    const port = openHostPort({
      frame: element.current,
      origin: frame.origin,
      receive: (message) => {
        if (message.type === 'ready') {
          port.send({ type: 'set-muted', on: true })
          peek.current()
        } else if (message.type === 'changed') {
          const now = latest.current
          const same = message.h === now.h && message.v === now.v && message.f === now.f
          now.onNext(same ? null : { h: message.h, v: message.v, f: message.f })
        }
      },
    })
    peek.current = () => {
      const now = latest.current
      port.send({ type: 'peek', h: now.h, v: now.v, f: now.f })
    }
    return () => port.close()
  }, [frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the position
  useEffect(() => peek.current(), [h, v, f])
  return (
    <iframe
      ref={element}
      className={className}
      title={title}
      tabIndex={-1}
      sandbox={frame.sandbox}
      allow={frameAllowance(frame)}
      referrerPolicy="no-referrer"
      src={frame.url}
    />
  )
}
