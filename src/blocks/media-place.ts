import type { BlockDecorator } from './block-editor.ts'

/**
 * Draws videos and sounds on the canvas: nothing plays there, and nothing captures the pointer. Embedded players and
 * sounds without controls become placeholders; so does what has no address yet. `kind`: 'video', in a sentence.
 */
export function mediaDecorator(kind: string): BlockDecorator {
  return {
    isReady: () => true,
    load: () => Promise.resolve(),
    decorate: (wrapper) => {
      for (const player of wrapper.querySelectorAll<HTMLElement>(':scope > :is(video, audio, iframe)')) {
        const src = player.getAttribute('src') ?? ''
        const isDrawn = player.nodeName !== 'IFRAME' && (player.nodeName === 'VIDEO' || player.hasAttribute('controls'))
        if (src === '') player.replaceWith(placeFor(player, `No ${kind} yet`, 'Double-click'))
        else if (!isDrawn) player.replaceWith(placeFor(player, hostOf(src, player), nameOf(player)))
        else {
          player.inert = true
          player.removeAttribute('data-autoplay')
          if (player.nodeName === 'VIDEO') player.removeAttribute('controls')
        }
      }
    },
  }
}

const hostOf = (src: string, { baseURI }: HTMLElement): string =>
  URL.canParse(src, baseURI) ? new URL(src, baseURI).host.replace(/^(www|player)\./, '') : src

const nameOf = (player: HTMLElement): string => player.getAttribute('title') ?? player.getAttribute('aria-label') ?? ''

function placeFor({ ownerDocument }: HTMLElement, title: string, words: string): HTMLElement {
  const place = ownerDocument.createElement('div')
  place.className = 'frame-place'
  const [first, second] = [ownerDocument.createElement('strong'), ownerDocument.createElement('span')]
  first.textContent = title
  second.textContent = words
  place.append(first, ...(words === '' ? [] : [second]))
  return place
}
