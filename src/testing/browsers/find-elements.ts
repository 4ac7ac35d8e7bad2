/** Supported roles, as CSS selectors. */
const roles = {
  button: 'button, summary, [role="button"], input[type="submit"]',
  dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
  field: 'input:not([type="hidden"]), textarea, select, [role="textbox"], [role="combobox"]',
  heading: 'h1, h2, h3, [role="heading"]',
  link: 'a[href], [role="link"]',
  menuitem: '[role^="menuitem"]',
} as const

/** A query for elements. All given conditions must hold. */
export interface Target {
  readonly role?: keyof typeof roles
  readonly css?: string
  /** Accessible name: exact, or a pattern. */
  readonly name?: string | RegExp
  /** Visible text. */
  readonly text?: string | RegExp
  /** CSS selector of an ancestor. */
  readonly in?: string
  /** CSS selector of a same-origin frame that contains it. */
  readonly inside?: string
  /** CSS selectors of the frames to enter first, outermost first; of any origin. */
  readonly frames?: readonly string[]
}

/** A visible element. Numbers in px of the searched frame. */
export interface SeenElement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Visible text with collapsed white space. */
  readonly text: string
  /** Value of a field, otherwise ''. */
  readonly value: string
  readonly classes: readonly string[]
  /** Whether it has the focus. */
  readonly focused: boolean
  /** Whether a click on its center hits it and it is enabled. */
  readonly reachable: boolean
}

interface Search {
  readonly css: string
  readonly name: readonly [source: string, flags: string] | null
  readonly text: readonly [source: string, flags: string] | null
  readonly container: string | null
  readonly frame: string | null
}

/** Expression that finds all elements of a target in a frame, as JSON: SeenElement[]. */
export function searchFor(target: Target): string {
  const search: Search = {
    css:
      [target.role && `:is(${roles[target.role]})`, target.css && `:is(${target.css})`].filter(Boolean).join('') || '*',
    name: patternOf(target.name, true),
    text: patternOf(target.text, false),
    container: target.in ?? null,
    frame: target.inside ?? null,
  }
  return `JSON.stringify((${findElements})(${JSON.stringify(search)}))`
}

function patternOf(wanted: string | RegExp | undefined, whole: boolean): readonly [string, string] | null {
  if (wanted === undefined) return null
  if (wanted instanceof RegExp) return [wanted.source, wanted.flags]
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return [whole ? `^${escaped}$` : escaped, '']
}

/** Runs in the page, so it must not use its closure. */
function findElements(search: Search): SeenElement[] {
  const frame = search.frame === null ? null : document.querySelector<HTMLIFrameElement>(search.frame)
  const root = search.frame === null ? document : frame?.contentDocument
  if (!root) return []
  const place = frame?.getBoundingClientRect()
  const [left, top] = place ? [place.left + frame!.clientLeft, place.top + frame!.clientTop] : [0, 0]
  const plain = (text: string | null | undefined): string =>
    (text ?? '').replaceAll('\u200B', '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const ways = [
      by.map((id) => root.getElementById(id)?.textContent).join(' '),
      element.getAttribute('aria-label'),
      labels && [...labels].map((label) => label.textContent).join(' '),
      element.textContent,
      element.getAttribute('title'),
      element.getAttribute('placeholder'),
    ]
    return ways.map(plain).find((name) => name !== '') ?? ''
  }
  const matches = (pattern: Search['name'], text: () => string): boolean =>
    pattern === null || new RegExp(pattern[0], pattern[1]).test(text())
  const within = search.container === null ? [root] : [...root.querySelectorAll(search.container)]
  const disabled = ':disabled, [aria-disabled="true"]'
  const found = within.flatMap((one) => [...one.querySelectorAll<HTMLElement>(search.css)])
  return found.flatMap((element) => {
    const box = element.getBoundingClientRect()
    const seen = box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true })
    if (!seen || !matches(search.name, () => nameOf(element))) return []
    const text = plain(element.innerText ?? element.textContent)
    if (!matches(search.text, () => text)) return []
    const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return {
      ...{ x: box.left + left, y: box.top + top, width: box.width, height: box.height, text },
      value: (element as HTMLInputElement).value ?? '',
      classes: [...element.classList],
      focused: element.contains(root.activeElement) && root.hasFocus(),
      reachable: hit !== null && (element.contains(hit) || hit.contains(element)) && !element.matches(disabled),
    }
  })
}
