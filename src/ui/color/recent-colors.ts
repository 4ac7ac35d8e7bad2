import { parseColor } from '../../rules/colors.ts'
import { readStored, writeStored } from '../stored-value.ts'

const name = 'recent-colors'
const most = 8

/** The colors that were last mixed or picked in this browser, newest first. */
export function recentColors(): readonly string[] {
  const stored = readStored(name)?.split(' ') ?? []
  return stored.filter((color) => color.startsWith('#') && parseColor(color)).slice(0, most)
}

/** Adds a color as the newest one. Only plain colors are kept: roles are always on offer. */
export function addRecentColor(color: string): void {
  if (!color.startsWith('#') || !parseColor(color)) return
  const others = recentColors().filter((one) => one !== color)
  writeStored(name, [color, ...others].slice(0, most).join(' '))
}
