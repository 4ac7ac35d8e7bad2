import { type PointerEvent, useEffect, useMemo } from 'react'
import { throttle } from '../../../ui/throttle.ts'
import type { SlideFit } from './slide-point.ts'
import { slidePoint } from './slide-point.ts'
import type { StageLink } from './stage-link.ts'

/** Minimum interval between two positions of the laser pointer, in ms: often enough to follow a hand. */
const MIN_INTERVAL = 66

export interface LaserLayerProps {
  link: StageLink
  fit: SlideFit
  className?: string
}

/** Covers a deck while its speaker points: the laser pointer follows the mouse, or the pressed finger. */
export function LaserLayer({ link, fit, className }: LaserLayerProps) {
  const point = useMemo(
    () => throttle((position: { x: number; y: number } | null) => link.change({ light: position }), MIN_INTERVAL),
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
