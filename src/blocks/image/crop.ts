import type { Crop } from './block.ts'

/** A size in any unit. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The smallest crop: below it, individual pixels would be visible. */
const minCrop = 0.02

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max))

/** The largest centered crop that fills a frame undistorted. */
export function coverCrop(picture: Size, frame: Size): Crop {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height)
  const [width, height] = [frame.width / scale / picture.width, frame.height / scale / picture.height]
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}

/** Adjusts a crop to its frame's aspect ratio after a resize; its center stays. */
export function fittedCrop(crop: Crop, picture: Size, frame: Size): Crop {
  const cover = coverCrop(picture, frame)
  const factor = Math.min(Math.max(crop.width / cover.width, crop.height / cover.height), 1)
  const [width, height] = [cover.width * factor, cover.height * factor]
  return rounded({ x: crop.x + (crop.width - width) / 2, y: crop.y + (crop.height - height) / 2, width, height })
}

/** Position and size of the whole picture relative to its frame, in the frame's unit. */
export function wholePicture(crop: Crop, frame: Size): Size & { readonly x: number; readonly y: number } {
  const [width, height] = [frame.width / crop.width, frame.height / crop.height]
  return { x: -crop.x * width, y: -crop.y * height, width, height }
}

/** The crop after moving the picture below its frame, which stays filled. */
export function movedCrop(crop: Crop, by: { readonly x: number; readonly y: number }, frame: Size): Crop {
  const whole = wholePicture(crop, frame)
  return rounded({ ...crop, x: crop.x - by.x / whole.width, y: crop.y - by.y / whole.height })
}

/** The crop after scaling the picture about the center of its frame; `by` above 1 enlarges. */
export function scaledCrop(crop: Crop, by: number): Crop {
  const largest = Math.max(crop.width, crop.height)
  const factor = within(1 / by, minCrop / Math.min(crop.width, crop.height), 1 / largest)
  const [width, height] = [crop.width * factor, crop.height * factor]
  return rounded({ x: crop.x + (crop.width - width) / 2, y: crop.y + (crop.height - height) / 2, width, height })
}

/** Whether two crops are equal at stored precision. */
export function sameCrop(a: Crop | null, b: Crop | null): boolean {
  if (a === null || b === null) return a === b
  return (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(a[key] - b[key]) < 0.00006)
}

function rounded(crop: Crop): Crop {
  const part = (value: number): number => Math.round(value * 10_000) / 10_000
  const [width, height] = [part(Math.min(crop.width, 1)), part(Math.min(crop.height, 1))]
  return { x: part(within(crop.x, 0, 1 - width)), y: part(within(crop.y, 0, 1 - height)), width, height }
}
