import { Palette } from 'lucide-react'
import { useState } from 'react'
import { newUuid } from '../../document/ids.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomPanelProps } from '../block-editor.ts'
import type { ImageProps } from './block.ts'
import { type Drawing, drawingColors, drawingFrom, recolored, withDrawing } from './drawing.ts'
import styles from './editor-colors.module.css'

/** Theme colors for an SVG, by their custom property. */
const themeColors: readonly (readonly [string, string])[] = [
  ['var(--r-accent-color)', 'Accent'],
  ['var(--r-heading-color)', 'Headings'],
  ['var(--r-main-color)', 'Text'],
  ['var(--r-link-color)', 'Links'],
  ['var(--r-background-color)', 'Background'],
]

/** Inlines an SVG file into the slide, so that it can be recolored; or returns the reason for its refusal. */
async function inlineDrawing(
  src: string,
  clean: CustomPanelProps<ImageProps>['clean'],
): Promise<{ readonly drawing: Drawing } | { readonly refused: string }> {
  const answer = await fetch(src)
  if (!answer.ok) return { refused: 'The drawing could not be loaded' }
  const { html, removed } = await clean(await answer.text())
  const mark = newUuid().slice(0, 8)
  const drawing = removed.length === 0 ? drawingFrom(html, mark) : null
  return drawing
    ? { drawing }
    : { refused: 'This drawing uses effects or pictures, or is too large: it keeps its colors' }
}

/** Button that inlines the SVG first: a picture with a URL has no colors to change. */
function InlineButton({ block, change, clean, showToast }: CustomPanelProps<ImageProps>) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const { src } = block.props
    try {
      const inlined = await inlineDrawing(src, clean)
      if ('refused' in inlined) showToast(inlined.refused)
      else {
        const { drawing } = inlined
        change((one) => ({ ...one, props: withDrawing(one.props, src, drawing) }), { label: 'Change colors' })
      }
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The drawing could not be loaded')
    }
    setBusy(false)
  }
  return (
    <Button size="s" wide busy={busy} icon={<Palette size={14} aria-hidden />} onClick={() => void take()}>
      Change its colors
    </Button>
  )
}

/** A color for the browser's color picker, with six digits. */
function hexOf(color: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return '#808080'
  context.fillStyle = '#808080'
  context.fillStyle = color
  return /^#[0-9a-f]{6}$/.test(context.fillStyle) ? context.fillStyle : '#808080'
}

/** One color of an SVG: a theme color or a custom one. */
function OneColor({ number, value, shown, onChange }: OneColorProps) {
  const ofTheme = themeColors.some(([name]) => name === value)
  return (
    <div className={styles.row}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={`Color ${number}`}
        value={hexOf(shown)}
        onChange={(event) => onChange(event.target.value, true)}
      />
      <select
        className={styles.select}
        aria-label={`Color ${number} follows`}
        value={ofTheme ? value : ''}
        onChange={(event) => onChange(event.target.value, false)}
      >
        <option value="" disabled={ofTheme}>
          Its own color
        </option>
        {themeColors.map(([name, title]) => (
          <option key={name} value={name}>
            The theme’s: {title}
          </option>
        ))}
      </select>
    </div>
  )
}

interface OneColorProps {
  readonly number: number
  readonly value: string
  /** As the slide shows it. */
  readonly shown: string
  onChange(value: string, merges: boolean): void
}

/** The colors of an SVG, each replaceable everywhere by a theme color or a custom one. */
export function DrawingColors(props: CustomPanelProps<ImageProps>) {
  const { block, shown, change } = props
  const { drawing } = block.props
  if (!drawing) return <InlineButton {...props} />
  const replace = (from: string, to: string, merges: boolean) => {
    if (to === '' || to === from) return
    change(
      (one) =>
        one.props.drawing
          ? { ...one, props: { ...one.props, drawing: { ...drawing, markup: recolored(drawing.markup, from, to) } } }
          : one,
      { label: 'Change colors', merges },
    )
  }
  return drawingColors(drawing.markup)
    .slice(0, 24)
    .map((value, index) => (
      <OneColor
        // biome-ignore lint/suspicious/noArrayIndexKey: a changed color stays in its row
        key={index}
        {...{ number: index + 1, value }}
        shown={shown(value)}
        onChange={(to, merges) => replace(value, to, merges)}
      />
    ))
}
