import { TriangleAlert } from 'lucide-react'
import { Tooltip } from '../../web/ui/tooltip.tsx'
import { slideOrder } from '../commands/find-slide.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './overflow-note.module.css'

/** A sign on the thumbnail of a slide whose text is larger than its box. */
export function OverflowSign({ slideId }: { readonly slideId: string }) {
  const over = useEditor(({ overflow }) => overflow[slideId] !== undefined)
  if (!over) return null
  return (
    <span className={styles.sign} title="Text is larger than its box" data-part="overflow">
      <TriangleAlert size={13} aria-hidden />
    </span>
  )
}

/** On how many slides text is larger than its box, where one is about to present; a press leads to the next of them. */
export function OverflowNote() {
  const editor = useEditorInstance()
  const overflow = useEditor((state) => state.overflow)
  const count = Object.keys(overflow).length
  if (count === 0) return null
  const words = `Text is larger than its box on ${count === 1 ? '1 slide' : `${count} slides`}`
  const go = () => {
    const { deck, slideId } = editor.getState()
    const order = slideOrder(deck)
    const from = order.indexOf(slideId)
    const next = [...order.slice(from + 1), ...order.slice(0, from + 1)].find((id) => overflow[id])
    if (next === undefined) return
    editor.goTo(next)
    editor.select(overflow[next] ?? [])
    editor.focusCanvas()
  }
  return (
    <Tooltip text={`${words}. Show the next one`}>
      <button type="button" className={styles.note} aria-label={words} onClick={go}>
        <TriangleAlert size={16} aria-hidden />
        {count}
      </button>
    </Tooltip>
  )
}
