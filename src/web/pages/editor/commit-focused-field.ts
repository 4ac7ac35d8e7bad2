/** Commits the focused field, which validates on blur, so that a save includes its value. */
export function commitFocusedField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
