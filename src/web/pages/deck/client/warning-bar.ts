import { dismissWarning, isDismissed } from '../../../frame/warning-dismissal.ts'
import { find } from './page-script-data.ts'

/**
 * Shows the operator's message above the deck until it is dismissed in this browser. Header and deck make room for it,
 * so that the options stay in the window.
 */
export function enableWarning(): void {
  const bar = find('[data-warning]')
  const words = bar?.querySelector('p')?.textContent ?? ''
  if (!bar || isDismissed(words)) return
  const root = document.documentElement.style
  bar.hidden = false
  const resized = new ResizeObserver(() => root.setProperty('--warning-height', `${bar.offsetHeight}px`))
  resized.observe(bar)
  bar.querySelector('button')?.addEventListener('click', () => {
    dismissWarning(words)
    resized.disconnect()
    root.removeProperty('--warning-height')
    bar.remove()
  })
}
