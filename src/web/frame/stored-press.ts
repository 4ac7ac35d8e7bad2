const key = 'lectern:pressed'

/** Keeps what was pressed on a page for the same page when it is loaded again. */
export function storePressed(control: HTMLElement): void {
  try {
    window.sessionStorage.setItem(key, control.outerHTML)
  } catch {
    // Without storage the page is loaded all the same, and the press has to be repeated.
  }
}

/** Takes the control that was pressed before the page was loaded again; null when there was none, or it looks different. */
export function takePressed(): HTMLElement | null {
  try {
    const html = window.sessionStorage.getItem(key)
    window.sessionStorage.removeItem(key)
    if (html === null) return null
    const name = /^<([a-z]+)/.exec(html)?.[1] ?? 'button'
    return [...document.querySelectorAll<HTMLElement>(name)].find((one) => one.outerHTML === html) ?? null
  } catch {
    return null
  }
}
