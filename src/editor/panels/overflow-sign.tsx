import { TriangleAlert } from 'lucide-react'
import { type Overflow, overflowMessage, warnedOverflow } from '../state/overflow.ts'
import { useEditor } from '../state/use-editor.ts'
import styles from './overflow-sign.module.css'

/** A short text on what overflows on these slides. */
export function wordsOf(slides: readonly Overflow[string][]): string | null {
  return overflowMessage(slides.flatMap((kinds) => Object.values(kinds)))
}

/** The warning on the thumbnail of a slide that overflows. */
export function OverflowSign({ slideId }: { readonly slideId: string }) {
  const words = useEditor(({ overflow }) => {
    const kinds = warnedOverflow(overflow)[slideId]
    return wordsOf(kinds ? [kinds] : [])
  })
  if (words === null) return null
  return (
    <span className={styles.sign} title={words} data-part="overflow">
      <TriangleAlert size={13} aria-hidden />
    </span>
  )
}
