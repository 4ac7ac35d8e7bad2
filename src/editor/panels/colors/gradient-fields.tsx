import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { formatGradient, type Gradient, maxGradientStops, parseGradient } from '../../../document/gradient.ts'
import { roleValue, themeRoles } from '../../../rules/theme-roles.ts'
import { SwatchRow } from '../../../ui/color/swatch-row.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useEditorInstance } from '../../state/use-editor.ts'
import { NumberInput } from '../number-input.tsx'
import styles from './color-popover.module.css'
import { resolvedColor } from './shown-color.ts'
import { SolidFields, type SolidFieldsProps } from './solid-fields.tsx'

const accents = themeRoles.filter(({ id }) => id.startsWith('accent-')).map(roleValue)

function linear(angle: number, ...colors: readonly string[]): string {
  const stops = colors.map((color, index) => ({ color, at: (index * 100) / (colors.length - 1) }))
  return formatGradient({ kind: 'linear', angle, stops })
}

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = accents
const ground = 'var(--r-background-color)'

/** Gradients of the theme's colors. */
const presets: readonly (readonly [string, string])[] = [
  ['Accents 1 and 2', linear(135, first, second)],
  ['Accents 1 and 5', linear(135, first, fifth)],
  ['Accents 3 and 4', linear(135, third, fourth)],
  ['Accents 5 and 6', linear(135, fifth, sixth)],
  ['Accents 2, 1 and 5', linear(90, second, first, fifth)],
  ['Accent 1 from the background', linear(180, ground, first)],
  ['Accent 1 to transparent', linear(90, first, `color-mix(in srgb, ${first} 0%, transparent)`)],
  [
    'Glow of accent 1',
    formatGradient({
      kind: 'radial',
      angle: 0,
      stops: [
        { color: first, at: 0 },
        { color: ground, at: 100 },
      ],
    }),
  ],
]

/** The gradient that replaces one color: it begins with it. */
export function usualGradient(color: string): string {
  return color === '' ? linear(135, first, second) : linear(135, color, color === first ? second : first)
}

type Props = Omit<SolidFieldsProps, 'theme'>

/** The stops as buttons on the gradient, and what changes their number. */
function Stops(props: {
  readonly gradient: Gradient
  readonly current: number
  readonly shown: (color: string) => string
  onCurrent(index: number): void
  onChange(gradient: Gradient, merges: boolean): void
}) {
  const { gradient, current, shown, onCurrent, onChange } = props
  const { stops } = gradient
  const id = useId()
  const add = () => {
    const next = stops[current + 1] ?? stops[current - 1]
    const here = stops[current]
    if (!here || !next) return
    const stop = { color: here.color, at: (here.at + next.at) / 2 }
    const place = next.at >= here.at && current + 1 < stops.length ? current + 1 : current
    onChange({ ...gradient, stops: stops.toSpliced(place, 0, stop) }, false)
    onCurrent(place)
  }
  const remove = () => {
    onChange({ ...gradient, stops: stops.toSpliced(current, 1) }, false)
    onCurrent(Math.max(0, current - 1))
  }
  const move = (at: number, merges: boolean) =>
    onChange({ ...gradient, stops: stops.with(current, { ...stops[current]!, at }) }, merges)
  return (
    <>
      <div className={styles.stops} style={{ '--bar': barOf(gradient, shown) } as CSSProperties}>
        {stops.map(({ color, at }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop has no other identity
            key={index}
            type="button"
            className={styles.stop}
            style={{ left: `${at}%`, background: shown(color) }}
            aria-label={`Color ${index + 1} at ${Math.round(at)} %`}
            aria-pressed={index === current}
            onClick={() => onCurrent(index)}
            onKeyDown={(event) => {
              const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
              if (by === undefined) return
              event.preventDefault()
              onCurrent(index)
              const moved = Math.min(100, Math.max(0, at + by * (event.shiftKey ? 10 : 1)))
              onChange({ ...gradient, stops: stops.with(index, { color, at: moved }) }, true)
            }}
          />
        ))}
      </div>
      <div className={styles.line}>
        <label htmlFor={id}>Place</label>
        <NumberInput
          {...{ id, min: 0, max: 100, step: 1, unit: '%' }}
          value={stops[current]?.at ?? 0}
          onChange={move}
        />
        <IconButton
          label="Add a color"
          icon={<Plus size={16} aria-hidden />}
          disabled={stops.length >= maxGradientStops}
          onClick={add}
        />
        <IconButton
          label="Remove the color"
          icon={<Minus size={16} aria-hidden />}
          disabled={stops.length <= 2}
          onClick={remove}
        />
      </div>
    </>
  )
}

/** The gradient as a bar, whatever its direction. */
function barOf({ stops }: Gradient, shown: (color: string) => string): string {
  return `linear-gradient(90deg, ${stops.map(({ color, at }) => `${shown(color)} ${at}%`).join(', ')})`
}

/** A gradient: presets of the theme, direction, and the colors with their places. */
export function GradientFields(props: Props) {
  const { value, isGround, onChange } = props
  const { view } = useEditorInstance()
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const gradient = parseGradient(value) ?? parseGradient(usualGradient(''))!
  const current = Math.min(chosen, gradient.stops.length - 1)
  const stop = gradient.stops[current]!
  const shown = (color: string) => resolvedColor(view, color, isGround)
  const change = (next: Gradient, merges: boolean) => onChange(formatGradient(next), merges)
  return (
    <>
      <SwatchRow
        title="Of the theme"
        swatches={presets.map(([label, preset]) => ({ label, value: preset, shown: shown(preset) }))}
        value={value}
        onChoose={(next) => onChange(next, false)}
      />
      <div className={styles.line}>
        <select
          className={styles.select}
          aria-label="Form"
          value={gradient.kind}
          onChange={(event) => change({ ...gradient, kind: event.target.value as Gradient['kind'] }, false)}
        >
          <option value="linear">Linear</option>
          <option value="radial">Radial</option>
        </select>
        {gradient.kind === 'linear' && (
          <>
            <label htmlFor={id}>Angle</label>
            <NumberInput
              {...{ id, min: 0, max: 360, step: 5, unit: '°' }}
              value={gradient.angle}
              onChange={(angle, merges) => change({ ...gradient, angle }, merges)}
            />
          </>
        )}
      </div>
      <Stops {...{ gradient, current, shown }} onCurrent={setChosen} onChange={change} />
      <SolidFields
        {...props}
        key={current}
        theme=""
        value={stop.color}
        onChange={(color, merges) => {
          const stops = gradient.stops.with(current, { ...stop, color: color || first })
          change({ ...gradient, stops }, merges)
        }}
      />
    </>
  )
}
