import { limits } from '../../rules/limits.ts'

/** The class names to show: without those set by the player. */
export function shownClasses(stored: readonly string[], reserved: readonly string[]): readonly string[] {
  return stored.filter((name) => !reserved.includes(name))
}

/** Class names parsed from a text. */
export interface ReadClasses {
  /** The allowed names, each once. */
  readonly names: readonly string[]
  /** Which names were dropped, and why; '' if none. */
  readonly dropped: string
}

/** Parses typed class names, separated by spaces. `reserved`: the names set by the player. */
export function readClasses(text: string, reserved: readonly string[]): ReadClasses {
  const typed = [...new Set(namesIn(text))]
  const isName = (name: string) => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && name.length <= limits.slide.className
  const valid = typed.filter((name) => isName(name) && !reserved.includes(name))
  const names = valid.slice(0, limits.slide.classes)
  const reasons: readonly (readonly [readonly string[], string])[] = [
    [typed.filter((name) => reserved.includes(name)), 'taken by the player itself'],
    [
      typed.filter((name) => !isName(name)),
      `not a class name (letters, digits, - and _ after a first letter, at most ${limits.slide.className})`,
    ],
    [valid.slice(limits.slide.classes), `more than ${limits.slide.classes} class names`],
  ]
  const words = reasons.filter(([out]) => out.length > 0).map(([out, why]) => `${listed(out)}: ${why}`)
  return { names, dropped: words.length === 0 ? '' : `Left out ${words.join('; ')}` }
}

/** 'past' and 'present'; a long list is cut to the first few. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `'${name.slice(0, limits.slide.className)}'`)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The names in a text or attribute. */
export function namesIn(text: string): string[] {
  return text.split(/\s+/).filter((name) => name !== '')
}
