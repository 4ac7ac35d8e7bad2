import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignBoxes, distributeBoxes } from './align.ts'
import { type Box, boundsOf, boxHolds, boxTouches, cornersOf } from './box.ts'
import { type HandleName, handleCursor, handlePoint, handlesFor, turnCursor } from './handles.ts'
import { marqueeHits } from './marquee.ts'
import { distance, minus, normalAngle, plus, turned } from './point.ts'
import { centerOf, type Rect } from './rect.ts'
import { resizeBox } from './resize-box.ts'
import { resizeWithin } from './resize-many.ts'
import { rotationAfter } from './rotate-box.ts'
import { guidesOf, snap, snapLinesOf, unsnapped } from './snap.ts'
import { placementOf, toScreen, toSlide, zoomedAbout } from './viewport.ts'

fc.configureGlobal({ seed: 20_240_601 })

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const box: fc.Arbitrary<Box> = fc.record({
  x: number(-500, 1500),
  y: number(-500, 1500),
  width: number(10, 900),
  height: number(10, 700),
  rotation: number(0, 359.9),
})
const way = fc.record({ x: number(-800, 800), y: number(-800, 800) })
const handle = fc.constantFrom(...handlesFor.box)
const opposite: Record<HandleName, HandleName> = {
  nw: 'se',
  n: 's',
  ne: 'sw',
  e: 'w',
  se: 'nw',
  s: 'n',
  sw: 'ne',
  w: 'e',
}
const slide: Rect = { x: 0, y: 0, width: 960, height: 700 }
const free = { keepAspect: false, fromCenter: false, least: 4 }

describe('resizing a turned box', () => {
  it('leaves the opposite handle where it is', () => {
    fc.assert(
      fc.property(box, handle, way, fc.boolean(), (before, name, by, keepAspect) => {
        const after = resizeBox(before, name, by, { ...free, keepAspect })
        expect(distance(handlePoint(after, opposite[name]), handlePoint(before, opposite[name]))).toBeLessThan(1e-6)
      }),
    )
  })

  it('leaves the middle where it is when both sides move', () => {
    fc.assert(
      fc.property(box, handle, way, fc.boolean(), (before, name, by, keepAspect) => {
        const after = resizeBox(before, name, by, { keepAspect, fromCenter: true, least: 4 })
        expect(distance(centerOf(after), centerOf(before))).toBeLessThan(1e-6)
      }),
    )
  })

  it('brings the handle under the pointer as long as the box does not get too small', () => {
    fc.assert(
      fc.property(box, handle, way, (before, name, by) => {
        const after = resizeBox(before, name, by, free)
        fc.pre(after.width > 5 && after.height > 5)
        const wanted = turned(minus(plus(handlePoint(before, name), by), handlePoint(after, name)), -before.rotation)
        // Along the axis of the handle nothing may be missing; the other axis an edge's handle ignores.
        if (name.length === 2 || name === 'e' || name === 'w') expect(Math.abs(wanted.x)).toBeLessThan(1e-6)
        if (name.length === 2 || name === 'n' || name === 's') expect(Math.abs(wanted.y)).toBeLessThan(1e-6)
      }),
    )
  })

  it('keeps the proportion when asked to, and is never turned over', () => {
    fc.assert(
      fc.property(box, handle, way, fc.boolean(), (before, name, by, fromCenter) => {
        const after = resizeBox(before, name, by, { keepAspect: true, fromCenter, least: 4 })
        expect(after.width / after.height).toBeCloseTo(before.width / before.height, 6)
        expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(4 - 1e-9)
        expect(after.rotation).toBe(before.rotation)
      }),
    )
  })
})

describe('resizing several boxes at once', () => {
  it('keeps every upright box at the same part of the common rectangle', () => {
    const before = { x: 0, y: 0, width: 400, height: 200 }
    const after = { x: 100, y: 50, width: 800, height: 100 }
    const child = { x: 100, y: 50, width: 200, height: 100, rotation: 0 }
    expect(resizeWithin(child, before, after, 1)).toEqual({ x: 300, y: 75, width: 400, height: 50, rotation: 0 })
  })
})

describe('boxes', () => {
  it('hold their corners, their middle and nothing outside their bounds', () => {
    fc.assert(
      fc.property(box, way, (one, by) => {
        expect(boxHolds(one, centerOf(one))).toBe(true)
        for (const corner of cornersOf(one)) expect(boxHolds(one, corner, 1e-6)).toBe(true)
        const point = plus(centerOf(one), by)
        const bounds = boundsOf(one)
        const inside =
          point.x >= bounds.x - 1e-6 &&
          point.x <= bounds.x + bounds.width + 1e-6 &&
          point.y >= bounds.y - 1e-6 &&
          point.y <= bounds.y + bounds.height + 1e-6
        if (boxHolds(one, point)) expect(inside).toBe(true)
      }),
    )
  })

  it('touch a rectangle around any of their points, and none beyond a turned corner', () => {
    fc.assert(
      fc.property(box, (one) => {
        const center = centerOf(one)
        expect(boxTouches(one, { x: center.x - 1, y: center.y - 1, width: 2, height: 2 })).toBe(true)
      }),
    )
    const diamond = { x: 0, y: 0, width: 100, height: 100, rotation: 45 }
    expect(boxTouches(diamond, { x: -18, y: -18, width: 10, height: 10 })).toBe(false)
  })

  it('show a turning cursor that turns with them, and stays itself in steps too small to see', () => {
    expect(turnCursor(90)).toContain(encodeURIComponent('rotate(90 12 12)'))
    expect(turnCursor(94)).toBe(turnCursor(90))
    expect(turnCursor(-90)).toBe(turnCursor(270))
    expect(turnCursor(359)).toBe(turnCursor(0))
    expect(turnCursor(30)).toMatch(/^url\(".*"\) 12 12, grab$/)
  })

  it('show a resize cursor that turns with them', () => {
    expect(handleCursor('e', 0)).toBe('ew-resize')
    expect(handleCursor('e', 90)).toBe('ns-resize')
    expect(handleCursor('nw', 0)).toBe('nwse-resize')
    expect(handleCursor('nw', 350)).toBe('nwse-resize')
    expect(handleCursor('n', 45)).toBe('nesw-resize')
  })
})

describe('rotating', () => {
  it('follows the pointer around the middle, and snaps to steps', () => {
    const upright = { x: 0, y: 0, width: 100, height: 100, rotation: 0 }
    expect(rotationAfter(upright, { x: 50, y: -20 }, { x: 200, y: 50 }, 0)).toBe(90)
    expect(rotationAfter(upright, { x: 50, y: -20 }, { x: 195, y: 40 }, 15)).toBe(90)
    expect(rotationAfter({ ...upright, rotation: 350 }, { x: 50, y: -20 }, { x: 200, y: 50 }, 0)).toBe(80)
  })

  it('gives angles from 0 to below 360 for every drag', () => {
    fc.assert(
      fc.property(box, way, way, fc.constantFrom(0, 15), (one, from, to, step) => {
        const angle = rotationAfter(one, plus(centerOf(one), from), plus(centerOf(one), to), step)
        expect(angle).toBeGreaterThanOrEqual(0)
        expect(angle).toBeLessThan(360)
      }),
    )
    expect(normalAngle(-1e-20)).toBe(0)
  })
})

describe('the marquee', () => {
  const boxes = {
    inside: { x: 10, y: 10, width: 20, height: 20, rotation: 0 },
    across: { x: 90, y: 10, width: 50, height: 20, rotation: 0 },
    away: { x: 300, y: 300, width: 20, height: 20, rotation: 0 },
  }
  it('drawn to the right takes what lies in it, drawn to the left what it touches', () => {
    expect(marqueeHits(boxes, { x: 0, y: 0 }, { x: 100, y: 100 })).toEqual(['inside'])
    expect(marqueeHits(boxes, { x: 100, y: 100 }, { x: 0, y: 0 })).toEqual(['inside', 'across'])
  })
})

describe('snapping', () => {
  const lines = snapLinesOf(slide, [{ x: 200, y: 100, width: 100, height: 50 }])
  const near = { reach: 6, screenPixel: 1, held: unsnapped }

  it('brings edges and middles together, each axis for itself', () => {
    const moving = { x: 303, y: 352, width: 80, height: 40 }
    const result = snap(moving, lines, near)
    expect(result.by).toEqual({ x: -3, y: -2 })
    const guides = guidesOf({ ...moving, x: 300, y: 350 }, lines, result.held)
    expect(guides).toContainEqual({ axis: 'x', at: 300, start: 100, end: 390 })
  })

  it('reaches as far on the screen at every zoom', () => {
    const moving = { x: 310, y: 500, width: 77, height: 33 }
    expect(snap(moving, lines, { ...near, reach: 6 / 0.5 }).by.x).toBe(-10)
    expect(snap(moving, lines, { ...near, reach: 6 / 2 }).by.x).toBe(0)
  })

  it('holds on a little longer than it takes hold, and does not jump between two lines within a pixel', () => {
    const pair = snapLinesOf(slide, [
      { x: 200, y: 0, width: 100, height: 10 },
      { x: 201, y: 0, width: 131, height: 10 },
    ])
    const first = snap({ x: 200.4, y: 300, width: 37, height: 33 }, pair, near)
    expect(first.held.x?.at).toBe(200)
    const second = snap({ x: 200.6, y: 300, width: 37, height: 33 }, pair, { ...near, held: first.held })
    expect(second.held.x?.at).toBe(200)
    expect(snap({ x: 207, y: 300, width: 300, height: 33 }, lines, near).held.x).toBe(null)
    expect(snap({ x: 207, y: 300, width: 300, height: 33 }, lines, { ...near, held: first.held }).by.x).toBe(-7)
  })

  it('moves nothing further than it reaches', () => {
    fc.assert(
      fc.property(box, number(0.5, 12), (one, reach) => {
        const { by } = snap(boundsOf(one), lines, { reach, screenPixel: 1, held: unsnapped })
        expect(Math.max(Math.abs(by.x), Math.abs(by.y))).toBeLessThanOrEqual(reach)
      }),
    )
  })
})

describe('aligning and distributing', () => {
  const boxes = {
    a: { x: 0, y: 0, width: 10, height: 10, rotation: 0 },
    b: { x: 30, y: 20, width: 20, height: 10, rotation: 0 },
    c: { x: 100, y: 40, width: 10, height: 10, rotation: 0 },
  }
  it('aligns several to each other and one alone to the slide', () => {
    expect(alignBoxes(boxes, 'left', boxes.a)).toEqual({ a: { x: 0, y: 0 }, b: { x: -30, y: 0 }, c: { x: -100, y: 0 } })
    expect(alignBoxes({ b: boxes.b }, 'right', slide)).toEqual({ b: { x: 910, y: 0 } })
  })
  it('makes the gaps the same, not the distances of the middles', () => {
    expect(distributeBoxes(boxes, 'x')).toEqual({ a: { x: 0, y: 0 }, b: { x: 15, y: 0 }, c: { x: 0, y: 0 } })
  })
})

describe('the view of the slide', () => {
  const stage = { width: 1200, height: 800 }
  it('fits the whole slide, with a margin, in the middle', () => {
    const place = placementOf(stage, slide, { zoom: 'fit', panX: 9, panY: 9 }, 50)
    expect(place).toEqual({ scale: 1, x: 120, y: 50 })
  })
  it('keeps what is under the pointer there while zooming', () => {
    fc.assert(
      fc.property(way, number(0.1, 8), (at, zoom) => {
        const before = placementOf(stage, slide, { zoom: 'fit', panX: 0, panY: 0 }, 40)
        const after = placementOf(stage, slide, zoomedAbout(at, zoom, before, stage, slide), 40)
        expect(distance(toScreen(toSlide(at, before), after), at)).toBeLessThan(1e-6)
      }),
    )
  })
})
