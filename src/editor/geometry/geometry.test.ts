import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignBoxes, distributeBoxes } from './align.ts'
import { type Box, boundsOf, boxHolds, boxTouches, cornersOf } from './box.ts'
import { type HandleName, handleCursor, handlePoint, handlesFor, rotateCursor } from './handles.ts'
import { marqueeHits } from './marquee.ts'
import { distance, minus, normalAngle, plus, rotated } from './point.ts'
import { centerOf, type Rect } from './rect.ts'
import { resizeBox } from './resize-box.ts'
import { resizeWithin } from './resize-many.ts'
import { rotationAfter } from './rotate-box.ts'
import { guidesOf, snap, snapLinesOf, unsnapped } from './snap.ts'
import { placementOf, toScreen, toSlide, zoomedAround } from './viewport.ts'

fc.configureGlobal({ seed: 20_240_601 })

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const box: fc.Arbitrary<Box> = fc.record({
  x: number(-500, 1500),
  y: number(-500, 1500),
  width: number(10, 900),
  height: number(10, 700),
  rotation: number(0, 359.9),
})
const vector = fc.record({ x: number(-800, 800), y: number(-800, 800) })
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
const free = { keepAspect: false, fromCenter: false, min: 4 }

describe('resizing a rotated box', () => {
  it('keeps the opposite handle in place', () => {
    fc.assert(
      fc.property(box, handle, vector, fc.boolean(), (before, name, by, keepAspect) => {
        const after = resizeBox(before, name, by, { ...free, keepAspect })
        expect(distance(handlePoint(after, opposite[name]), handlePoint(before, opposite[name]))).toBeLessThan(1e-6)
      }),
    )
  })

  it('keeps the center in place when resizing from the center', () => {
    fc.assert(
      fc.property(box, handle, vector, fc.boolean(), (before, name, by, keepAspect) => {
        const after = resizeBox(before, name, by, { keepAspect, fromCenter: true, min: 4 })
        expect(distance(centerOf(after), centerOf(before))).toBeLessThan(1e-6)
      }),
    )
  })

  it('moves the handle to the pointer unless the box would be too small', () => {
    fc.assert(
      fc.property(box, handle, vector, (before, name, by) => {
        const after = resizeBox(before, name, by, free)
        fc.pre(after.width > 5 && after.height > 5)
        const wanted = rotated(minus(plus(handlePoint(before, name), by), handlePoint(after, name)), -before.rotation)
        // Exact along the handle's axes; an edge's handle ignores the other axis.
        if (name.length === 2 || name === 'e' || name === 'w') expect(Math.abs(wanted.x)).toBeLessThan(1e-6)
        if (name.length === 2 || name === 'n' || name === 's') expect(Math.abs(wanted.y)).toBeLessThan(1e-6)
      }),
    )
  })

  it('keeps the aspect ratio on request, and never flips the box', () => {
    fc.assert(
      fc.property(box, handle, vector, fc.boolean(), (before, name, by, fromCenter) => {
        const after = resizeBox(before, name, by, { keepAspect: true, fromCenter, min: 4 })
        expect(after.width / after.height).toBeCloseTo(before.width / before.height, 6)
        expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(4 - 1e-9)
        expect(after.rotation).toBe(before.rotation)
      }),
    )
  })
})

describe('resizing several boxes at once', () => {
  it('keeps the relative position of every upright box', () => {
    const before = { x: 0, y: 0, width: 400, height: 200 }
    const after = { x: 100, y: 50, width: 800, height: 100 }
    const child = { x: 100, y: 50, width: 200, height: 100, rotation: 0 }
    expect(resizeWithin(child, before, after, 1)).toEqual({ x: 300, y: 75, width: 400, height: 50, rotation: 0 })
  })
})

describe('boxes', () => {
  it('contain their corners and center, and nothing outside of their bounds', () => {
    fc.assert(
      fc.property(box, vector, (one, by) => {
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

  it('intersect a rectangle around their center, and none beyond a rotated corner', () => {
    fc.assert(
      fc.property(box, (one) => {
        const center = centerOf(one)
        expect(boxTouches(one, { x: center.x - 1, y: center.y - 1, width: 2, height: 2 })).toBe(true)
      }),
    )
    const diamond = { x: 0, y: 0, width: 100, height: 100, rotation: 45 }
    expect(boxTouches(diamond, { x: -18, y: -18, width: 10, height: 10 })).toBe(false)
  })

  it('have a rotation cursor that rotates with them in visible steps', () => {
    expect(rotateCursor(90)).toContain(encodeURIComponent('rotate(90 12 12)'))
    expect(rotateCursor(94)).toBe(rotateCursor(90))
    expect(rotateCursor(-90)).toBe(rotateCursor(270))
    expect(rotateCursor(359)).toBe(rotateCursor(0))
    expect(rotateCursor(30)).toMatch(/^url\(".*"\) 12 12, grab$/)
  })

  it('have resize cursors that rotate with them', () => {
    expect(handleCursor('e', 0)).toBe('ew-resize')
    expect(handleCursor('e', 90)).toBe('ns-resize')
    expect(handleCursor('nw', 0)).toBe('nwse-resize')
    expect(handleCursor('nw', 350)).toBe('nwse-resize')
    expect(handleCursor('n', 45)).toBe('nesw-resize')
  })
})

describe('rotating', () => {
  it('follows the pointer around the center, and snaps to steps', () => {
    const upright = { x: 0, y: 0, width: 100, height: 100, rotation: 0 }
    expect(rotationAfter(upright, { x: 50, y: -20 }, { x: 200, y: 50 }, 0)).toBe(90)
    expect(rotationAfter(upright, { x: 50, y: -20 }, { x: 195, y: 40 }, 15)).toBe(90)
    expect(rotationAfter({ ...upright, rotation: 350 }, { x: 50, y: -20 }, { x: 200, y: 50 }, 0)).toBe(80)
  })

  it('gives angles from 0 to below 360 for every drag', () => {
    fc.assert(
      fc.property(box, vector, vector, fc.constantFrom(0, 15), (one, from, to, step) => {
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
  it('selects what it encloses when drawn to the right, and what it touches when drawn to the left', () => {
    expect(marqueeHits(boxes, { x: 0, y: 0 }, { x: 100, y: 100 })).toEqual(['inside'])
    expect(marqueeHits(boxes, { x: 100, y: 100 }, { x: 0, y: 0 })).toEqual(['inside', 'across'])
  })
})

describe('snapping', () => {
  const lines = snapLinesOf(slide, [{ x: 200, y: 100, width: 100, height: 50 }])
  const near = { reach: 6, screenPixel: 1, held: unsnapped }

  it('aligns edges and centers, on each axis independently', () => {
    const moving = { x: 303, y: 352, width: 80, height: 40 }
    const result = snap(moving, lines, near)
    expect(result.by).toEqual({ x: -3, y: -2 })
    const guides = guidesOf({ ...moving, x: 300, y: 350 }, lines, result.held)
    expect(guides).toContainEqual({ axis: 'x', at: 300, start: 100, end: 390 })
  })

  it('has the same reach in screen px at every zoom', () => {
    const moving = { x: 310, y: 500, width: 77, height: 33 }
    expect(snap(moving, lines, { ...near, reach: 6 / 0.5 }).by.x).toBe(-10)
    expect(snap(moving, lines, { ...near, reach: 6 / 2 }).by.x).toBe(0)
  })

  it('releases a little beyond its reach, and does not alternate between two lines within a pixel', () => {
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

  it('never moves a box beyond the reach', () => {
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
  it('aligns several boxes to each other, and a single one to the slide', () => {
    expect(alignBoxes(boxes, 'left', boxes.a)).toEqual({ a: { x: 0, y: 0 }, b: { x: -30, y: 0 }, c: { x: -100, y: 0 } })
    expect(alignBoxes({ b: boxes.b }, 'right', slide)).toEqual({ b: { x: 910, y: 0 } })
  })
  it('makes the gaps equal, not the distances of the centers', () => {
    expect(distributeBoxes(boxes, 'x')).toEqual({ a: { x: 0, y: 0 }, b: { x: 15, y: 0 }, c: { x: 0, y: 0 } })
  })
})

describe('the viewport', () => {
  const stage = { width: 1200, height: 800 }
  it('fits the whole slide with a margin, centered', () => {
    const place = placementOf(stage, slide, { zoom: 'fit', panX: 9, panY: 9 }, 50)
    expect(place).toEqual({ scale: 1, x: 120, y: 50 })
  })
  it('keeps the point under the pointer while zooming', () => {
    fc.assert(
      fc.property(vector, number(0.1, 8), (at, zoom) => {
        const before = placementOf(stage, slide, { zoom: 'fit', panX: 0, panY: 0 }, 40)
        const after = placementOf(stage, slide, zoomedAround(at, zoom, before, stage, slide), 40)
        expect(distance(toScreen(toSlide(at, before), after), at)).toBeLessThan(1e-6)
      }),
    )
  })
})
