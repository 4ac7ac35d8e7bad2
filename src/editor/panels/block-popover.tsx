import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './block-popover.module.css'
import { inPlaceTools } from './in-place-tools.ts'

/** Margin between the block and its popover, and around the popover, in px. */
const gap = 10

/** Positions its content below the block; without room there, above it or over its lower edge. */
function Positioned({ block, label, children }: { block: Block; label: string; children: ReactNode }) {
  const { model, view } = useEditorInstance()
  const popover = useRef<HTMLDivElement>(null)
  const viewport = useEditor((state) => state.viewport)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on the block and the viewport
  useLayoutEffect(() => {
    const element = popover.current!
    const put = () => {
      const box = view.canvas.screenBox(block.id)
      const room = element.offsetParent?.getBoundingClientRect()
      if (!box || !room) return
      const { offsetWidth, offsetHeight } = element
      const below = box.y + box.height + gap
      const above = box.y - gap - offsetHeight
      const fits = below + offsetHeight + gap <= room.height
      const top = fits ? below : above >= gap ? above : room.height - offsetHeight - gap
      const middle = box.x + box.width / 2 - offsetWidth / 2
      const left = Math.max(gap, Math.min(middle, room.width - offsetWidth - gap))
      setPlace((now) => (now?.left === left && now.top === top ? now : { left, top }))
    }
    put()
    const sizes = new ResizeObserver(put)
    sizes.observe(element)
    if (element.offsetParent) sizes.observe(element.offsetParent)
    return () => sizes.disconnect()
  }, [model, view, block, viewport])
  return (
    <div
      ref={popover}
      className={styles.popover}
      role="dialog"
      aria-label={label}
      // Transparent until it is positioned, but not hidden: its field takes the focus at once.
      style={place ? { left: place.left, top: place.top } : { opacity: 0 }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        model.stopEditing()
        view.focusCanvas()
      }}
    >
      {children}
    </div>
  )
}

/** The popover of a block that is edited in place but not by typing on the slide. */
export function BlockPopover() {
  const editor = useEditorInstance()
  const block = useEditor(({ deck, slideId, editing }) => {
    const edited = editing === null ? undefined : deck.slides[slideId]?.blocks.find((one) => one.id === editing)
    return edited && editorOf(edited.type)?.popover ? edited : undefined
  })
  const description = block && editorOf(block.type)
  if (!block || !description?.popover) return null
  const Popover = description.popover
  const content = (
    <Popover
      key={block.id}
      block={block}
      {...inPlaceTools(editor, block)}
      close={() => {
        editor.model.stopEditing()
        editor.view.focusCanvas()
      }}
    />
  )
  return (
    <Suspense fallback={null}>
      {description.isDialog ? (
        content
      ) : (
        <Positioned block={block} label={`Edit ${block.type}`}>
          {content}
        </Positioned>
      )}
    </Suspense>
  )
}
