import { type Visibility, visibilityNames } from '../../../../rules/visibilities.ts'
import { find } from './page-script-data.ts'

/** The visibility shown on the page; null for users who may not change it. */
export function shownVisibility(): Visibility | null {
  const pressed = find('[data-visibility][aria-pressed="true"]')
  return (pressed?.getAttribute('data-visibility') ?? null) as Visibility | null
}

/** Updates the shown visibility. */
export function showVisibility(value: Visibility): void {
  for (const choice of document.querySelectorAll('[data-visibility]')) {
    choice.setAttribute('aria-pressed', String(choice.getAttribute('data-visibility') === value))
  }
  find('[data-visibility-icon]')?.setAttribute('data-visibility-icon', value)
  const name = find('[data-visibility-name]')
  if (name) name.textContent = visibilityNames[value]
}
