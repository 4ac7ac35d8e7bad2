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

/**
 * The live address for a whole hall: its QR code, and the address in large letters. Without a framework, since the
 * audience's page has none. The caller puts it into the page, and removes it.
 */
export function addressScreen({ url, hint, onClose }: AddressScreenOptions): HTMLElement {
  const screen = document.createElement('section')
  screen.className = 'address-screen'
  screen.dataset.addressScreen = ''
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
  return screen
}
