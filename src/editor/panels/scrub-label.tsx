import { type PointerEvent, type ReactNode, useRef } from 'react'
import { clampToRange } from '../../rules/range.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './scrub-label.module.css'

/** Props of ScrubLabel. */
export interface ScrubLabelProps {
  /** The id of the labeled field. */
  readonly htmlFor: string
  readonly children: ReactNode
  readonly value: number
  readonly min: number
  readonly max: number
  /** The change per px of pointer movement. */
  readonly step: number
  /** The undo step's name. */
  readonly undoLabel: string
  onChange(value: number, merge: boolean): void
}

/** A drag must not focus the field as a click on its label does. */
const noClick = (event: Event): void => event.preventDefault()

/** How far the pointer must move, in px, before a press on the label is a drag. */
const threshold = 3

/**
 * The label of a number field, draggable left and right to change the number (Shift: ten times as fast). A drag is one
 * undo step; Escape restores the number.
 */
export function ScrubLabel(props: ScrubLabelProps) {
  const { model } = useEditorInstance()
  const drag = useRef<{ label: HTMLElement; x: number; value: number; scrubs: boolean; cancel(): void } | null>(null)
  const begin = (event: PointerEvent<HTMLLabelElement>) => {
    if (event.button !== 0) return
    const mark = model.mark()
    const label = event.currentTarget
    label.removeEventListener('click', noClick)
    const giveUp = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !drag.current?.scrubs) return
      key.preventDefault()
      key.stopImmediatePropagation()
      drag.current.cancel()
      model.cancelToMark(mark)
    }
    const end = () => {
      window.removeEventListener('keydown', giveUp, true)
      label.removeEventListener('lostpointercapture', lost)
      drag.current = null
    }
    const lost = () => {
      if (drag.current?.scrubs) model.squashToMark(mark, props.undoLabel)
      end()
    }
    label.setPointerCapture(event.pointerId)
    label.addEventListener('lostpointercapture', lost)
    window.addEventListener('keydown', giveUp, true)
    drag.current = { label, x: event.clientX, value: props.value, scrubs: false, cancel: end }
  }
  const move = (event: PointerEvent) => {
    const { current } = drag
    if (!current) return
    const way = event.clientX - current.x
    if (!current.scrubs && Math.abs(way) < threshold) return
    if (!current.scrubs) current.label.addEventListener('click', noClick, { once: true })
    current.scrubs = true
    const by = Math.round(way) * props.step * (event.shiftKey ? 10 : 1)
    props.onChange(clampToRange(current.value + by, { min: props.min, max: props.max, decimals: 2 }), true)
  }
  return (
    <label className={styles.label} htmlFor={props.htmlFor} onPointerDown={begin} onPointerMove={move}>
      {props.children}
    </label>
  )
}
