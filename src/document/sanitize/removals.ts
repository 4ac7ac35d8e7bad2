/** A removed or changed item, for the report to the author. */
export interface Removal {
  readonly what: 'element' | 'attribute' | 'class' | 'css'
  /** Tag, attribute, class or CSS property name, or the at-rule with its `@`. */
  readonly name: string
  /** Beginning of the removed value, at most 80 characters. '' for elements. */
  readonly value: string
  /** Slide index from 0 over all slides of the source; null outside slides and in style sheets. */
  readonly slide: number | null
  /** Its ancestors, outermost first: 'section > p'. '' in style sheets. */
  readonly where: string
  /** A sentence: 'Removed onclick from img: scripts are not allowed.' */
  readonly message: string
}

/** Position of a removal; computed on demand. */
export interface RemovalPosition {
  readonly slide: number | null
  readonly where: string
}

const maxRemovals = 100
const maxValue = 80

/** Collects the first 100 removals: authors read no more, and an attacker could produce millions. */
export class RemovalList {
  readonly list: Removal[] = []
  /** Position of the next removals. */
  locate: () => RemovalPosition = () => ({ slide: null, where: '' })

  add(what: Removal['what'], name: string, value: string, reason: string): void {
    if (this.list.length >= maxRemovals) return
    const { slide, where } = this.locate()
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

/** toWellFormed: databases refuse half a surrogate pair, which truncation may leave. */
const shorten = (text: string): string =>
  (text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text).toWellFormed()
const lastOf = (where: string): string => where.slice(where.lastIndexOf(' ') + 1)
