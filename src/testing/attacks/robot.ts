/** Options of the robot. */
export interface RobotOptions {
  /** Number of elements to interact with, from the start of the document. */
  readonly elements: number
  /** Clicks elements and presses keys on them; otherwise only hover and focus. */
  readonly clicks: boolean
}

/**
 * Interacts with everything on a slide at once. Runs in the page under test, as text because the page knows no
 * TypeScript. Ends when the page is idle; returns the number of slides visited.
 */
export const robot = robotFor({ elements: 3000, clicks: true })

/** The robot with these options. It moves a deck without `window.deck` by keys. */
export function robotFor({ elements, clicks }: RobotOptions): string {
  return `async () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20))
  const events = [
    ['pointerover', PointerEvent], ['pointerenter', PointerEvent], ['pointerdown', PointerEvent], ['pointerup', PointerEvent],
    ['mouseover', MouseEvent], ['mouseenter', MouseEvent], ['mousemove', MouseEvent], ['mousedown', MouseEvent],
    ['mouseup', MouseEvent], ['contextmenu', MouseEvent], ['keydown', KeyboardEvent], ['keyup', KeyboardEvent],
    ['focusin', FocusEvent], ['copy', ClipboardEvent], ['paste', ClipboardEvent], ['dragstart', DragEvent],
    ['beforeinput', InputEvent], ['input', InputEvent], ['toggle', Event], ['search', Event], ['close', Event],
  ].filter(([name]) => ${clicks} || /^(pointer|mouse)(over|enter|move)$|^focusin$/.test(name))
  const all = () => [...document.querySelectorAll('body *')].slice(0, ${elements})
  const poke = (element) => {
    for (const [name, Kind] of events) element.dispatchEvent(new Kind(name, { bubbles: false, cancelable: true, key: 'x' }))
    if (typeof element.focus === 'function') element.focus()
    if (!${clicks}) return
    const link = element.closest('a')
    const address = link && (typeof link.href === 'string' ? link.href : link.getAttribute('href') ?? link.getAttribute('xlink:href'))
    // A link to elsewhere is there to be followed; only its scheme matters here.
    if (/^(?:https?|mailto|tel):/.test(address || '')) return
    if (typeof element.click === 'function') element.click()
    else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  const pokeAll = () => { for (const element of all()) { try { poke(element) } catch {} } }
  // Clicks may remove focus, close dialogs and so on: everything is tried before and after the slides have moved.
  pokeAll()
  const slides = document.querySelectorAll('.reveal .slides > section')
  const press = (key, keyCode) => document.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true }))
  const here = () => [...slides].findIndex((slide) => slide.classList.contains('present'))
  const byKeys = {
    getTotalSlides: () => slides.length,
    isLastSlide: () => here() === slides.length - 1,
    next: () => { const before = here(); press('n', 78); if (here() === before) press('ArrowRight', 39) },
  }
  const deck = window.deck ?? (slides.length > 0 && ${clicks} ? byKeys : null)
  let visited = 0
  if (deck) {
    const total = Math.min(deck.getTotalSlides(), 200)
    for (let count = 0; count < total && !deck.isLastSlide(); count++) {
      try { deck.next(); visited++ } catch {}
      if (count % 10 === 9) await rest()
    }
    await rest()
    pokeAll()
  }
  window.scrollTo(0, 100)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  await rest()
  return visited
}`
}
