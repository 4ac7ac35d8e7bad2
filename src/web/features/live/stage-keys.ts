import type { AppKey, Move } from '../../../player/messages.ts'

/** The command of a key on presenting pages. */
export type StageCommand =
  | { readonly do: 'move'; readonly to: Move }
  | { readonly do: 'pause' | 'white' | 'overview' | 'jump' | 'laser' | 'address' | 'fullscreen' | 'speaker' }

/** By `KeyboardEvent.key` in lower case: the keys of reveal.js, which remote clickers send too. */
const commands: Readonly<Record<string, StageCommand>> = {
  arrowleft: { do: 'move', to: 'left' },
  arrowright: { do: 'move', to: 'right' },
  arrowup: { do: 'move', to: 'up' },
  arrowdown: { do: 'move', to: 'down' },
  pageup: { do: 'move', to: 'prev' },
  pagedown: { do: 'move', to: 'next' },
  home: { do: 'move', to: 'first' },
  end: { do: 'move', to: 'last' },
  ' ': { do: 'move', to: 'next' },
  n: { do: 'move', to: 'next' },
  p: { do: 'move', to: 'prev' },
  b: { do: 'pause' },
  v: { do: 'pause' },
  '.': { do: 'pause' },
  w: { do: 'white' },
  o: { do: 'overview' },
  escape: { do: 'overview' },
  g: { do: 'jump' },
  r: { do: 'laser' },
  q: { do: 'address' },
  f: { do: 'fullscreen' },
  s: { do: 'speaker' },
}

/** The commands allowed while paused: none of them changes the slide. */
const whilePaused: ReadonlySet<StageCommand['do']> = new Set(['pause', 'white', 'address', 'fullscreen'])

/**
 * A key press. `on`: the kind of the focused element. A control handles the keys that activate it. A choice (radio
 * button, switch) also handles those that change it. A field handles all keys.
 */
export interface PressedKey {
  readonly key: string
  readonly shift: boolean
  /** Ctrl, Meta or Alt. */
  readonly modified: boolean
  readonly on: 'page' | 'control' | 'choice' | 'field'
  readonly paused: boolean
  readonly overview: boolean
  /** Whether the live address is shown to everybody. */
  readonly address: boolean
}

/**
 * The command of a key; null if the browser handles it. During a pause no key changes the slide, since an accidental
 * press would go unnoticed. The live address can still be shown.
 */
export function stageCommand({ key, shift, modified, on, paused, overview, address }: PressedKey): StageCommand | null {
  if (modified || on === 'field') return null
  const lowerKey = key.toLowerCase()
  if (address && lowerKey === 'escape') return { do: 'address' }
  if (on !== 'page' && (lowerKey === ' ' || lowerKey === 'escape')) return null
  if (on === 'choice' && lowerKey.startsWith('arrow')) return null
  if (overview && lowerKey === 'enter' && on === 'page') return { do: 'overview' }
  if (lowerKey === ' ' && shift) return paused ? null : { do: 'move', to: 'prev' }
  const command = shift ? undefined : commands[lowerKey]
  if (!command) return null
  return paused && !whilePaused.has(command.do) ? null : command
}

/** The keys that a deck's frame forwards to the page. */
const forwardedKeys: Partial<Record<AppKey, StageCommand>> = {
  f: { do: 'fullscreen' },
  g: { do: 'jump' },
  q: { do: 'address' },
  r: { do: 'laser' },
  s: { do: 'speaker' },
  w: { do: 'white' },
}

/** The command of a key pressed in the deck; null if there is none. */
export function commandOfDeckKey(key: AppKey): StageCommand | null {
  return forwardedKeys[key] ?? null
}
