import { blockTitle } from '../commands/new-block.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { EditorState } from '../state/editor-state.ts'
import { unitsIn } from '../state/selection.ts'
import styles from './canvas.module.css'

/** Announces the selection to screen readers. Returns the cleanup function. */
export function attachAnnouncer(parent: HTMLElement, model: EditorModel): () => void {
  const region = document.createElement('div')
  region.className = styles.spoken ?? ''
  region.setAttribute('aria-live', 'polite')
  parent.append(region)
  let last = selectionText(model.getState())
  const end = model.subscribe(() => {
    const text = selectionText(model.getState())
    if (text === last) return
    last = text
    region.textContent = text
  })
  return () => {
    end()
    region.remove()
  }
}

/**
 * Describes the selection: 'Text selected', '3 blocks selected', 'Group of 2 selected', 'Typing in text'. Returns '' if
 * nothing is selected.
 */
function selectionText(state: EditorState): string {
  const { selection, editing } = state
  if (selection.length > 1) {
    const group = unitsIn(state).length === 1
    return group ? `Group of ${selection.length} selected` : `${selection.length} blocks selected`
  }
  const block = state.deck.slides[state.slideId]?.blocks.find((one) => one.id === selection[0])
  if (!block) return ''
  const name = block.name || blockTitle(block.type)
  if (editing !== null) return `Typing in ${name}`
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} selected${block.locked ? ', locked' : ''}`
}
