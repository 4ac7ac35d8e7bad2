import { CircleCheck, TriangleAlert } from 'lucide-react'
import { blend, hexColor, type Rgba } from '../../../rules/colors.ts'
import { contrast, contrastAA } from '../../../rules/contrast.ts'
import { shownFormat } from '../../actions/format-text.ts'
import type { EditorView } from '../../state/editor-view.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import styles from './color-popover.module.css'
import { resolvedColor, rgbaOf } from './shown-color.ts'
import { colorBehind } from './slide-colors.ts'

/** The size from which text needs less contrast, in slide px. */
const largeText = 24

function measured(view: EditorView, blockId: string, color: Rgba, kind: 'text' | 'graphics'): number | null {
  const behind = colorBehind(view, blockId, kind === 'text')
  return behind && contrast(hexColor(blend(color, behind)), hexColor(behind))
}

/** The contrast of a color with what lies behind it on the slide, and whether that is enough (WCAG 2, level AA). */
export function ContrastNote(props: {
  readonly value: string
  readonly theme: string
  readonly kind: 'text' | 'graphics'
}) {
  const { value, theme, kind } = props
  const { view } = useEditorInstance()
  const blockId = useEditor((state) => state.editing ?? state.selection[0] ?? null)
  const size = useEditor((state) => shownFormat(state)?.size ?? null)
  const color = rgbaOf(resolvedColor(view, value || theme))
  if (blockId === null || !color) return null
  const ratio = measured(view, blockId, color, kind)
  if (ratio === null) {
    return <p className={styles.contrast}>Over a picture or gradient the contrast is not measured</p>
  }
  const isLarge = typeof size === 'number' && size >= largeText
  const needed = kind === 'graphics' ? contrastAA.graphics : isLarge ? contrastAA.largeText : contrastAA.text
  const isEnough = ratio >= needed
  const Icon = isEnough ? CircleCheck : TriangleAlert
  return (
    <p className={styles.contrast} data-enough={isEnough}>
      <Icon size={16} aria-hidden />
      <span>
        Contrast {(Math.floor(ratio * 10) / 10).toFixed(1)} : 1
        {isEnough ? ' with what lies behind' : `, ${needed} : 1 is readable`}
      </span>
    </p>
  )
}
