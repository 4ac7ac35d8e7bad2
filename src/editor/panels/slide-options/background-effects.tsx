import { type KeyboardEvent, useId } from 'react'
import { blurAttribute, dimAttribute, shareOf } from '../../../document/background-effects.ts'
import { dragHandlers } from '../../../ui/color/use-drag.ts'
import { NumberInput } from '../number-input.tsx'
import panel from '../panel.module.css'
import { useSlideAttribute } from '../slide-attributes.ts'
import styles from './slide-options.module.css'

const positionAttribute = 'data-background-position'

function Effect({ attribute, label }: { attribute: string; label: string }) {
  const id = useId()
  const [value, setValue] = useSlideAttribute(attribute)
  return (
    <div className={panel.row}>
      <label htmlFor={id}>{label}</label>
      <NumberInput
        {...{ id, unit: '%', min: 0, max: 100, step: 5 }}
        value={Math.round(shareOf(value) * 100)}
        onChange={(next, merge) => setValue(next === 0 ? null : String(next / 100), merge)}
      />
    </div>
  )
}

const words: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 }

/** A background's position as percentages; the middle for values in other units. */
function pointOf(position: string): { readonly x: number; readonly y: number } {
  const parts = position.trim().split(/\s+/)
  const ordered = /^(?:top|bottom)$/.test(parts[0] ?? '') ? parts.toReversed() : parts
  const [x = 50, y = 50] = ordered.map((part) => words[part] ?? Number(/^([\d.]+)%$/.exec(part)?.[1] ?? 50))
  return parts.length === 1 && ordered !== parts ? { x: 50, y: x } : { x, y }
}

/** The part of a picture that stays visible wherever it is cut off: a press, a drag, or arrow keys set it. */
function FocalPoint({ picture }: { picture: string }) {
  const [position, setPosition] = useSlideAttribute(positionAttribute)
  const { x, y } = pointOf(position)
  const put = (left: number, top: number, merges: boolean) => {
    const [nextX, nextY] = [left, top].map((value) => Math.round(Math.min(100, Math.max(0, value))))
    setPosition(nextX === 50 && nextY === 50 ? null : `${nextX}% ${nextY}%`, merges)
  }
  const pressed = (event: KeyboardEvent) => {
    const by = event.shiftKey ? 10 : 2
    const next = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key]
    if (!next) return
    event.preventDefault()
    put(x + next[0]!, y + next[1]!, true)
  }
  return (
    <div className={panel.stacked}>
      <span aria-hidden="true">Focal point</span>
      <div
        className={styles.focal}
        role="slider"
        tabIndex={0}
        aria-label="Focal point"
        aria-valuenow={x}
        aria-valuetext={`${x} % from the left, ${y} % from the top`}
        onKeyDown={pressed}
        {...dragHandlers((place, isFirst) => put(place.x * 100, place.y * 100, !isFirst))}
      >
        {/* The page may not load pictures of other sites. */}
        {picture.startsWith('/') && <img src={picture} alt="" draggable={false} />}
        <span style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
    </div>
  )
}

/** What applies to a background's picture or video: dim, blur, and the point that stays visible. */
export function BackgroundEffects() {
  const [picture] = useSlideAttribute('data-background-image')
  const [video] = useSlideAttribute('data-background-video')
  if (picture === '' && video === '') return null
  return (
    <>
      <Effect attribute={dimAttribute} label="Dim" />
      <Effect attribute={blurAttribute} label="Blur" />
      {picture !== '' && <FocalPoint picture={picture} />}
    </>
  )
}
