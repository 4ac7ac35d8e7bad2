import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { actionNamed } from '../actions/index.ts'
import { zoomTo } from '../actions/view-actions.ts'
import { marginOn, placementOf } from '../geometry/viewport.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'
import { shortcutText } from './shortcut-text.ts'
import styles from './zoom-control.module.css'

/** Placeholder until the effect writes the number, before the first paint. */
const placeholder = '…'

/** Zoom levels without an action, in screen px per slide px. */
const levels = [0.5, 2, 4] as const

const fit = actionNamed('zoom-fit')

const percent = (scale: number): string => `${Math.round(scale * 100)}%`

/**
 * Writes the zoom into a text node, now and on every change of the view or the canvas's size, in the same task. A wheel
 * or pinch changes it in every frame, so React must not render it. Returns a function that stops it.
 */
function followZoom(model: EditorModel, canvas: HTMLElement, number: Text): () => void {
  let size = { width: canvas.clientWidth, height: canvas.clientHeight }
  let written = ''
  const say = (): void => {
    const { scale } = placementOf(size, slideSizeIn(model.getState()), model.getState().viewport, marginOn(size.width))
    if (percent(scale) === written) return
    written = percent(scale)
    number.nodeValue = written
  }
  const sizes = new ResizeObserver(() => {
    size = { width: canvas.clientWidth, height: canvas.clientHeight }
    say()
  })
  sizes.observe(canvas)
  const end = model.subscribe(say)
  say()
  return () => {
    end()
    sizes.disconnect()
  }
}

/** The zoom, in a corner of the canvas, and the controls to change it. */
export function ZoomControl() {
  const editor = useEditorInstance()
  const control = useRef<HTMLDivElement>(null)
  const number = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () => followZoom(editor.model, control.current!.parentElement!, number.current!.firstChild as Text),
    [editor],
  )
  const actions = [fit, actionNamed('zoom-real')].map(({ label, shortcuts, run }) => ({
    label,
    shortcut: shortcutText(shortcuts[0]!),
    onSelect: () => run(editor),
  }))
  const more = levels.map((level) => ({ label: `Zoom to ${percent(level)}`, onSelect: () => zoomTo(editor, level) }))
  return (
    <div ref={control} className={styles.zoom} role="toolbar" aria-label="Zoom">
      <span className={styles.steps}>
        <ActionButton action={actionNamed('zoom-out')} />
      </span>
      <Menu
        trigger={
          <button type="button" className={styles.number} title="Zoom">
            {/* React renders the element once and never updates its text. */}
            <span ref={number}>{placeholder}</span>
          </button>
        }
        groups={[{ entries: actions }, { entries: more }]}
        returnsFocus={() => {
          editor.view.focusCanvas()
          return false
        }}
      />
      <span className={styles.steps}>
        <ActionButton action={actionNamed('zoom-in')} />
      </span>
      {/* Never disabled: that would render it again during a zoom. */}
      <IconButton
        label={`${fit.label} (${shortcutText(fit.shortcuts[0]!)})`}
        aria-label={fit.label}
        icon={<fit.icon size={16} aria-hidden />}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => fit.run(editor)}
      />
    </div>
  )
}
