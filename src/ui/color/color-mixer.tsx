import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fromHsva, type Hsva, hexColor, parseColor, type Rgba, toHsva } from '../../rules/colors.ts'
import styles from './color.module.css'
import { dragHandlers } from './use-drag.ts'

type Mix = (next: Partial<Hsva>, merges: boolean) => void

/** The step of an arrow key in shares of the range; Shift makes ten of it. */
function stepOf(event: KeyboardEvent): number {
  return event.shiftKey ? 0.1 : 0.01
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** All hues, as the background of their slider. */
const spectrum = 'linear-gradient(to right in hsl longer hue, hsl(0 100% 50%), hsl(360 100% 50%))'

/** Saturation to the right, brightness upward. */
function Area({ color, onMix }: { color: Hsva; onMix: Mix }) {
  const { hue, saturation, value } = color
  const pressed = (event: KeyboardEvent) => {
    const by = stepOf(event)
    const next = {
      ArrowLeft: { saturation: clamp(saturation - by) },
      ArrowRight: { saturation: clamp(saturation + by) },
      ArrowUp: { value: clamp(value + by) },
      ArrowDown: { value: clamp(value - by) },
    }[event.key]
    if (!next) return
    event.preventDefault()
    onMix(next, true)
  }
  return (
    <div
      className={styles.area}
      role="slider"
      tabIndex={0}
      aria-label="Saturation and brightness"
      aria-valuenow={Math.round(saturation * 100)}
      aria-valuetext={`Saturation ${Math.round(saturation * 100)} %, brightness ${Math.round(value * 100)} %`}
      style={{ '--hue': `hsl(${hue} 100% 50%)` } as CSSProperties}
      onKeyDown={pressed}
      {...dragHandlers(({ x, y }, isFirst) => onMix({ saturation: x, value: 1 - y }, !isFirst))}
    >
      <span className={styles.thumb} style={{ left: `${saturation * 100}%`, top: `${(1 - value) * 100}%` }} />
    </div>
  )
}

function Slider(props: {
  readonly label: string
  readonly className: string | undefined
  /** From 0 to 1. */
  readonly value: number
  readonly text: string
  onChange(value: number, merges: boolean): void
}) {
  const { label, className, value, text, onChange } = props
  const pressed = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    const end = { Home: 0, End: 1 }[event.key]
    if (by === undefined && end === undefined) return
    event.preventDefault()
    onChange(end ?? clamp(value + by! * stepOf(event)), true)
  }
  return (
    <div
      className={`${styles.slider} ${className}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={Math.round(value * 100)}
      aria-valuetext={text}
      onKeyDown={pressed}
      {...dragHandlers(({ x }, isFirst) => onChange(x, !isFirst))}
    >
      <span className={styles.thumb} style={{ left: `${value * 100}%`, top: '50%' }} />
    </div>
  )
}

/** A color as typed: #rgb … #rrggbbaa, the `#` may be missing, or rgb(). */
function readTyped(text: string): Rgba | null {
  return parseColor(text) ?? parseColor(`#${text.trim()}`)
}

function HexField({ color, onChange }: { color: Rgba; onChange: (color: Rgba) => void }) {
  const shown = hexColor(color)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const commit = () => {
    const read = typed === null ? null : readTyped(typed)
    setWrong(typed !== null && read === null)
    if (typed !== null && read === null) return
    setTyped(null)
    if (read && hexColor(read) !== shown) onChange(read)
  }
  return (
    <label className={styles.hex}>
      <span>Hex</span>
      <input
        value={typed ?? shown}
        spellCheck={false}
        autoComplete="off"
        maxLength={40}
        aria-invalid={isWrong || undefined}
        onChange={(event) => {
          setWrong(false)
          setTyped(event.target.value)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
    </label>
  )
}

/** Mixes a color: saturation and brightness, hue, opacity, and a field for its hexadecimal value. */
export function ColorMixer(props: {
  readonly color: Rgba
  /** The opacity is offered separately: that of a theme color. */
  readonly opacity: number
  onChange(color: Rgba, merges: boolean): void
  onOpacity(opacity: number, merges: boolean): void
}) {
  const { color, opacity, onChange, onOpacity } = props
  // Grays have no hue and black has no saturation: both are kept while they are mixed.
  const [mixed, setMixed] = useState<Hsva>(() => toHsva(color))
  const given = hexColor({ ...color, alpha: 1 })
  const own = useRef(given)
  useEffect(() => {
    if (own.current === given) return
    own.current = given
    setMixed(toHsva(parseColor(given)!))
  }, [given])
  const mix: Mix = (next, merges) => {
    const all = { ...mixed, ...next }
    setMixed(all)
    own.current = hexColor(fromHsva({ ...all, alpha: 1 }))
    onChange({ ...fromHsva(all), alpha: opacity }, merges)
  }
  const opaque = hexColor({ ...color, alpha: 1 })
  return (
    <div className={styles.mixer} style={{ '--opaque': opaque, '--spectrum': spectrum } as CSSProperties}>
      <Area color={mixed} onMix={mix} />
      <Slider
        label="Hue"
        className={styles.hue}
        value={mixed.hue / 360}
        text={`${Math.round(mixed.hue)}°`}
        onChange={(share, merges) => mix({ hue: share * 360 }, merges)}
      />
      <Slider
        label="Opacity"
        className={styles.opacity}
        value={opacity}
        text={`${Math.round(opacity * 100)} %`}
        onChange={onOpacity}
      />
      <HexField color={{ ...color, alpha: opacity }} onChange={(next) => onChange(next, false)} />
    </div>
  )
}
