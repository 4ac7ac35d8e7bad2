/**
 * What a person could do to a slide, done to everything on it at once; runs in the page under test, as text because the
 * page knows no TypeScript. Ends when the page has come to rest.
 */
export const robot = `async () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20))
  const events = [
    ['pointerover', PointerEvent], ['pointerenter', PointerEvent], ['pointerdown', PointerEvent], ['pointerup', PointerEvent],
    ['mouseover', MouseEvent], ['mouseenter', MouseEvent], ['mousemove', MouseEvent], ['mousedown', MouseEvent],
    ['mouseup', MouseEvent], ['contextmenu', MouseEvent], ['keydown', KeyboardEvent], ['keyup', KeyboardEvent],
    ['focusin', FocusEvent], ['copy', ClipboardEvent], ['paste', ClipboardEvent], ['dragstart', DragEvent],
    ['beforeinput', InputEvent], ['input', InputEvent], ['toggle', Event], ['search', Event], ['close', Event],
  ]
  const all = () => [...document.querySelectorAll('body *')].slice(0, 3000)
  const poke = (element) => {
    for (const [name, Kind] of events) element.dispatchEvent(new Kind(name, { bubbles: false, cancelable: true, key: 'x' }))
    if (typeof element.focus === 'function') element.focus()
    const link = element.closest('a[href]')
    // A link to elsewhere is there to be followed; only its scheme matters here.
    if (link && /^(?:https?|mailto|tel):/.test(link.href || '')) return
    if (typeof element.click === 'function') element.click()
    else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  const pokeAll = () => { for (const element of all()) { try { poke(element) } catch {} } }
  // Clicks may remove focus, close dialogs and so on: everything is tried before and after the slides have moved.
  pokeAll()
  const deck = window.deck
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
