const key = 'lectern:pressed'

/** A control's identity: its tag, names and text. Not all its markup, since browser extensions add attributes. */
function identityOf(control: Element): string {
  const named = ['aria-label', 'name', 'value'].map((name) => control.getAttribute(name))
  return JSON.stringify([control.tagName, ...named, control.textContent])
}

/** The page's controls with this identity, in document order. */
function alike(identity: string, controls: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => identityOf(control) === identity)
}

/**
 * Stores the pressed control, for the same page after a reload. `controls`: the selector of all controls. Several with the
 * same identity are distinguished by their order.
 */
export function storePressed(control: HTMLElement, controls: string): void {
  try {
    const identity = identityOf(control)
    window.sessionStorage.setItem(key, JSON.stringify([identity, alike(identity, controls).indexOf(control)]))
  } catch {
    // Without storage the user has to press the control again after the reload.
  }
}

/** Removes and returns the stored control. `controls`: the selector of all controls. Null if none is stored or found. */
export function takePressed(controls: string): HTMLElement | null {
  try {
    const stored = window.sessionStorage.getItem(key)
    window.sessionStorage.removeItem(key)
    if (stored === null) return null
    const [identity, index] = JSON.parse(stored) as [string, number]
    return alike(identity, controls)[index] ?? null
  } catch {
    return null
  }
}
