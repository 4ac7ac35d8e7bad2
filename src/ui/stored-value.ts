/** Reads a stored value; null where storage is unavailable (private windows, disabled storage). */
export function readStored(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value, or removes it with null. Does nothing where storage is unavailable. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, value)
  } catch {
    // Full or forbidden: the setting then lasts until the page is closed.
  }
}
