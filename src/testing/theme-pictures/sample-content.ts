import { newCell } from '../../blocks/table/block.ts'
import type { Block, Slide } from '../../document/deck-model.ts'
import { escapeText } from '../../document/html.ts'

/** The words of a layout's text boxes in their order; a list or a table has several, separated by line breaks. */
export type Words = readonly string[]

/** A picture as a data URL: hills in two tones of the theme's colors, so that it suits each. */
function hills(seed: number): string {
  const tones = ['#27506b', '#8a4b2d', '#3f6b4b', '#5a4a7d']
  const [far, near] = [tones[seed % 4]!, tones[(seed + 1) % 4]!]
  const sun = 180 + ((seed * 137) % 560)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 700" preserveAspectRatio="xMidYMid slice"><path fill="#e9d9bf" d="M0 0h960v700H0z"/><circle cx="${sun}" cy="210" r="70" fill="#f2a65a"/><path fill="${far}" d="M0 420l180-150 160 90 200-190 210 200 210-120v450H0z"/><path fill="${near}" d="M0 560l260-110 240 90 220-80 240 100v140H0z"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A portrait as a data URL. */
function portrait(seed: number): string {
  const tones = ['#d98c5f', '#6f8fb8', '#7fa06a', '#b07aa1']
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path fill="${tones[seed % 4]}" d="M0 0h200v200H0z"/><circle cx="100" cy="82" r="38" fill="#fff" fill-opacity=".88"/><path fill="#fff" fill-opacity=".88" d="M24 200c0-46 34-70 76-70s76 24 76 70z"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const code = `// Says hello to each guest.
interface Guest {
  readonly name: string
}

function greet(all: Guest[]) {
  return all
    .filter((one) => one.name)
    .map((one) => hello(one))
}`

const rows = [
  ['Region', '2029', '2030', 'Change'],
  ['North', '1.2', '1.9', '+58 %'],
  ['East', '0.8', '1.1', '+38 %'],
  ['South', '2.4', '2.2', '−8 %'],
  ['West', '1.7', '2.6', '+53 %'],
  ['Total', '6.1', '7.8', '+28 %'],
]

/** The markup of an empty text box with words in it. */
function withWords(html: string, words: string): string {
  const lines = words.split('\n').map(escapeText)
  if (html.includes('<li>')) return html.replace('<li><br></li>', lines.map((line) => `<li>${line}</li>`).join(''))
  return html.replace('<br>', lines.join('<br>'))
}

function filled(block: Block, words: () => string, picture: () => number): Block {
  const props = block.props as Record<string, unknown>
  if (block.type === 'text' && props.placeholder !== '') {
    return { ...block, props: { ...props, html: withWords(String(props.html), words()) } as never }
  }
  if (block.type === 'image') {
    const round = Number(props.radius) >= (block.frame?.width ?? 0) / 2
    const seed = picture()
    return { ...block, props: { ...props, src: round ? portrait(seed) : hills(seed), fit: 'cover' } as never }
  }
  if (block.type === 'code') {
    return { ...block, props: { ...props, code, language: 'typescript', lineNumbers: true } as never }
  }
  if (block.type === 'table') {
    const cells = rows.map((row) =>
      row.map((html, column) => ({
        ...newCell(),
        html,
        style: column === 0 ? [] : [['text-align', 'right'] as const],
      })),
    )
    return { ...block, props: { ...props, rows: cells } as never }
  }
  return block
}

/** A slide of a layout with words, pictures, code and numbers in its empty blocks. Missing words leave a box empty. */
export function fillLayout(slide: Slide, words: Words): Slide {
  let [at, pictures] = [0, 0]
  const next = () => words[at++] ?? ''
  return { ...slide, blocks: slide.blocks.map((block) => filled(block, next, () => pictures++)) }
}

/** Words for the designed layouts, by id. */
export const layoutWords: Readonly<Record<string, Words>> = {
  section: ['02', 'How the harbor grew', 'Four hundred years between salt, steam and containers'],
  agenda: ['Agenda', 'Where we stand\nWhat we learned\nThree options\nA decision'],
  quote: ['A harbor is a city that has learned to wait for the weather.', 'Ines Aldana, pilot for thirty years'],
  'big-number': ['73 %', 'of all goods arrive by sea', 'Measured by weight, in the ports of this coast, 2030'],
  'two-headed-columns': [
    'Two ways to anchor',
    'In shelter',
    'The bay keeps the swell out. Ships wait longer, and leave when the wind allows.',
    'In the stream',
    'Current and anchor hold each other. Crews keep watch day and night.',
  ],
  'three-columns': [
    'What the crew needs',
    'Water',
    'Fresh, and four liters a day for each.',
    'Charts',
    'Corrected by hand at every port.',
    'Time',
    'A tide of margin, at least.',
  ],
  comparison: [
    'Sail against steam',
    'Sail',
    'Free wind\nLarge crew\nSlow, and quiet',
    'Steam',
    'Coal to buy\nSmall crew\nOn time',
  ],
  timeline: [
    'Four ages of the port',
    '1620',
    'A wooden pier and nine boats',
    '1785',
    'The lighthouse is lit',
    '1870',
    'Steam, and a railway',
    '1966',
    'The first container',
  ],
  steps: [
    'How a ship comes in',
    'Call',
    'The pilot is called six hours before',
    'Board',
    'A small boat brings the pilot out',
    'Steer',
    'Two tugs take the bow and the stern',
    'Moor',
    'Eight lines, then the engine stops',
  ],
  team: ['The crew', 'Ines', 'Pilot', 'Jonas', 'Engineer', 'Mei', 'Charts', 'Samuel', 'Radio'],
  'full-picture': ['Morning over the strait', 'Seen from the old lighthouse, in October'],
  'picture-grid': ['Four mornings'],
  'code-notes': ['Greet the crew', 'In short', 'Typed guests\nNo empty names\nOne line each'],
  table: ['Goods by region', 'Millions of tons. Source: harbor office'],
  chart: ['A year of growth', 'Winter is the season', 'Each quarter beats the year before, the last one by half.'],
  thanks: ['Thank you', 'ines@example.org\nexample.org/harbor'],
}
