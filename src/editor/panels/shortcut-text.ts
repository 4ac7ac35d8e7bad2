const appleSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }
const keySigns: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Whether this is one of Apple's machines, whose command key is Mod. */
export function isApple(platform: string = navigator.platform): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/** A shortcut as people read it: 'Ctrl+Shift+Z', or '⇧⌘Z' where keys have signs. */
export function shortcutText(shortcut: string, apple: boolean = isApple()): string {
  const keys = shortcut.split('+').map((key) => keySigns[key] ?? key)
  if (!apple) return keys.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+')
  const [last, ...others] = keys.toReversed()
  return [...others.toReversed().toSorted(), last].map((key) => appleSigns[key ?? ''] ?? key).join('')
}
