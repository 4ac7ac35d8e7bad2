import { parse, walk } from 'css-tree'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'

const atRules: ReadonlySet<string> = new Set(['media', 'supports', 'keyframes', 'font-face', 'layer', 'container'])
const ownAddress =
  /^(?:\/m\/[^/\\]|#svg-|data:image\/(?:png|jpe?g|gif|webp|avif);base64,|https:\/\/(?:fonts\.gstatic\.com|use\.typekit\.net)\/)/

/**
 * Checks the invariants of the CSS filter: idempotent; loads nothing external; no dangerous function; cannot end a
 * style element; throws only SanitizeError. Returns the violations as text. The result is parsed by css-tree's full
 * parser, which the filter does not use.
 */
export function brokenCssLaws(source: string, filter: (css: string) => string): string[] {
  let css: string
  try {
    css = filter(source)
  } catch (error) {
    return error instanceof SanitizeError ? [] : [`throws ${String(error)}`]
  }
  const broken: string[] = []
  if (filter(css) !== css) broken.push('filtering again changes it')
  if (/<\/|<!--/.test(css)) broken.push('it can end a style element')
  if (/canary\.invalid(?!\/?["\\])/.test(css.replace(/"(?:[^"\\]|\\.)*"/g, ''))) broken.push('it names another host')
  const tree = parse(css, { parseCustomProperty: true, onParseError: () => undefined })
  walk(tree, (node) => {
    if (node.type === 'Url' && !ownAddress.test(node.value)) broken.push(`it loads ${node.value}`)
    if (
      node.type === 'Function' &&
      /^(?:image|image-set|src|element|paint|expression|-.*|cross-fade)$/i.test(node.name)
    )
      broken.push(`it calls ${node.name}`)
    if (node.type === 'Atrule' && !atRules.has(node.name.toLowerCase())) broken.push(`it holds @${node.name}`)
    if (node.type === 'Declaration' && /^(?:-ms-)?behavior$|^-moz-binding$/i.test(node.property))
      broken.push(`it sets ${node.property}`)
  })
  return broken
}
