import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { hexColor } from '../../../rules/colors.ts'
import type { Point } from '../../geometry/point.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import styles from './color-popover.module.css'
import { colorAtWindowPoint } from './slide-colors.ts'

/** The middle of the slide in the window. */
function middle(section: HTMLElement | null): Point {
  const frame = section?.ownerDocument.defaultView?.frameElement?.getBoundingClientRect()
  if (!section || !frame) return { x: window.innerWidth / 2, y: window.innerHeight / 2 }
  const box = section.getBoundingClientRect()
  return { x: frame.left + box.left + box.width / 2, y: frame.top + box.top + box.height / 2 }
}

/**
 * Picks a color of the slide by a press, for browsers without an eyedropper. Arrow keys move the crosshair (Shift: in
 * larger steps), Enter picks, Escape cancels.
 */
export function SlidePicker({ onPick }: { onPick: (color: string | null) => void }) {
  const { view, services } = useEditorInstance()
  const cover = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState(() => middle(view.canvas.section()))
  useEffect(() => cover.current?.focus(), [])
  const seen = colorAtWindowPoint(view, point)
  const color = seen && hexColor(seen)
  const take = () => {
    if (color === null) services.notify('The color of this place cannot be read', 'info')
    else onPick(color)
  }
  const pressed = (event: KeyboardEvent) => {
    event.stopPropagation()
    event.preventDefault()
    if (event.key === 'Escape') return onPick(null)
    if (event.key === 'Enter' || event.key === ' ') return take()
    const by = event.shiftKey ? 20 : 2
    const { x, y } = point
    const next = {
      ArrowLeft: { x: x - by, y },
      ArrowRight: { x: x + by, y },
      ArrowUp: { x, y: y - by },
      ArrowDown: { x, y: y + by },
    }[event.key]
    if (next) setPoint(next)
  }
  return createPortal(
    <div
      ref={cover}
      className={styles.cover}
      role="dialog"
      aria-label="Pick a color from the slide"
      tabIndex={-1}
      onKeyDown={pressed}
      onPointerMove={({ clientX, clientY }) => setPoint({ x: clientX, y: clientY })}
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setPoint({ x: event.clientX, y: event.clientY })
      }}
      onClick={take}
    >
      <span
        className={styles.lens}
        style={{ left: point.x, top: point.y, background: color ?? 'transparent' }}
        aria-hidden="true"
      />
      <span className={styles.unseen} role="status">
        {color ?? 'No color'}
      </span>
    </div>,
    document.body,
  )
}
