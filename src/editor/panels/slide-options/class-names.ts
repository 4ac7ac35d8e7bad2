import { limits } from '../../../rules/limits.ts'
import { reservedSlideClasses } from '../../../rules/transitions.ts'

/** A slide's class names as they are shown: without those that the player sets by itself. */
export function shownClasses(stored: string): string {
  return namesIn(stored)
    .filter((name) => !reservedSlideClasses.includes(name))
    .join(' ')
}

/** Reads class names as somebody typed them: each once, or what is wrong with them. */
export function readClasses(text: string): { readonly value: string } | { readonly error: string } {
  const names = [...new Set(namesIn(text))]
  const reserved = names.find((name) => reservedSlideClasses.includes(name))
  if (reserved) return { error: `The player uses '${reserved}' itself` }
  const odd = names.find((name) => !/^[A-Za-z][A-Za-z0-9_-]*$/.test(name) || name.length > limits.slide.className)
  if (odd) return { error: `'${odd}' is no class name: letters, digits, - and _, at most ${limits.slide.className}` }
  if (names.length > limits.slide.classes) return { error: `At most ${limits.slide.classes} class names` }
  return { value: names.join(' ') }
}

function namesIn(text: string): string[] {
  return text.split(/\s+/).filter((name) => name !== '')
}
