import './address-screen.css'
import { messages } from '../../../rules/messages.ts'
import { qrPath } from '../../../ui/qr-path.ts'

/** What is shown of an address. */
export interface AddressScreenOptions {
  /** The whole address. */
  readonly url: string
  /** A sentence below it; null for none. */
  readonly hint: string | null
  readonly onClose: () => void
}

/** An address as people type it: browsers add https:// by themselves. */
export function readableAddress(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '')
}

/** The address's text, with places to break a line at: words of a path stay whole. */
function wordsOf(address: string): HTMLElement {
  const words = document.createElement('p')
  words.className = 'address-words'
  words.dir = 'ltr'
  words.style.setProperty('--letters', String(address.length))
  for (const part of address.split(/(?<=[/?&=-])(?=[^/])/)) words.append(part, document.createElement('wbr'))
  return words
}

function codeOf(url: string): SVGSVGElement {
  const { path, viewBox, edge, side } = qrPath(url)
  const make = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const label = { role: 'img', 'aria-label': 'QR code of the link' }
  const code = make('svg', { class: 'address-code', viewBox, 'shape-rendering': 'crispEdges', ...label })
  const square = { x: String(edge), y: String(edge), width: String(side), height: String(side), fill: '#fff' }
  code.append(make('rect', square), make('path', { d: path, fill: '#000' }))
  return code as SVGSVGElement
}

/** The live address over a page. */
export interface AddressScreen {
  /** Puts it into the page: it takes the keys, and nothing else on the page can be reached but `[data-over-address]`. */
  show(place: Element): void
  /** Takes it away. Keys that were its own go back to where they were before; `orElse` where nothing had them. */
  remove(orElse: () => void): void
}

/** What lies behind an element: whatever stands beside it and beside each of its parents. */
function behind(element: Element): HTMLElement[] {
  const parents: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) parents.push(at)
  return parents
    .flatMap((at) => [...(at.parentElement?.children ?? [])])
    .filter((one): one is HTMLElement => one instanceof HTMLElement && !parents.includes(one))
    .filter((one) => !one.inert && !one.matches('[data-over-address]'))
}

function elementOf({ url, hint, onClose }: AddressScreenOptions): HTMLElement {
  const screen = document.createElement('section')
  screen.className = 'address-screen'
  screen.dataset.addressScreen = ''
  screen.setAttribute('role', 'dialog')
  screen.setAttribute('aria-modal', 'true')
  screen.setAttribute('aria-label', messages.live.addressLead)
  screen.tabIndex = -1
  const paragraph = (className: string, words: string): HTMLElement => {
    const element = document.createElement('p')
    element.className = className
    element.textContent = words
    return element
  }
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'address-close'
  close.textContent = messages.live.addressClose
  close.setAttribute('aria-keyshortcuts', 'Q Escape')
  close.addEventListener('click', onClose)
  screen.append(codeOf(url), paragraph('address-lead', messages.live.addressLead), wordsOf(readableAddress(url)))
  if (hint !== null) screen.append(paragraph('address-hint', hint))
  screen.append(close)
  screen.addEventListener('keydown', (event) => {
    // One control: the first is the last.
    if (event.key !== 'Tab') return
    event.preventDefault()
    close.focus()
  })
  return screen
}

/**
 * The live address for a whole hall: its QR code, and the address in large letters. A modal dialog without a framework,
 * since the audience's page has none; not the browser's own, which would lie over the presenter's notices.
 */
export function addressScreen(options: AddressScreenOptions): AddressScreen {
  const screen = elementOf(options)
  let before: Element | null = null
  let hidden: readonly HTMLElement[] = []
  return {
    show(place) {
      before = document.activeElement
      place.append(screen)
      // The deck's frame must not keep the keys: Escape means something else in there.
      screen.focus({ preventScroll: true })
      hidden = behind(screen)
      for (const one of hidden) one.inert = true
    },
    remove(orElse) {
      const hadKeys = screen.contains(document.activeElement)
      screen.remove()
      for (const one of hidden) one.inert = false
      if (!hadKeys) return
      if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true })
      else orElse()
    },
  }
}
