import { Palette } from 'lucide-react'
import { useState } from 'react'
import { newUuid } from '../../document/ids.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomPanelProps } from '../block-editor.ts'
import type { ImageProps } from './block.ts'
import { type Drawing, drawingColors, drawingFrom, recolored, withDrawing } from './drawing.ts'

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

/** The colors of an SVG, each replaceable everywhere by a theme color or a custom one. */
export function DrawingColors(props: CustomPanelProps<ImageProps>) {
  const { block, Color, change } = props
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
      <Color
        // biome-ignore lint/suspicious/noArrayIndexKey: a changed color stays in its row
        key={index}
        label={`Color ${index + 1}`}
        none={null}
        value={value}
        onChange={(to, merges) => replace(value, to, merges)}
      />
    ))
}
