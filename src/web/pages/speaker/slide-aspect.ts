import type { SlideSize } from '../../../rules/slide-size.ts'

/**
 * A ref that passes the aspect ratio of the deck's slides to styles, as `--slide-aspect`. Not a style attribute: the CSP refuses
 * it in markup of the server.
 */
export function slideAspect({ width, height }: SlideSize): (element: HTMLElement | null) => void {
  return (element) => element?.style.setProperty('--slide-aspect', `${width} / ${height}`)
}
