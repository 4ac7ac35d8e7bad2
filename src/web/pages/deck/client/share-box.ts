import { find } from './page-script-data.ts'

/**
 * The deck's link in an embedded deck's footer, with a copy button. If the embedding page forbids the clipboard, the
 * link stays selected.
 */
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
    // execCommand on purpose: embedding pages rarely delegate clipboard access, which the newer API needs.
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C'
  })
}
