/** Something that was taken out or changed, told so that the author can be shown it. */
export interface Removal {
  readonly what: 'element' | 'attribute' | 'class' | 'css'
  /** The element's tag, the attribute's, class's or CSS property's name, the at-rule with its `@`. */
  readonly name: string
  /** Beginning of what was lost: the attribute's or declaration's value. '' for elements. At most 80 characters. */
  readonly value: string
  /** The slide it stood on, an index from 0 over all slides of the source; null outside slides and in style sheets. */
  readonly slide: number | null
  /** The elements around it, outermost first: 'section > p'. '' in style sheets. */
  readonly where: string
  /** A sentence: 'Removed onclick from img: scripts are not allowed.' */
  readonly message: string
}

/** Where something was removed; worked out only when it is. */
export interface RemovalPlace {
  readonly slide: number | null
  readonly where: string
}

const maxRemovals = 100
const maxValue = 80

/** Collects removals, the first 100 of them: an author reads no more, and an attacker could make millions. */
export class RemovalList {
  readonly list: Removal[] = []
  /** Where the next removals stand. */
  place: () => RemovalPlace = () => ({ slide: null, where: '' })

  add(what: Removal['what'], name: string, value: string, reason: string): void {
    if (this.list.length >= maxRemovals) return
    const { slide, where } = this.place()
    const label =
      what === 'element' ? `<${shorten(name)}>` : what === 'class' ? `the class ${shorten(name)}` : shorten(name)
    const from = what === 'element' || where === '' ? '' : ` from ${lastOf(where)}`
    this.list.push({
      what,
      name: shorten(name),
      value: shorten(value),
      slide,
      where,
      message: `Removed ${label}${from}: ${reason}.`,
    })
  }
}

/** Well formed: half an emoji, where the text was cut, is nothing that a database keeps. */
const shorten = (text: string): string =>
  (text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text).toWellFormed()
const lastOf = (where: string): string => where.slice(where.lastIndexOf(' ') + 1)
