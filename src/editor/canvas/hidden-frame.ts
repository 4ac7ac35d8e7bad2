import { limits } from '../../rules/limits.ts'
import { type CanvasFrame, createFrameElement, openCanvasFrame, whenCanvasPage } from './canvas-frame.ts'

/** A slide's surroundings where nobody sees them; see openHiddenFrame. */
export interface HiddenFrame {
  /** Rejects when its page can't be loaded, as without a network. */
  readonly frame: Promise<CanvasFrame>
  remove(): void
}

/** Opens a frame as the canvas has it, of the size of a slide and out of sight: to measure in, and to draw pictures from. */
export function openHiddenFrame(): HiddenFrame {
  const host = document.createElement('div')
  host.setAttribute('aria-hidden', 'true')
  host.inert = true
  host.style.cssText = `position:fixed;left:-9999px;top:0;visibility:hidden;contain:strict;width:${limits.slide.width}px;height:${limits.slide.height}px`
  document.body.append(host)
  const element = createFrameElement(host)
  element.setAttribute('aria-hidden', 'true')
  element.style.cssText = 'width:100%;height:100%;border:0'
  return { frame: whenCanvasPage(element).then(openCanvasFrame), remove: () => host.remove() }
}
