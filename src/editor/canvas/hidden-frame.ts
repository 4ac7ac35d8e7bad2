import type { SlideSize } from '../../rules/slide-size.ts'
import { type CanvasFrame, createFrameElement, openCanvasFrame, whenCanvasPage } from './canvas-frame.ts'

/** An invisible canvas frame; see openHiddenFrame. */
export interface HiddenFrame {
  /** Rejects if its page cannot be loaded, for example offline. */
  readonly frame: Promise<CanvasFrame>
  remove(): void
}

/** Opens an invisible canvas frame of the slides' size, for measuring and for taking pictures. */
export function openHiddenFrame({ width, height }: SlideSize): HiddenFrame {
  const host = document.createElement('div')
  host.setAttribute('aria-hidden', 'true')
  host.inert = true
  host.style.cssText = `position:fixed;left:-9999px;top:0;visibility:hidden;contain:strict;width:${width}px;height:${height}px`
  document.body.append(host)
  const element = createFrameElement(host)
  element.setAttribute('aria-hidden', 'true')
  element.style.cssText = 'width:100%;height:100%;border:0'
  return { frame: whenCanvasPage(element).then(openCanvasFrame), remove: () => host.remove() }
}
