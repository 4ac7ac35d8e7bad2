import type { ToastKind } from '../../rules/toasts.ts'

const key = 'lectern:flash'

/** A toast stored for the next page. */
export interface StoredToast {
  readonly text: string
  readonly kind: ToastKind
}

/** Stores a toast for the next page, such as the success of an action that loads a new document. */
export function storeToast(text: string, kind: ToastKind = 'positive'): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ text, kind }))
  } catch {
    // Without storage the next page shows no toast.
  }
}

/** Whether there are stored toasts. */
export function hasStoredToast(): boolean {
  try {
    if (window.sessionStorage.getItem(key) !== null) return true
  } catch {
    // Storage is not available.
  }
  return document.querySelector('meta[name="flash"]') !== null
}

/** Removes and returns the stored toasts: from the server (the page's `flash` meta tag) and from the previous page. */
export function takeStoredToasts(): readonly StoredToast[] {
  const fromServer = document.querySelector<HTMLMetaElement>('meta[name="flash"]')
  fromServer?.remove()
  const toasts: StoredToast[] = fromServer?.content ? [{ text: fromServer.content, kind: 'neutral' }] : []
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as StoredToast | null
    window.sessionStorage.removeItem(key)
    if (stored) toasts.push(stored)
  } catch {
    // Nothing valid was stored.
  }
  return toasts
}
