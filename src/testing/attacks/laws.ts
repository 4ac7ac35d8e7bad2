import { parse as parseCss, walk as walkCss } from 'css-tree'
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as html5,
  parse,
  parseFragment,
  serialize,
} from 'parse5'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'

/** A function that sanitizes markup: the sanitizer, or a control. */
export type Clean = (html: string) => string

/** Maximum number of characters the sanitizer itself adds per element. */
const forcedPerElement = 340

type Element = DefaultTreeAdapterTypes.Element

const holder = defaultTreeAdapter.createElement('div', html5.NS.HTML, [])

// Allowed content, deliberately written a second time: the test must not share the sanitizer's mistakes.
const elements: ReadonlySet<string> = new Set(
  `section div p span br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code b strong i em u s del ins sub sup small mark abbr a img
  figure figcaption table caption colgroup col thead tbody tfoot tr th td video audio source iframe svg g path rect circle ellipse line
  polyline polygon text tspan defs linearGradient radialGradient stop`.split(/\s+/),
)
const addresses: ReadonlySet<string> = new Set([
  'href',
  'src',
  'poster',
  'data-background-image',
  'data-background-iframe',
])
const frames: ReadonlySet<string> = new Set(['iframe src', 'section data-background-iframe'])
const freeText: ReadonlySet<string> = new Set(['title', 'alt', 'aria-label', 'data-name', 'data-latex'])
const playerNames =
  /^data-(?:background|src|srcset|lazy-loaded|preload|state|markdown|separator.*|element-attributes|attributes|template|trim|noescape|preview-.*|background-(?:hash|interactive|parallax.*)|index-.|loaded|ignore|notes|timing|start-indexv|auto-animate-target)$/

/**
 * Checks the invariants of the sanitizer for one source. It is idempotent; browsers parse the result as written;
 * nothing is outside the schema; no URL, style or name does harm; the result is not much larger than its source; only
 * SanitizeError is thrown. Returns the violations as text.
 */
export function brokenLaws(source: string, clean: Clean): string[] {
  let html: string
  try {
    html = clean(source)
  } catch (error) {
    return error instanceof SanitizeError ? [] : [`throws ${String(error)}`]
  }
  const broken: string[] = []
  if (clean(html) !== html) broken.push('cleaning again changes it')
  // A complete page with the markup as in a deck, parsed independently of the sanitizer.
  const page = parse(`<!DOCTYPE html><body><div><div class="slides">${html}</div></div></body>`)
  const slides = slidesOf(page)
  if (!slides) return [...broken, 'it breaks out of its place']
  if (comparable(serialize(slides)) !== comparable(html)) broken.push('a browser reads it otherwise')
  let forced = 0
  visit(slides, (element) => {
    if (element.tagName === 'a' || element.tagName === 'iframe') forced++
    broken.push(...outsideSchema(element))
  })
  // Browsers copy misnested elements; the result may be larger by that factor.
  const written = serialize(parseFragment(holder, source, {})).length
  if (html.length > 1.2 * Math.max(source.length, written) + 1024 + forced * forcedPerElement)
    broken.push('it is too much larger')
  return broken
}

/** Serializers differ in two equivalent points: `>` in attributes, and line feeds after `<pre>`. */
const comparable = (html: string): string =>
  html
    .replaceAll(/(<pre(?: [\w-]+="[^"]*")*>)\n+/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

function slidesOf(page: DefaultTreeAdapterTypes.Document): Element | null {
  const html = page.childNodes.find((node) => node.nodeName === 'html') as Element
  const body = html.childNodes.find((node) => node.nodeName === 'body') as Element
  const reveal = body.childNodes[0] as Element
  const slides = reveal?.childNodes[0] as Element | undefined
  const alone = body.childNodes.length === 1 && reveal?.childNodes.length === 1
  return alone && slides?.attrs?.[0]?.value === 'slides' ? slides : null
}

function visit(parent: Element, look: (element: Element) => void): void {
  for (const child of parent.childNodes) {
    if (child.nodeName === '#comment') look({ ...parent, tagName: '#comment', attrs: [] })
    if (!('tagName' in child)) continue
    look(child)
    visit(child, look)
  }
}

function outsideSchema(element: Element): string[] {
  const tag = element.tagName
  if (!elements.has(tag)) return [`it holds <${tag}>`]
  const broken = element.attrs.flatMap(({ prefix, name, value }) =>
    prefix ? [`it holds ${prefix}:${name}`] : brokenAttribute(tag, name, value),
  )
  if (tag === 'iframe') {
    const value = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    if (!value('sandbox') || /top-navigation|modals|downloads/.test(value('sandbox')!))
      broken.push('a frame without sandbox')
    if (element.childNodes.length > 0) broken.push('a frame with content')
  }
  return broken
}

function brokenAttribute(tag: string, name: string, value: string): string[] {
  if (
    !/^[a-zA-Z][a-zA-Z0-9-]*$/.test(name) ||
    /^on|^(?:srcdoc|srcset|name|is|slot|ping|formaction|action|background|data|xmlns)$/i.test(name)
  )
    return [`it holds the attribute ${name}`]
  if (playerNames.test(name)) return [`it holds ${name}, which the player reads`]
  if (name === 'id') return /^svg-[\w-]+$/.test(value) ? [] : [`it holds the id ${value}`]
  if (name === 'class')
    return /^[A-Za-z][\w-]*(?: [A-Za-z][\w-]*)*$/.test(value) &&
      !/(?:^| )(?:present|past|future|stack|reveal|slides)(?: |$)/.test(value)
      ? []
      : ['a class of the player']
  if (name === 'style') return brokenStyle(value)
  if (addresses.has(name)) return brokenAddress(tag, name, value)
  if (name === 'data-background-video') return value.split(',').flatMap((part) => brokenAddress(tag, name, part))
  if (freeText.has(name)) return []
  return /script:|expression|url\((?!"#svg-)|[<>{};]|:\/\//i.test(
    value.replace('fullscreen; autoplay; encrypted-media; ', ''),
  )
    ? [`${name} holds ${value}`]
    : []
}

function brokenAddress(tag: string, name: string, value: string): string[] {
  if (tag === 'a' && /^#[\w/-]*$/.test(value)) return []
  const isFrame = frames.has(`${tag} ${name}`)
  const url = new URL(value, 'https://relative.invalid/slide')
  if (url.host === 'relative.invalid')
    return !isFrame && url.pathname.startsWith('/m/') ? [] : [`${name} holds ${value}`]
  const schemes =
    tag === 'a'
      ? ['https:', 'http:', 'mailto:', 'tel:']
      : name === 'src' && tag === 'img'
        ? ['https:', 'data:']
        : ['https:', 'data:']
  if (!schemes.includes(url.protocol)) return [`${name} leads to ${url.protocol}`]
  if (
    url.protocol === 'data:' &&
    (isFrame || !/^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[\w+/=]*$/i.test(value))
  )
    return [`${name} holds data`]
  if (url.username !== '' || url.password !== '') return [`${name} holds a password`]
  return isFrame && /(?:^|\.)localhost\.?$/i.test(url.hostname) ? [`${name} frames the app`] : []
}

/** Parsed by css-tree's full parser, which the sanitizer does not use. */
function brokenStyle(style: string): string[] {
  const broken: string[] = []
  if (/<\/|<!--|\/\*/.test(style)) broken.push('a style that ends its element')
  const tree = parseCss(style, {
    context: 'declarationList',
    parseCustomProperty: true,
    onParseError: () => broken.push('a style that is not understood'),
  })
  walkCss(tree, (node) => {
    if (
      node.type === 'Url' &&
      !/^(?:\/m\/[^/\\]|#svg-|data:image\/(?:png|jpe?g|gif|webp|avif);base64,)/.test(node.value)
    )
      broken.push(`a style loads ${node.value}`)
    if (node.type === 'Function' && /^(?:image|src|element|paint|expression|-|cross-fade)/i.test(node.name))
      broken.push(`a style calls ${node.name}`)
    if (node.type === 'Atrule' || node.type === 'Rule' || node.type === 'Raw')
      broken.push(`a style holds a ${node.type}`)
    if (node.type === 'Declaration' && /^(?:behavior|-moz-binding|content|cursor)$/.test(node.property))
      broken.push(`a style sets ${node.property}`)
  })
  if (/position:\s*(?:fixed|sticky)/i.test(style)) broken.push('a style leaves the slide')
  return broken
}
