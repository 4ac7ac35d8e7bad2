import { find } from './page-script-data.ts'

/** The link in the foot of an embedded deck, ready to be copied. Other sites' pages may forbid the clipboard: then it stays selected. */
export function enableShareBox(): void {
  const box = find<HTMLDetailsElement>('[data-share]')
  const input = box?.querySelector('input')
  const button = box?.querySelector('button')
  if (!box || !input || !button) return
  box.addEventListener('toggle', () => {
    if (!box.open) return
    input.focus()
    input.select()
  })
  button.addEventListener('click', () => {
    input.select()
    // The old way on purpose: pages that embed decks rarely hand on the right to the clipboard, which the new way needs.
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C'
  })
}
