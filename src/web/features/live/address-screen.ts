import './address-screen.css'
import { messages } from '../../../rules/messages.ts'
import { qrPath } from '../../../ui/qr-path.ts'

/** Options of the live address. */
export interface AddressScreenOptions {
  /** The absolute URL. */
  readonly url: string
  /** A sentence below it; null for none. */
  readonly hint: string | null
  readonly onClose: () => void
}

/** A URL for typing: without https://, which browsers add. */
function readableAddress(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '')
}

/** The address as an element, with line breaks allowed between its parts, not inside words. */
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

/** The live address over a page, as a modal dialog. */
export interface AddressScreen {
  /** Adds it to the page and focuses it; makes everything inert except toasts and `[data-over-address]`. */
  show(container: Element): void
  /** Removes it. If it had the focus, restores the previous one; `orElse` is called if there is none. */
  remove(orElse: () => void): void
}

/** The elements to make inert: the siblings of an element and of its ancestors. */
function elementsBehind(element: Element): HTMLElement[] {
  const parents: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) parents.push(at)
  return parents
    .flatMap((at) => [...(at.parentElement?.children ?? [])])
    .filter((one): one is HTMLElement => one instanceof HTMLElement && !parents.includes(one))
    .filter((one) => !one.inert && !one.matches('[data-over-address], [data-notifications]'))
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
    // The close button is the only control.
    if (event.key !== 'Tab') return
    event.preventDefault()
    close.focus()
  })
  return screen
}

/**
 * Shows the live address to the audience: its QR code, and the URL in large letters. A modal dialog without a framework,
 * since the audience's page has none. Not a `<dialog>`: its top layer would cover the presenter's toasts.
 */
export function addressScreen(options: AddressScreenOptions): AddressScreen {
  const screen = elementOf(options)
  let before: Element | null = null
  let hidden: readonly HTMLElement[] = []
  return {
    show(container) {
      before = document.activeElement
      container.append(screen)
      // Takes the focus from the deck's frame, where Escape has another meaning.
      screen.focus({ preventScroll: true })
      hidden = elementsBehind(screen)
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
