import { useEffect } from 'react'

/** Maximum number of animation frames to wait for the field. */
const maxFrames = 60

/** Inserts the text into the focused input as soon as there is one. */
function insertWhenFocused(text: string, frames = maxFrames): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) document.execCommand('insertText', false, text)
  else if (frames > 0) requestAnimationFrame(() => insertWhenFocused(text, frames - 1))
}

/**
 * Placeholder for an input that is still loading. Buffers typed characters, keeps them from the slide, and inserts them
 * once the input is there. Other keys are ignored meanwhile.
 */
export function TypeAhead() {
  useEffect(() => {
    let typed = ''
    const buffer = (event: KeyboardEvent): void => {
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) typed += event.key
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Blurs the slide's frame: its key events do not reach this window.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.addEventListener('keydown', buffer, { capture: true })
    return () => {
      window.removeEventListener('keydown', buffer, { capture: true })
      if (typed !== '') requestAnimationFrame(() => insertWhenFocused(typed))
    }
  }, [])
  return null
}
