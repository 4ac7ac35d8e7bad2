import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { applyOps } from '../../document/ops/apply-ops.ts'
import type { BlockOp, Op } from '../../document/ops/op.ts'
import { slideOpsBetween, withPart } from '../../document/ops/slide-ops.ts'
import type { TextDelta } from '../../document/ops/text-delta.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { arbitraryBlockEdits, arbitraryText, deckOfTexts } from '../../testing/arbitrary-ops.ts'
import { htmlAttacks } from '../../testing/attacks/corpus.ts'
import { blockOps, checkCleanEdit, firstText, storedSlide } from '../../testing/clean-edits.ts'
import { cleanSlide, editClean } from './clean-slides.ts'
import { sanitizeSlide } from './sanitize-content.ts'

const texts = fc.array(arbitraryText, { minLength: 3, maxLength: 3 })
const storedOf = (html: readonly string[]) => storedSlide(Object.values(deckOfTexts(html).slides)[0]!)
const deltaOf = ({ keep, drop, put }: { keep: number; drop: number; put: string }): TextDelta => [
  ...(keep > 0 ? [{ keep }] : []),
  ...(drop > 0 ? [{ drop }] : []),
  ...(put === '' ? [] : [{ put }]),
]
type Change = { readonly block: string } & (
  | { readonly delta: TextDelta }
  | { readonly field: string; readonly value: object }
)
/** A change as an editor sends it; null if it does not fit or changes nothing. */
function opsOf(before: Slide, { block, ...change }: Change): readonly Op[] | null {
  const { id: slide } = before
  const op: BlockOp =
    'delta' in change
      ? { kind: 'text', slide, block, field: 'props.html', ...change }
      : { kind: 'set', slide, block, ...change }
  try {
    const ops = slideOpsBetween(before, withPart(before, op, blocks), blocks)
    return ops.length > 0 ? ops : null
  } catch {
    return null
  }
}
const rules = { customClasses: false, mediaHosts: [], appHosts: [] }
const stored = storedOf(['<p>one</p>', '<p>two</p>', '<p>three</p>'])
const slide = parseSlide(stored, blocks)

describe('changes of single blocks of a sanitized slide', () => {
  it('give byte for byte what sanitizing the whole slide gives', () => {
    let told = 0
    fc.assert(
      fc.property(texts, fc.array(arbitraryBlockEdits, { minLength: 1, maxLength: 3 }), (html, rounds) => {
        let before = storedOf(html)
        for (const edits of rounds) {
          const next = checkCleanEdit(before, blockOps(before, edits))
          if (next !== null) told += 1
          before = next ?? before
        }
      }),
      { seed: 20_300_601, numRuns: 60 },
    )
    expect(told).toBeGreaterThan(40)
  })

  const typed = fc.record({
    block: fc.nat(9),
    keep: fc.nat(30),
    drop: fc.nat(3),
    put: fc.oneof(
      fc.constantFrom(
        '',
        'a',
        ' ',
        'tide in',
        '😀',
        ';',
        '&',
        '<',
        '>',
        '"',
        '\u00a0',
        '\n',
        '\ude00',
        '\u0000',
        '\u200d',
      ),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
  })
  const length = fc.oneof(
    fc.integer({ min: -50, max: 1_000 }),
    fc.float({ noDefaultInfinity: true, noNaN: true, min: -2_000, max: 2_000 }),
    fc.constantFrom(-0, 0.005, 12.5, 12.345, 9_999_999, 10_000_000, 1e21, null),
  )
  const moved = fc.record({
    block: fc.nat(9),
    field: fc.constantFrom('place', 'size'),
    value: fc.record({ x: length, y: length, width: length, height: length }),
  })

  it('give it letter by letter and step by step, whatever is typed and wherever a block is dragged', () => {
    let told = 0
    fc.assert(
      fc.property(texts, fc.array(fc.oneof(typed, moved), { minLength: 1, maxLength: 4 }), (html, edits) => {
        let before = storedOf(html)
        for (const { block: at, ...edit } of edits) {
          const shown = parseSlide(before, blocks)
          const block = shown.blocks[at % shown.blocks.length]!.id
          const ops = opsOf(
            shown,
            'field' in edit ? { block, field: edit.field, value: edit.value } : { block, delta: deltaOf(edit) },
          )
          const next = ops && checkCleanEdit(before, ops)
          if (next !== null) told += 1
          before = next ?? before
        }
      }),
      { seed: 20_261_127, numRuns: 200 },
    )
    expect(told).toBeGreaterThan(100)
  })

  it('that are attacks are left to the sanitizing of the whole slide, unless it leaves them as they are', () => {
    // `npm run bench ops-laws` tries all.
    for (const { source, name } of htmlAttacks.filter((_, at) => at % 10 === 0)) {
      const next = checkCleanEdit(stored, [firstText(stored, source)])
      expect(next ?? '', name).not.toMatch(/<script|onerror=|"javascript:/i)
    }
  })

  const hostile: readonly [field: string, value: unknown][] = [
    ['place', { x: '0;background:url(//evil.test)', y: 1 }],
    ['place', { x: Number.NaN, y: null }],
    ['size', {}],
    ['name', '"><script>'],
    ['classes', ['a"><img src=x onerror=alert(1)>']],
    ['classes', 'block'],
    ['fragment', { style: 'fade-up"', index: 1 }],
    ['style.background-image', 'url(https://evil.test/x.png)'],
    ['style.position', 'fixed'],
    ['style.filter', 'blur(100px) '.repeat(40)],
    ['attributes.onclick', 'alert(1)'],
    ['attributes.data-state', 'x'],
    ['attributes.data-block-id', '0000000000000001'],
    ['props.html', '<p>two</p></div></div><div class="block">'],
    ['props.html', '<b><p>one'],
    ['props.html', '<p>\u0000\ud800</p>'],
    ['props.html', '<aside class="notes">private</aside>'],
    ['props.html', 7],
    ['props.padding', '0;color:red'],
    ['props.__proto__', 1],
  ]
  it.each(hostile)('of %s to %j do not pass the sanitizer by', (field, value) => {
    const { id: slide, blocks: all } = parseSlide(stored, blocks)
    for (const { id: block } of all) checkCleanEdit(stored, [{ kind: 'set', slide, block, field, value }])
  })

  const sent: readonly [delta: TextDelta, html: string | null][] = [
    [[{ keep: 3 }, { put: ' and' }, { put: ' a half' }], '<p>two and a half</p>'],
    [[{ keep: 1 }, { keep: 1, look: '<strong>' }, { drop: 1 }], '<p>t<strong>w</strong></p>'],
    [[{ keep: 3 }, { put: '<script>' }], '<p>two&lt;script&gt;</p>'],
    [[{ keep: 3 }, { unit: '<script>alert(1)</script>' }], null],
    [[{ keep: 3 }, { put: 'x', look: '<strong onclick="alert(1)">' }], null],
    [[{ keep: 3 }, { put: 'x', look: '<strong' }], null],
    [[{ put: 'x', look: '</p><p>' }], null],
    [[{ keep: 9 }], null],
  ]
  it.each(sent)('by %j store it as sent if it gives exactly what is stored', (delta, html) => {
    const before = parseSlide(sanitizeSlide(slide.id, stored, rules).html, blocks)
    const op: Op = { kind: 'text', slide: before.id, block: before.blocks[0]!.id, field: 'props.html', delta }
    const edited = editClean(cleanSlide(before.id, stored, rules)!, [op], rules)
    const props = edited?.next.slide.blocks[0]?.props ?? null
    expect(props).toEqual(html && expect.objectContaining({ html }))
    if (!edited) return
    expect(edited.ops[0]).toEqual(op)
    const deck = { stacks: [], after: '', slides: { [before.id]: before } }
    expect(renderSlide(applyOps(deck, edited.ops, blocks).slides[before.id]!, blocks)).toBe(edited.next.html)
  })
})
