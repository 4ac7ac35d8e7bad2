import type { FormItem, Preset, Rect, SceneItem, TextItem } from './scene.ts'
import { layOut } from './text-layout.ts'

/** The part of a preset's box that its text is in, as the format defines it. */
export function textArea(preset: Preset | null, rect: Rect, radius: number): Rect {
  const inset = (x: number, y: number): Rect => ({
    x: rect.x + x,
    y: rect.y + y,
    width: rect.width - 2 * x,
    height: rect.height - 2 * y,
  })
  if (preset === 'roundRect') return inset(radius * 0.29289, radius * 0.29289)
  if (preset === 'ellipse') return inset(rect.width * 0.14645, rect.height * 0.14645)
  return rect
}

function contains(outer: Rect, inner: Rect, slack: number): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}

/** An ellipse as a path. */
function ellipsePath({ x, y, width, height }: Rect): string {
  const [rx, ry, middle] = [width / 2, height / 2, y + height / 2]
  return `M${x} ${middle}A${rx} ${ry} 0 1 1 ${x + width} ${middle}A${rx} ${ry} 0 1 1 ${x} ${middle}Z`
}

/** A form with a text in it; null if the text does not fit. Presets that leave less room become paths. */
export function withText(form: FormItem, item: TextItem): FormItem | null {
  const { rect } = layOut(item.text)
  if (item.rotation || item.footer || item.text.paragraphs.some((one) => one.fragment !== item.fragment)) return null
  if (!contains(form.rect, { ...rect, width: Math.min(rect.width, form.rect.width) }, 1.5)) return null
  const link = form.link ?? item.link
  const isRoomy = contains(textArea(form.preset, form.rect, form.radius), rect, 0.5)
  const isFixed = form.preset === 'triangle' || form.preset === 'rtTriangle' || form.preset === 'diamond'
  const base = { ...form, link, text: item.text }
  if ((isRoomy && !isFixed) || form.preset === 'rect' || form.preset === 'roundRect') return base
  const path = form.path || (form.preset === 'ellipse' ? ellipsePath(form.rect) : '')
  return form.preset === null || path !== '' ? { ...base, preset: null, path } : null
}

const area = ({ width, height }: Rect): number => width * height

/** Joins boxes and forms with the one text in them, so that both are edited and moved as one. */
export function mergeTexts(items: readonly SceneItem[], slide: Rect): SceneItem[] {
  const merged: SceneItem[] = []
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    const next = items[index + 1]
    const after = items[index + 2]
    const isBox =
      item.kind === 'form' && !item.text && !item.rotation && item.path === '' && area(item.rect) < area(slide) * 0.8
    const isAlone = after?.kind !== 'text' || (item.kind === 'form' && !contains(item.rect, after.rect, 1))
    if (isBox && next?.kind === 'text' && isAlone && next.fragment === item.fragment && next.block === item.block) {
      const one = withText(item, next)
      if (one) {
        merged.push(one)
        index++
        continue
      }
    }
    merged.push(item)
  }
  return merged
}
