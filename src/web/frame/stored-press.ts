const key = 'lectern:pressed'

/** What a control is and is called. Not all of its markup: extensions of browsers add attributes of their own. */
function identityOf(control: Element): string {
  const named = ['aria-label', 'name', 'value'].map((name) => control.getAttribute(name))
  return JSON.stringify([control.tagName, ...named, control.textContent])
}

/** Stores the control that was pressed, for the same page when it is loaded again. */
export function storePressed(control: HTMLElement): void {
  try {
    window.sessionStorage.setItem(key, identityOf(control))
  } catch {
    // Without storage the page is loaded all the same, and the press has to be repeated.
  }
}

/** Takes the stored control from `controls`, the selector of all of them; null when none was stored or none is the same. */
export function takePressed(controls: string): HTMLElement | null {
  try {
    const identity = window.sessionStorage.getItem(key)
    window.sessionStorage.removeItem(key)
    const all = identity === null ? [] : [...document.querySelectorAll<HTMLElement>(controls)]
    return all.find((control) => identityOf(control) === identity) ?? null
  } catch {
    return null
  }
}
