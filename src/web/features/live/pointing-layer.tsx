import { type PointerEvent, useEffect, useMemo } from 'react'
import { throttle } from '../../../ui/throttle.ts'
import type { SlideFit } from './slide-point.ts'
import { slidePoint } from './slide-point.ts'
import type { StageLink } from './stage-link.ts'

/** A light is moved at most this often, in ms: often enough to follow a hand. */
const LIGHT_EVERY = 66

export interface PointingLayerProps {
  link: StageLink
  fit: SlideFit
  className?: string
}

/** Lies over a deck while its speaker points: the light is where the mouse is, or the finger that presses. */
export function PointingLayer({ link, fit, className }: PointingLayerProps) {
  const point = useMemo(
    () => throttle((light: { x: number; y: number } | null) => link.change({ light }), LIGHT_EVERY),
    [link],
  )
  useEffect(
    () => () => {
      point.cancel()
      link.change({ light: null })
    },
    [link, point],
  )
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    point(slidePoint(event.clientX, event.clientY, box, fit))
  }
  const end = () => {
    point.cancel()
    link.change({ light: null })
  }
  return (
    <div
      className={className}
      data-pointing
      onPointerDown={move}
      onPointerMove={move}
      onPointerUp={(event) => {
        if (event.pointerType !== 'mouse') end()
      }}
      onPointerLeave={end}
      onPointerCancel={end}
    />
  )
}
