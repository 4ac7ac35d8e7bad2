import { newCell } from '../../blocks/table/block.ts'
import type { Block } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import {
  area,
  below,
  heading,
  headline,
  type Layout,
  left,
  margin,
  numbered,
  picture,
  placed,
  points,
  rest,
  role,
  slot,
  text,
  title,
  top,
  wide,
} from './layout-parts.ts'

/** Text boxes have 10 px of padding: what has none starts where their text does. */
const inset = 10
const edge = margin + inset
const inner = wide - 2 * inset

/** Left edges of columns across the content area, with a gap between them. */
function columns(count: number, gap: number): { readonly width: number; readonly lefts: readonly number[] } {
  const width = (inner - gap * (count - 1)) / count
  return { width, lefts: Array.from({ length: count }, (_, index) => edge + index * (width + gap)) }
}

/** The text box whose text fills a column. */
const around = (x: number, y: number, width: number, height: number) =>
  [x - inset, y, width + 2 * inset, height] as const

const sized = (px: number) => ({ ...left, 'font-size': `${px}px` })
const muted = (px: number) => ({ ...sized(px), color: role('muted') })
const middle = (px: number) => ({ 'text-align': 'center', 'font-size': `${px}px` })

function section(): readonly Block[] {
  return [
    area([0, 0, 28, 700], 'accent-1'),
    text([margin, 70, wide, 110], { ...sized(64), color: role('link') }, 'Click to add number'),
    headline([margin, 250, wide, 250]),
    text([margin, 506, wide, 110], muted(30), 'Click to add summary'),
  ]
}

function agenda(): readonly Block[] {
  return [
    area([0, 0, 320, 700], 'text', 0.07),
    area([0, 0, 28, 700], 'accent-1'),
    title([margin - 20, 70, 240, 560], sized(30), 'top'),
    numbered([370, 70, 510, 560], { ...sized(36), 'line-height': '1.6' }, 'Click to add topics'),
  ]
}

function quote(): readonly Block[] {
  const mark = { html: '<p>“</p>', padding: 0 }
  const look = { 'font-family': 'Georgia, serif', 'font-size': '220px', 'line-height': '1', color: role('accent-1') }
  return [
    placed('text', [edge, 70, 140, 130], mark, { ...left, ...look }),
    slot(
      '<p><br></p>',
      'Click to add quote',
      [margin, 180, wide, 300],
      { ...sized(48), 'font-style': 'italic' },
      'middle',
    ),
    area([edge, 504, 64, 6], 'accent-1'),
    text([margin, 524, wide, 60], muted(28), 'Click to add name'),
  ]
}

function bigNumber(): readonly Block[] {
  const look = { 'font-family': 'var(--r-heading-font)', 'font-weight': '700', 'line-height': '1' }
  const number = { ...sized(260), ...look, color: role('link') }
  return [
    slot('<p><br></p>', 'Number', [margin, 80, wide, 300], number, 'bottom'),
    area([edge, 390, 120, 8], 'accent-1'),
    heading([margin, 420, wide, 70], left, 'Click to add what it counts'),
    text([margin, 494, wide, 120], muted(28), 'Click to add context'),
  ]
}

function twoColumns(): readonly Block[] {
  const { width, lefts } = columns(2, 40)
  return [
    title(top),
    ...lefts.flatMap((x) => [
      area([x, below + 4, width, 6], 'accent-1'),
      heading(around(x, below + 22, width, 66), sized(28)),
      text(around(x, below + 92, width, rest - 92), sized(30)),
    ]),
  ]
}

function threeColumns(): readonly Block[] {
  const { width, lefts } = columns(3, 36)
  return [
    title(top),
    ...lefts.flatMap((x) => [
      area([x, below + 4, width, 6], 'accent-1'),
      heading(around(x, below + 22, width, 72), sized(26)),
      text(around(x, below + 98, width, rest - 98), sized(28)),
    ]),
  ]
}

function comparison(): readonly Block[] {
  const { width, lefts } = columns(2, 28)
  const accents = ['accent-1', 'accent-2'] as const
  return [
    title(top),
    ...lefts.flatMap((x, index) => [
      area([x, below + 4, width, rest - 4], 'text', 0.06),
      area([x, below + 4, width, 10], accents[index]!),
      heading([x + 18, below + 30, width - 36, 66], sized(28)),
      points([x + 18, below + 102, width - 36, rest - 120], sized(30)),
    ]),
  ]
}

function timeline(): readonly Block[] {
  const { width, lefts } = columns(4, 24)
  return [
    title(top),
    area([edge, 345, inner, 4], 'text', 0.25),
    ...lefts.flatMap((x) => [
      heading(around(x, 256, width, 70), { ...sized(30), color: role('link') }, 'When'),
      area([x, 335, 24, 24], 'accent-1', 1, 'ellipse'),
      text(around(x, 376, width, 250), sized(26), 'Click to add what happens'),
    ]),
  ]
}

function steps(): readonly Block[] {
  const number = (index: number, y: number) => {
    const props = { shape: 'ellipse', text: `<p><strong>${index + 1}</strong></p>` }
    return placed('shape', [edge, y + 16, 60, 60], props, { 'font-size': '28px' })
  }
  const rows = [0, 1, 2, 3].map((index) => below + 4 + index * 112)
  return [
    title(top),
    ...rows.flatMap((y, index) => [
      ...(index === 0 ? [] : [area([edge + 90, y - 11, inner - 90, 2], 'text', 0.18)]),
      number(index, y),
      heading([edge + 80, y, 240, 92], sized(26), 'Click to add step'),
      slot('<p><br></p>', 'Click to add text', [edge + 330, y, inner - 320, 92], sized(26), 'middle'),
    ]),
  ]
}

function team(): readonly Block[] {
  const { width, lefts } = columns(4, 24)
  const size = 164
  return [
    title(top),
    ...lefts.flatMap((x) => [
      picture([x + (width - size) / 2, 240, size, size], { radius: size / 2 }),
      heading(around(x, 416, width, 60), middle(20), 'Name'),
      text(around(x, 478, width, 100), { ...middle(24), color: role('muted') }, 'Role'),
    ]),
  ]
}

function fullPicture(): readonly Block[] {
  return [
    picture([0, 0, 960, 700]),
    area([0, 540, 960, 160], 'background', 0.9),
    area([0, 540, 28, 160], 'accent-1'),
    title([margin - 20, 550, 840, 74], sized(28)),
    text([margin - 20, 624, 840, 64], sized(26), 'Click to add caption'),
  ]
}

function pictureGrid(): readonly Block[] {
  const { width, lefts } = columns(2, 20)
  const height = (rest - 24) / 2
  const tops = [below + 4, below + height + 24]
  return [title(top), ...tops.flatMap((y) => lefts.map((x) => picture([x, y, width, height], { radius: 8 })))]
}

function codeWithNotes(): readonly Block[] {
  return [
    title(top),
    placed('code', [edge, below + 4, 490, rest - 4], {}, { 'font-size': '20px' }),
    heading([600, below + 4, 280, 66], sized(26)),
    points([600, below + 74, 280, rest - 74], sized(26)),
  ]
}

function table(): readonly Block[] {
  const rows = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => newCell()))
  const props = { rows, headerRow: true, headerColumn: false, striped: true, padding: 14 }
  const grid = placed('table', [edge, below + 4, inner, 0], props, { 'font-size': '26px' })
  return [
    title(top),
    { ...grid, frame: { ...grid.frame!, height: null } },
    text([margin, 606, wide, 50], muted(20), 'Click to add source'),
  ]
}

function chart(): readonly Block[] {
  return [
    title(top),
    placed('chart', [edge, below + 4, 500, rest - 4], {}, { 'font-size': '20px' }),
    heading([610, below + 4, 270, 120], sized(28), 'Click to add the message'),
    text([610, below + 130, 270, rest - 130], sized(26)),
  ]
}

function thanks(): readonly Block[] {
  return [
    area([0, 0, 300, 700], 'accent-1'),
    headline([350, 190, 530, 170]),
    area([360, 380, 96, 8], 'accent-1'),
    text([350, 406, 530, 120], muted(28), 'Click to add how to reach you'),
  ]
}

const layout = (id: string, name: string, blocks: () => readonly Block[]): Layout => {
  return { id, label: name, slide: () => newSlide(blocks()) }
}

/** The designed layouts, in the order of the picker's page. */
export const layouts: readonly Layout[] = [
  layout('section', 'Section', section),
  layout('agenda', 'Agenda', agenda),
  layout('quote', 'Quote', quote),
  layout('big-number', 'Big number', bigNumber),
  layout('two-headed-columns', 'Two columns with headings', twoColumns),
  layout('three-columns', 'Three columns', threeColumns),
  layout('comparison', 'Comparison', comparison),
  layout('timeline', 'Timeline', timeline),
  layout('steps', 'Steps', steps),
  layout('team', 'Team', team),
  layout('full-picture', 'Full picture with caption', fullPicture),
  layout('picture-grid', 'Picture grid', pictureGrid),
  layout('code-notes', 'Code with notes', codeWithNotes),
  layout('table', 'Table', table),
  layout('chart', 'Chart', chart),
  layout('thanks', 'Thanks', thanks),
]
