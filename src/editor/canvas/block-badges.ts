import { editorOf } from '../../blocks/find-editor.ts'
import type { Editor } from '../state/editor.ts'
import styles from './block-badges.module.css'

/**
 * Shows a badge at the corner of blocks whose type is not visible (imported markup). Badges are hidden during a
 * gesture. `layer` is the layer above the slide. Returns the cleanup function.
 */
export function attachBadges(layer: HTMLElement, { model, view }: Editor): () => void {
  const badges: HTMLElement[] = []
  const draw = (): void => {
    const { gesture } = model.getState()
    const badged = gesture === null ? model.slide().blocks.filter((block) => editorOf(block.type)?.badge) : []
    while (badges.length < badged.length) badges.push(newBadge(layer))
    for (const [index, badge] of badges.entries()) {
      const block = badged[index]
      const box = block ? view.canvas.screenBox(block.id) : null
      if (badge.hidden !== (box === null)) badge.hidden = box === null
      if (!block || !box) continue
      badge.textContent = editorOf(block.type)?.badge ?? ''
      badge.style.transform = `translate(${box.x + box.width}px, ${box.y}px) translate(-100%, 0)`
    }
  }
  const unsubscribe = model.subscribe(draw)
  const sizes = new ResizeObserver(draw)
  sizes.observe(layer)
  draw()
  return () => {
    unsubscribe()
    sizes.disconnect()
    for (const badge of badges) badge.remove()
  }
}

function newBadge(layer: HTMLElement): HTMLElement {
  const badge = document.createElement('span')
  badge.className = styles.badge ?? ''
  layer.append(badge)
  return badge
}
