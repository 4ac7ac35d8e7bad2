import { type HtmlElement, isElement, isText } from '../html.ts'
import type { CleanState } from './clean-state.ts'
import { svgElements } from './schema.ts'
import { inlineWork, isWithinLimit } from './svg-shapes.ts'
import { appliedStyles } from './svg-style.ts'
import type { XmlElement } from './xml.ts'

/** Whether an inline SVG is within its slide's limit; if so, it is charged to it. */
export function mayDraw(svg: HtmlElement, state: CleanState): boolean {
  const box = svg.attrs
    .find(({ name }) => name === 'viewBox')
    ?.value.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = box ?? []
  // Without a viewBox its units are those of the slide.
  const size = width > 0 && height > 0 ? { width, height } : { width: 960, height: 700 }
  const styles = appliedStyles(() => '', state.policy)
  const work = inlineWork(asXml(svg), size, styles)
  if (!isWithinLimit(state.shapeWork + work)) return false
  state.shapeWork += work
  return true
}

/** The elements that stay. */
function asXml(element: HtmlElement): XmlElement {
  const children = element.childNodes.flatMap((node): (XmlElement | string)[] => {
    if (isText(node)) return [node.value]
    return isElement(node) && (svgElements.has(node.tagName) || node.tagName === 'a') ? [asXml(node)] : []
  })
  const attributes = element.attrs.map(({ name, value }) => [name, value] as const)
  return { name: element.tagName, tag: element.tagName, attributes, children }
}
