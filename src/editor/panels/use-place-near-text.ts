import { type RefObject, useLayoutEffect } from 'react'
import { textBlocks } from '../actions/format-text.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'

/** The distance to the text being edited, to a selection's handles, and to the edges of the canvas, in px. */
const gap = { text: 10, handles: 40, edge: 8 }

/** The height at the top of the canvas that the toolbar of the selected blocks takes, in px. */
const blockBarHeight = 66

/** While the user types, the place is corrected this long after the last change, in ms: measuring slows down typing. */
const pause = 250

/** The box of the text in screen px from the canvas's corner. */
function boxOfText({ model, view }: Editor): Rect | null {
  const state = model.getState()
  const ids = state.editing === null ? textBlocks(state).map((block) => block.id) : [state.editing]
  const boxes = ids.flatMap((id) => view.canvas.screenBox(id) ?? [])
  return boxes.length > 0 ? unionOf(boxes) : null
}

/** Above the text; without room there below it, and otherwise at the canvas's edge. */
function placeFor(
  box: Rect,
  bar: Pick<Rect, 'width' | 'height'>,
  room: Pick<Rect, 'width' | 'height'>,
  isEditing: boolean,
) {
  const top = isEditing ? gap.edge : blockBarHeight
  const above = box.y - bar.height - (isEditing ? gap.text : gap.handles)
  const below = box.y + box.height + (isEditing ? gap.text : gap.handles / 2)
  const lowest = room.height - bar.height - gap.edge
  const left = box.x + box.width / 2 - bar.width / 2
  return {
    left: Math.max(gap.edge, Math.min(left, room.width - bar.width - gap.edge)),
    top: above >= top ? above : below <= lowest ? below : top,
  }
}

/** What moves the text on the screen besides typing. */
function movedBy(state: EditorState): unknown {
  return state.editing ?? state.deck.slides[state.slideId]
}

/** Places a toolbar near the edited text or the selected text boxes, and follows them. */
export function usePlaceNearText(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  const editor = useEditorInstance()
  const moved = useEditor(movedBy)
  const selection = useEditor((state) => state.selection)
  const viewport = useEditor((state) => state.viewport)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place depends on what is selected and on the viewport
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || !isShown) return
    const put = () => {
      const box = boxOfText(editor)
      const room = element.offsetParent?.getBoundingClientRect()
      if (!box || !room) return
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { left, top } = placeFor(box, size, room, editor.model.getState().editing !== null)
      element.style.left = `${Math.round(left)}px`
      element.style.top = `${Math.round(top)}px`
    }
    put()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(put, pause)
    }
    const end = editor.model.subscribe(later)
    const sizes = new ResizeObserver(put)
    sizes.observe(element)
    if (element.offsetParent) sizes.observe(element.offsetParent)
    return () => {
      clearTimeout(timer)
      end()
      sizes.disconnect()
    }
  }, [editor, bar, isShown, moved, selection, viewport])
}
