import type { InputSource } from './browser.ts'

/** Keys without a character, by their WebDriver names. */
const named: Readonly<Record<string, string>> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Tab: '\uE004',
}

/** The WebDriver value of 'Escape', 'Control' or 'a'. Throws for an unknown key. */
export function keyValue(name: string): string {
  const value = [...name].length === 1 ? name : named[name]
  if (value === undefined) throw new Error(`No key is called ${name}`)
  return value
}

/** Presses keys in order and releases them in reverse: a chord such as 'Control+Shift+z'. */
export function chord(keys: string): InputSource {
  const values = keys.split('+').map(keyValue)
  const down = values.map((value) => ({ type: 'keyDown', value }))
  return {
    type: 'key',
    id: 'keyboard',
    actions: [...down, ...values.toReversed().map((value) => ({ type: 'keyUp', value }))],
  }
}

/** Types a text, key by key. */
export function typing(text: string): InputSource {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return { type: 'key', id: 'keyboard', actions }
}
