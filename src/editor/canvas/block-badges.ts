import { editorOf } from '../../blocks/editors.ts'
import type { Editor } from '../state/editor.ts'
import styles from './block-badges.module.css'

/**
 * Shows a quiet sign at the corner of blocks whose kind can't be seen (markup from elsewhere), and nothing while a
 * gesture runs. `layer`: the one above the slide. Returns what ends it.
 */
export function attachBadges(layer: HTMLElement, { model, view }: Editor): () => void {
  const signs: HTMLElement[] = []
  const draw = (): void => {
    const { gesture } = model.getState()
    const marked = gesture === null ? model.slide().blocks.filter((block) => editorOf(block.type)?.badge) : []
    while (signs.length < marked.length) signs.push(newSign(layer))
    for (const [index, sign] of signs.entries()) {
      const block = marked[index]
      const box = block ? view.canvas.screenBox(block.id) : null
      if (sign.hidden !== (box === null)) sign.hidden = box === null
      if (!block || !box) continue
      sign.textContent = editorOf(block.type)?.badge ?? ''
      sign.style.transform = `translate(${box.x + box.width}px, ${box.y}px) translate(-100%, 0)`
    }
  }
  const ends = model.subscribe(draw)
  const sizes = new ResizeObserver(draw)
  sizes.observe(layer)
  draw()
  return () => {
    ends()
    sizes.disconnect()
    for (const sign of signs) sign.remove()
  }
}

function newSign(layer: HTMLElement): HTMLElement {
  const sign = document.createElement('span')
  sign.className = styles.badge ?? ''
  layer.append(sign)
  return sign
}
