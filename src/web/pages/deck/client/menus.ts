import type { DeckView } from './deck-view.ts'

const open = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')

/** Closes menus on Escape, on a press outside, when another opens, and when the deck gets the focus. */
export function closeMenusOutside(view: DeckView | null): void {
  const closeAll = (except: EventTarget | null): void => {
    for (const menu of open()) if (!(except instanceof Node && menu.contains(except))) menu.open = false
  }
  document.addEventListener('pointerdown', (event) => closeAll(event.target))
  document.addEventListener('focusin', (event) => closeAll(event.target))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of open()) {
      const inside = menu.contains(document.activeElement)
      menu.open = false
      if (inside) menu.querySelector('summary')?.focus()
    }
  })
  window.addEventListener('blur', () => closeAll(null))
  view?.onKey((key) => {
    if (key === 'escape') closeAll(null)
  })
}
