import { useRef } from 'react'
import { entriesOf } from '../../../document/slide-steps.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import { useEditorOverCanvas } from '../use-editor-over-canvas.ts'
import styles from './animation.module.css'
import { slideSteps } from './slide-steps.ts'

/** Shows each block's step number on the block while the Animation panel is open. Positioned in the canvas's box. */
export function StepBadges() {
  const open = useEditor((state) => state.panel === 'animation' && state.gesture === null)
  return open ? <Badges /> : null
}

function Badges() {
  const { view } = useEditorInstance()
  const box = useRef<HTMLDivElement>(null)
  // Blocks move with every change of deck and view, and with the window's size.
  const state = useEditorOverCanvas(box)
  const slide = state.deck.slides[state.slideId]!
  const entries = entriesOf(slide)
  const { entries: numbers } = slideSteps(slide, entries)
  return (
    <div ref={box} className={styles.badges} aria-hidden="true">
      {entries.map((entry, index) => {
        const place = view.canvas.screenBox(entry.block)
        if (!place) return null
        return (
          <span key={entry.block} className={styles.badge} style={{ left: place.x, top: place.y }}>
            {numbers[index]! + 1}
          </span>
        )
      })}
    </div>
  )
}
