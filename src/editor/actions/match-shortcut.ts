import type { Action } from './action.ts'

/** The properties of a key event that a shortcut is compared with. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const codes: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight', '=': 'Equal', '-': 'Minus' }

/** Whether this is an Apple device, where Mod is Command. */
function isApple(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
}

/**
 * Whether a key press matches a shortcut such as 'Mod+Shift+Z'. On non-Latin keyboards letters match by physical key.
 * Symbols such as '?' match by character, wherever the keyboard has them.
 */
export function matchesShortcut(press: KeyPress, shortcut: string, apple: boolean = isApple()): boolean {
  const parts = shortcut.split('+')
  const key = parts.pop()!
  const held = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (held !== parts.includes('Mod') || other || press.altKey !== parts.includes('Alt')) return false
  const sameKey = press.key.toLowerCase() === key.toLowerCase()
  // Some keyboards need Shift for a symbol and others do not.
  if (sameKey && /^[^\p{L}\p{N}\s]$/u.test(key) && !parts.includes('Shift')) return true
  return press.shiftKey === parts.includes('Shift') && (sameKey || press.code === codeOf(key))
}

function codeOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Key${key}`
  return /^[0-9]$/.test(key) ? `Digit${key}` : (codes[key] ?? key)
}

/** The shortcut that menus show for an action, if any. */
export function shownShortcut(action: Pick<Action, 'shortcuts' | 'hint'>): string | undefined {
  return action.shortcuts[0] ?? action.hint
}
