import type { AppKey, Move } from '../../../player/messages.ts'

/** What a key does on the pages that present. */
export type StageCommand =
  | { readonly do: 'move'; readonly to: Move }
  | { readonly do: 'pause' | 'white' | 'overview' | 'jump' | 'light' | 'address' | 'fullscreen' | 'speaker' }

/** By `KeyboardEvent.key` in lower case; the keys of reveal.js and of the clickers that send them. */
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
  r: { do: 'light' },
  q: { do: 'address' },
  f: { do: 'fullscreen' },
  s: { do: 'speaker' },
}

/** What counts while paused: it turns no page. */
const whilePaused: ReadonlySet<StageCommand['do']> = new Set(['pause', 'white', 'address', 'fullscreen'])

/**
 * What matters of a key press. `on`: what has the focus; a control keeps the keys that press it, a choice (radio button,
 * switch) also those that change it, a field all of them.
 */
export interface PressedKey {
  readonly key: string
  readonly shift: boolean
  /** Ctrl, Meta or Alt. */
  readonly modified: boolean
  readonly on: 'page' | 'control' | 'choice' | 'field'
  readonly paused: boolean
  readonly overview: boolean
  /** The live address is shown to everybody. */
  readonly address: boolean
}

/**
 * What a key does; null when it is left to the browser. While paused only what ends the pause counts: nobody turns the
 * pages behind a dark screen by leaning on the keyboard. The live address may be shown then, too.
 */
export function stageCommand({ key, shift, modified, on, paused, overview, address }: PressedKey): StageCommand | null {
  if (modified || on === 'field') return null
  const pressed = key.toLowerCase()
  if (address && pressed === 'escape') return { do: 'address' }
  if (on !== 'page' && (pressed === ' ' || pressed === 'escape')) return null
  if (on === 'choice' && pressed.startsWith('arrow')) return null
  if (overview && pressed === 'enter' && on === 'page') return { do: 'overview' }
  if (pressed === ' ' && shift) return paused ? null : { do: 'move', to: 'prev' }
  const command = shift ? undefined : commands[pressed]
  if (!command) return null
  return paused && !whilePaused.has(command.do) ? null : command
}

/** The keys that a deck hands on to the page around it. */
const handedOn: Partial<Record<AppKey, StageCommand>> = {
  f: { do: 'fullscreen' },
  g: { do: 'jump' },
  q: { do: 'address' },
  r: { do: 'light' },
  s: { do: 'speaker' },
  w: { do: 'white' },
}

/** What a key does that was pressed in the deck; null for one that means nothing here. */
export function commandOfDeckKey(key: AppKey): StageCommand | null {
  return handedOn[key] ?? null
}
