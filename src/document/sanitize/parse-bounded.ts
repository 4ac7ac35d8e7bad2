import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as parse5Html,
  parseFragment,
  type TreeAdapter,
} from 'parse5'
import { limits } from '../../rules/limits.ts'
import { type HtmlFragment, keepSource } from '../html.ts'
import { parseDepth, parseGrowth, type SanitizeLimits } from './limits.ts'
import { SanitizeError } from './sanitize-error.ts'

type Adapter = TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>

/** Whether a text exceeds a size in bytes of UTF-8; encodes it only if its length does not decide. */
export function isLargerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false
  return text.length > bytes || new TextEncoder().encode(text).length > bytes
}

/**
 * Parses markup as the innerHTML of a div, and throws SanitizeError as soon as the tree exceeds the limits. It must
 * stop while parsing: misnested formatting elements are copied for every following block, so a few kilobytes can
 * produce gigabytes. `located`: with the source locations of a parseFragment.
 */
export function parseBounded(html: string, bounds: SanitizeLimits, located = false): HtmlFragment {
  if (isLargerThan(html, bounds.bytes))
    throw new SanitizeError('too-large', `The content is larger than ${bounds.bytes / 1_000_000} MB`)
  const context = defaultTreeAdapter.createElement('div', parse5Html.NS.HTML, [])
  const options = { treeAdapter: countingAdapter(bounds), scriptingEnabled: true, sourceCodeLocationInfo: located }
  const fragment = parseFragment(context, html, options)
  return located ? keepSource(fragment, html) : fragment
}

function countingAdapter(bounds: SanitizeLimits): Adapter {
  let nodes = 0
  let characters = 0
  let depth = 0
  const countNode = () => {
    if (++nodes > bounds.nodes * parseGrowth)
      throw new SanitizeError('too-many-nodes', 'The content has too many elements')
  }
  return {
    ...defaultTreeAdapter,
    createElement(tag, namespace, attributes) {
      countNode()
      if (attributes.length > limits.slide.attributes)
        throw new SanitizeError('too-many-attributes', `An element has more than ${limits.slide.attributes} attributes`)
      for (const attribute of attributes) characters += attribute.value.length
      if (characters > bounds.bytes * parseGrowth) throw new SanitizeError('too-large', 'The content is too large')
      return defaultTreeAdapter.createElement(tag, namespace, attributes)
    },
    createCommentNode(data) {
      countNode()
      return defaultTreeAdapter.createCommentNode(data)
    },
    createTextNode(value) {
      countNode()
      return defaultTreeAdapter.createTextNode(value)
    },
    onItemPush() {
      if (++depth > parseDepth) throw tooDeep()
    },
    onItemPop() {
      depth--
    },
  }
}

/** The error for content nested too deeply. */
export const tooDeep = (): SanitizeError =>
  new SanitizeError('too-deep', `The content is nested deeper than ${limits.slide.depth} elements`)
