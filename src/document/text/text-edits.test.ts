import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editsBetween, lineEnd, mapPosition, mergeTexts, type Unit } from './text-edits.ts'

const seeded = { seed: 20_300_411, numRuns: 1000 }

/** A text as unit keys; `|` ends a line. */
function keysOf(text: string): string[] {
  return text.split('').map((unit) => (unit === '|' ? lineEnd : unit))
}

/** Capitals are formatted lower-case letters. */
function unitsOf(text: string): Unit[] {
  return keysOf(text).map((key) => {
    const lower = key === lineEnd ? key : key.toLowerCase()
    return { key: lower, look: lower === key ? '' : 'bold' }
  })
}

function textOf(units: readonly Unit[]): string {
  return units.map(({ key, look }) => (key === lineEnd ? '|' : look === '' ? key : key.toUpperCase())).join('')
}

function merged(base: string, mine: string, theirs: string): string {
  return textOf(mergeTexts(unitsOf(base), unitsOf(mine), unitsOf(theirs)).units)
}

/** Where a caret (`^`) of the earlier text is in the later one. */
function moved(before: string, after: string, side: 'before' | 'after' = 'before'): string {
  const at = before.indexOf('^')
  const edits = editsBetween(keysOf(before.replace('^', '')), keysOf(after))
  const to = mapPosition(edits, at, side)
  return `${after.slice(0, to)}^${after.slice(to)}`
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '|', '😀', 'に'), maxLength: 24 })
const lines = text.map((words) => `${words}|`)

describe('a caret', () => {
  it('before a change stays, and after it is shifted', () => {
    expect(moved('o^ne two|', 'one three|')).toBe('o^ne three|')
    expect(moved('one tw^o|', 'once two|')).toBe('once tw^o|')
    expect(moved('one|t^wo|three|', 'ones|two|four|')).toBe('ones|t^wo|four|')
  })
  it('in a deleted range is at its start', () => {
    expect(moved('one tw^o three|', 'one  three|')).toBe('one ^ three|')
    expect(moved('one|t^wo|three|', 'one|three|')).toBe('one|^three|')
  })
  it('stays with the text before it if text is inserted there', () => {
    expect(moved('one^ two|', 'one more two|')).toBe('one^ more two|')
    expect(moved('one^|two|', 'one more|two|')).toBe('one^ more|two|')
  })
  it('stays in its line if whole lines are inserted above or below', () => {
    expect(moved('one|^two|', 'one|new|two|')).toBe('one|new|^two|')
    expect(moved('^one|', 'new|one|')).toBe('new|^one|')
    expect(moved('one^|two|', 'one|new|two|')).toBe('one^|new|two|')
  })
  it('stays in an unchanged word between two changes of its line', () => {
    expect(moved('aaa bb^b ccc|', 'xx bbb yyyy|')).toBe('xx bb^b yyyy|')
  })
  it('never divides a surrogate pair', () => {
    expect(moved('a😀^ b|', 'a😁 b|')).toBe('a😁^ b|')
  })
})

describe('the start of a selection', () => {
  it('stays with the text after it, so that the same words are selected', () => {
    expect(moved('one ^two|', 'one more two|', 'after')).toBe('one more ^two|')
  })
})

describe('edits', () => {
  it('turn the earlier text into the later one', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const [before, after] = [keysOf(from), keysOf(to)]
        const result = [...before]
        for (const edit of editsBetween(before, after).toReversed()) {
          result.splice(edit.from, edit.to - edit.from, ...after.slice(edit.start, edit.end))
        }
        expect(result).toEqual(after)
      }),
      seeded,
    )
  })
  it('keep the order of positions, and their distance where nothing changed', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('before' as const, 'after' as const), (from, to, side) => {
        const [before, after] = [keysOf(from), keysOf(to)]
        const edits = editsBetween(before, after)
        const places = Array.from({ length: before.length + 1 }, (_, at) => mapPosition(edits, at, side))
        for (const [at, place] of places.entries()) {
          expect(place).toBeGreaterThanOrEqual(places[at - 1] ?? 0)
          expect(place).toBeLessThanOrEqual(after.length)
          const isKept = at > 0 && edits.every((edit) => at <= edit.from || at > edit.to)
          if (isKept && side === 'before') expect(after[place - 1]).toBe(before[at - 1])
        }
      }),
      seeded,
    )
  })
  it('are found for two long texts without a common word', () => {
    const [before, after] = ['abc ', 'xyz,'].map((word) => keysOf(word.repeat(2000)))
    const started = performance.now()
    expect(editsBetween(before!, after!)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('two changes of one text', () => {
  it('are both there if they touch different parts', () => {
    expect(merged('one|two|three|', 'one more|two|three|', 'one|two|3|')).toBe('one more|two|3|')
    expect(merged('one two three|', 'one two four|', 'zero two three|')).toBe('zero two four|')
  })
  it('at the same place: mine first', () => {
    expect(merged('a |', 'a mine|', 'a theirs|')).toBe('a minetheirs|')
    expect(merged('|', 'mine|', 'theirs|')).toBe('minetheirs|')
  })
  it('the same on both sides count once', () => {
    expect(merged('a teh c|', 'a the c|', 'a the c|')).toBe('a the c|')
  })
  it('words typed where the other side deleted stay', () => {
    expect(merged('a word c|', 'a wo-typed-rd c|', 'a  c|')).toBe('a -typed- c|')
  })
  it('words typed in a line that the other side deleted stay a line', () => {
    expect(merged('a|gone|c|', 'a|gone now|c|', 'a|c|')).toBe('a| now|c|')
    expect(merged('a|gone|c|', 'a|c|', 'a|gone now|c|')).toBe('a| now|c|')
    expect(merged('a|b|c|', 'a|b now|c|', 'a|bc|')).toBe('a|b nowc|')
  })
  it('words inserted in front of a word that I replaced stay in front of it', () => {
    expect(merged('one two|', 'one zwei|', 'one or two|')).toBe('one or zwei|')
  })
  it('lines inserted above the line I type in stay above it', () => {
    expect(merged('one|two|', 'one|X two|', 'one|new|two|')).toBe('one|new|X two|')
  })
  it('text typed within words that became bold stays between them', () => {
    expect(merged('one two|', 'one and two|', 'ONE TWO|')).toBe('ONE and TWO|')
  })
  it('of formatting: the other side’s where I changed none', () => {
    expect(merged('one two|', 'ONE two|', 'one TWO|')).toBe('ONE TWO|')
  })

  it('give the other text if one side changed nothing', () => {
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        expect(merged(base, base, other)).toBe(other)
        expect(merged(base, other, base)).toBe(other)
      }),
      seeded,
    )
  })
  it('never lose an inserted unit of either side', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const result = keysOf(merged(base, mine, theirs))
        for (const side of [mine, theirs]) {
          const put = editsBetween(keysOf(base), keysOf(side)).flatMap(({ start, end }) =>
            keysOf(side).slice(start, end),
          )
          expect(isSubsequence(put, result)).toBe(true)
        }
      }),
      seeded,
    )
  })
  it('move a caret with the words before it, and describe what became of mine', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const own = unitsOf(mine)
        const { units, edits } = mergeTexts(unitsOf(base), own, unitsOf(theirs))
        const result = [...own]
        for (const { from, to, start, end } of edits.toReversed())
          result.splice(from, to - from, ...units.slice(start, end))
        expect(result.map(({ key }) => key)).toEqual(units.map(({ key }) => key))
        for (const { start, end } of editsBetween(keysOf(base), keysOf(mine))) {
          if (start === end) continue
          const place = mapPosition(edits, end, 'before')
          expect(
            textOf(units)
              .slice(0, place)
              .endsWith(mine.slice(end - 1, end)),
          ).toBe(true)
        }
      }),
      seeded,
    )
  })
})

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0
  for (const unit of whole) if (unit === part[found]) found++
  return found === part.length
}
