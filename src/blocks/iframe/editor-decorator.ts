import type { BlockDecorator } from '../block-editor.ts'

/**
 * Replaces iframes on the canvas with placeholders that show the page's host and title. The canvas loads no external
 * page: it must not run next to the editor, and it would capture the pointer.
 */
export const frameDecorator: BlockDecorator = {
  isReady: () => true,
  load: () => Promise.resolve(),
  decorate: (wrapper) => {
    for (const frame of wrapper.querySelectorAll('iframe')) frame.replaceWith(placeFor(frame))
    for (const empty of wrapper.querySelectorAll<HTMLElement>(
      ':scope[data-block-type="iframe"] > .block-content:empty',
    )) {
      empty.classList.add('frame-place')
      empty.append(
        line(empty.ownerDocument, 'strong', 'No page yet'),
        line(empty.ownerDocument, 'span', 'Double-click'),
      )
    }
  },
}

/** The iframe that each placeholder stands for. */
const frames = new WeakMap<Element, HTMLIFrameElement>()

/** Puts iframes back where their placeholders are, to read the markup of a drawn slide. */
export function restoreFrames(root: HTMLElement): void {
  for (const place of root.querySelectorAll('.frame-place')) {
    const frame = frames.get(place)
    if (frame) place.replaceWith(frame)
  }
}

function placeFor(frame: HTMLIFrameElement): HTMLElement {
  const place = frame.ownerDocument.createElement('div')
  frames.set(place, frame)
  place.className = 'frame-place'
  const address = frame.getAttribute('src') ?? ''
  const host = URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : 'No page'
  place.append(line(place.ownerDocument, 'strong', host))
  const title = frame.getAttribute('title') ?? ''
  if (title !== '') place.append(line(place.ownerDocument, 'span', title))
  return place
}

function line(document: Document, name: string, text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
