import { slideHash } from '../../../../document/slide-hash.ts'
import { type HostPort, openHostPort } from '../../../../player/host-port.ts'
import type { UpMessage } from '../../../../player/messages.ts'
import type { DeckPosition, DeckView, Slides } from './deck-view.ts'

/** Where the slide of a position is among other slides: by its id, else the nearest place. */
function placeIn(before: Slides, after: Slides, { h, v }: DeckPosition): DeckPosition {
  const index = before.findIndex(([slideH, slideV]) => slideH === h && slideV === v)
  const id = before[index]?.[2]
  const found = after.find((slide) => slide[2] === id) ?? after[Math.min(Math.max(index, 0), after.length - 1)]
  return found ? { h: found[0], v: found[1] } : { h: 0, v: 0 }
}

/** Shows newer versions of a deck in its view. */
export interface DeckSwap {
  /**
   * Shows a version at the current slide, or at the nearest one if that is gone. The frame is replaced once the other is
   * ready, so that nothing flickers. Resolves then, or when another version is to be shown instead.
   */
  show(frameUrl: string, slides: Slides): Promise<void>
}

/** Creates what replaces the frame of a view. `origin`: of the deck's frames. */
export function createDeckSwap(view: DeckView, origin: string): DeckSwap {
  let next: { readonly frame: HTMLIFrameElement; readonly port: HostPort; readonly end: () => void } | null = null
  return {
    async show(frameUrl, slides) {
      next?.port.close()
      next?.frame.remove()
      next?.end()
      const { promise: shown, resolve: end } = Promise.withResolvers<void>()
      const { position, slides: before } = view.shown()
      const target = position && placeIn(before, slides, position)
      const frame = view.frame.cloneNode() as HTMLIFrameElement
      frame.removeAttribute('id')
      frame.src = frameUrl.split('#')[0] + (target ? slideHash(target) : '')
      frame.classList.add('arriving')
      const waiting: UpMessage[] = []
      const receive = (message: UpMessage): void => {
        if (view.frame === frame) view.receive(message)
        else waiting.push(message)
        if (message.type !== 'ready' || next?.frame !== frame) return
        const hadFocus = document.activeElement === view.frame
        view.adopt(frame, next.port, slides)
        next = null
        end()
        frame.classList.remove('arriving')
        for (const earlier of waiting.splice(0)) view.receive(earlier)
        if (hadFocus) frame.focus({ preventScroll: true })
      }
      next = { frame, port: openHostPort({ frame, origin, receive }), end }
      view.frame.after(frame)
      return shown
    },
  }
}
