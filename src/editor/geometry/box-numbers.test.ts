import { describe, expect, it } from 'vitest'
import { boxesWith } from './box-numbers.ts'

const a = { x: 0, y: 0, width: 100, height: 50, rotation: 0 }
const b = { x: 100, y: 50, width: 100, height: 50, rotation: 0 }

describe('an entered number', () => {
  it('applies to a single block', () => {
    expect(boxesWith({ a }, 'x', 30)).toEqual({ a: { ...a, x: 30 } })
    expect(boxesWith({ a }, 'rotation', -90)).toEqual({ a: { ...a, rotation: 270 } })
  })
  it('applies to the bounding box of several blocks, which move and scale as one', () => {
    expect(boxesWith({ a, b }, 'x', 40)).toEqual({ a: { ...a, x: 40 }, b: { ...b, x: 140 } })
    expect(boxesWith({ a, b }, 'width', 100)).toEqual({ a: { ...a, width: 50 }, b: { ...b, x: 50, width: 50 } })
  })
  it('rotates several blocks around their common center', () => {
    const after = boxesWith({ a, b }, 'rotation', 180)
    expect(after.a).toMatchObject({ rotation: 180 })
    expect(after.a!.x).toBeCloseTo(100)
    expect(after.b!.y).toBeCloseTo(0)
  })
})
