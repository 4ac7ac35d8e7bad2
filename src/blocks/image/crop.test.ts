import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Crop } from './block.ts'
import { coverCrop, fittedCrop, movedCrop, scaledCrop, wholePicture } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 20, max: 4000 }), height: fc.integer({ min: 20, max: 4000 }) })

describe('a cropped picture', () => {
  it('is centered in its frame', () => {
    expect(coverCrop({ width: 400, height: 200 }, { width: 100, height: 100 })).toEqual({
      x: 0.25,
      y: 0,
      width: 0.5,
      height: 1,
    })
  })
  it('fills its frame undistorted after any move and scaling', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(size, size, steps, (picture, frame, steps) => {
        fc.pre(Math.abs(Math.log(picture.width / picture.height / (frame.width / frame.height))) < 2)
        const crop = steps.reduce<Crop>(
          (one, way) => (typeof way === 'number' ? scaledCrop(one, way) : movedCrop(one, way, frame)),
          fittedCrop(coverCrop(picture, frame), picture, frame),
        )
        expect(crop.x).toBeGreaterThanOrEqual(0)
        expect(crop.y).toBeGreaterThanOrEqual(0)
        expect(crop.x + crop.width).toBeLessThanOrEqual(1.0001)
        expect(crop.y + crop.height).toBeLessThanOrEqual(1.0001)
        const whole = wholePicture(crop, frame)
        const stretch = whole.width / whole.height / (picture.width / picture.height)
        expect(Math.abs(Math.log(stretch))).toBeLessThan(0.06)
      }),
    )
  })
  it('follows the pointer until its edge reaches the frame’s edge', () => {
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    const frame = { width: 100, height: 100 }
    expect(movedCrop(crop, { x: 20, y: 30 }, frame)).toEqual({ ...crop, x: 0.15 })
    expect(movedCrop(crop, { x: -900, y: 0 }, frame)).toEqual({ ...crop, x: 0.5 })
  })
  it('is scaled about the center of its frame, and never smaller than it', () => {
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    expect(scaledCrop(crop, 2)).toEqual({ x: 0.375, y: 0.25, width: 0.25, height: 0.5 })
    expect(scaledCrop(crop, 0.5)).toEqual(crop)
  })
})
