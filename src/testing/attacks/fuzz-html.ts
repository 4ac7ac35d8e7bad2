import { hit } from './attack.ts'
import { declarationAttacks } from './css-attacks.ts'
import { type Random, random } from './random.ts'
import { scriptUrls } from './url-attacks.ts'

const tags =
  `section section div p span br hr h1 ul ol li blockquote pre code b i em a a img img figure table caption colgroup col thead tbody
  tr th td video audio source iframe svg svg g path rect text tspan defs linearGradient stop math mtext mi mglyph malignmark annotation-xml
  foreignObject desc form input button marquee nobr font listing dialog details summary custom-element animate set use a:b aside
  svg:script ruby rt rp rtc`
    .trim()
    .split(/\s+/)
/** Elements that swallow what follows; kept rare, or little else would be tested. */
const swallowing =
  `script style template noscript noembed noframes xmp plaintext textarea title select option optgroup object embed applet body html
  head frameset frame base meta link image keygen`
    .trim()
    .split(/\s+/)
const attributeNames =
  `class style title id name href src data-src srcset srcdoc onclick onerror onload xlink:href data-notes data-markdown
  data-background data-background-iframe data-background-image data-background-video data-background-color data-background-gradient
  data-auto-animate-easing data-transition data-fragment-index data-id data-block-type data-l-x data-state width height fill d viewBox
  transform points sandbox allow target rel xmlns encoding action formaction is slot poster controls type lang dir role aria-label`
    .trim()
    .split(/\s+/)
const values = [
  ...Object.values(scriptUrls),
  'https://x.invalid/a?b=c#d',
  '/m/abc.png',
  '#/1/2',
  '0 0 9 9',
  'M0 0L9 9',
  'red',
  'linear-gradient(red, blue)',
  '1',
  '',
  'text/html',
  'http://www.w3.org/1999/xhtml',
  'block fragment present reveal my-class',
  '"><img src=x: onerror=hit()>',
  "'><script>hit()</script>",
  '--><img src=x: onerror=hit()>',
  '</style><img src=x: onerror=hit()>',
  '`',
  '\u0000',
  '\ud800',
  'a\u2028b',
  '&quot;&lt;&gt;&amp;&#0;&#13;&nbsp;',
  'mailto:a@b.invalid?subject=x',
  'data:image/png;base64,iVBORw0KGgo=',
]
const texts = [
  'text',
  ' ',
  '\n',
  '\r\n',
  '<',
  '>',
  '&',
  '&lt;script&gt;',
  '&amp;lt;',
  '&#x3c;img src=x: onerror=hit()>',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<!doctype html>',
  '<?php',
  '</',
  '/>',
  '"',
  "'",
  '=',
  '`',
  '\u0000',
  '\f',
  '\u000b',
  '\u0085',
  '\u00a0',
  '\ufeff',
  '\ufffe',
  '\ud83d\ude00',
  '\udc00',
  hit,
]

/**
 * Random markup: allowed and forbidden elements, nested correctly and incorrectly, with attributes and text of attacks,
 * then damaged. Deterministic per seed.
 */
export function randomHtml(seed: number): string {
  const dice = random(seed)
  let html = ''
  const parts = 3 + dice.below(20)
  const open: string[] = []
  for (let part = 0; part < parts; part++) html += randomPart(dice, open)
  while (open.length > 0 && !dice.oneIn(6)) html += `</${open.pop()}>`
  return dice.oneIn(4) ? damage(html, dice) : html
}

function randomPart(dice: Random, open: string[]): string {
  const kind = dice.below(10)
  if (kind < 5) {
    const tag = dice.pick(dice.oneIn(10) ? swallowing : tags)
    if (!dice.oneIn(8)) open.push(tag)
    return `<${dice.oneIn(20) ? tag.toUpperCase() : tag}${randomAttributes(dice)}${dice.oneIn(15) ? '/' : ''}>`
  }
  if (kind < 7) return `</${dice.oneIn(5) ? dice.pick(tags) : (open.pop() ?? 'p')}>`
  return dice.pick(texts)
}

function randomAttributes(dice: Random): string {
  let attributes = ''
  for (let count = dice.below(4); count > 0; count--) {
    const name = dice.pick(attributeNames)
    const value =
      name === 'style' ? `${dice.pick(declarationAttacks)};${dice.pick(declarationAttacks)}` : dice.pick(values)
    const quote = dice.pick(['"', '"', '"', "'", ''])
    attributes += `${dice.pick([' ', ' ', ' ', '\n', '/', '\t'])}${name}=${quote}${quote === '"' ? value.replaceAll('"', '&quot;') : value}${quote}`
  }
  return attributes
}

/** Deletes, duplicates or inserts a few characters. */
export function damage(html: string, dice: Random): string {
  let result = html
  for (let count = 1 + dice.below(3); count > 0 && result.length > 0; count--) {
    const at = dice.below(result.length)
    const length = 1 + dice.below(6)
    const way = dice.below(3)
    if (way === 0) result = result.slice(0, at) + result.slice(at + length)
    else if (way === 1) result = result.slice(0, at) + result.slice(at, at + length) + result.slice(at)
    else result = result.slice(0, at) + dice.pick(texts) + result.slice(at)
  }
  return result
}
