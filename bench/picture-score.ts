import sharp from 'sharp'

/** A picture's channels, reduced. */
interface Channels {
  readonly width: number
  readonly height: number
  readonly planes: readonly Float32Array[]
}

/** How alike two pictures are, from 0 to 1. */
export interface Likeness {
  /** Structural similarity over all windows (Wang et al., 11 x 11 Gaussian, mean of red, green and blue). */
  readonly ssim: number
  /** The same over the windows that are not flat and equal: an empty ground does not raise it. */
  readonly content: number
}

async function channelsOf(picture: Uint8Array | string, width: number, height: number): Promise<Channels> {
  const factor = Math.max(1, Math.round(Math.min(width, height) / 256))
  const { data, info } = await sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [wide, high] = [Math.floor(info.width / factor), Math.floor(info.height / factor)]
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(wide * high)
    for (let y = 0; y < high; y++) {
      for (let x = 0; x < wide; x++) {
        let sum = 0
        for (let j = 0; j < factor; j++) {
          for (let i = 0; i < factor; i++) {
            sum += data[((y * factor + j) * info.width + x * factor + i) * info.channels + channel]!
          }
        }
        plane[y * wide + x] = sum / (factor * factor)
      }
    }
    return plane
  })
  return { width: wide, height: high, planes }
}

const kernel = (() => {
  const weights = Array.from({ length: 11 }, (_, index) => Math.exp(-((index - 5) ** 2) / (2 * 1.5 ** 2)))
  const sum = weights.reduce((a, b) => a + b)
  return weights.map((weight) => weight / sum)
})()

function blurred(plane: Float32Array, width: number, height: number): Float32Array {
  const [wide, high] = [width - 10, height - 10]
  const rows = new Float32Array(wide * height)
  const out = new Float32Array(wide * high)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (let k = 0; k < 11; k++) sum += kernel[k]! * plane[y * width + x + k]!
      rows[y * wide + x] = sum
    }
  }
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (let k = 0; k < 11; k++) sum += kernel[k]! * rows[(y + k) * wide + x]!
      out[y * wide + x] = sum
    }
  }
  return out
}

/** Compares two pictures, drawn to the same size. */
export async function likeness(
  one: Uint8Array | string,
  two: Uint8Array | string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Likeness> {
  const [a, b] = await Promise.all([channelsOf(one, width, height), channelsOf(two, width, height)])
  const count = (a.width - 10) * (a.height - 10)
  const map = new Float32Array(count)
  const busy = new Uint8Array(count)
  const [small, smaller] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  for (const channel of [0, 1, 2]) {
    const [p, q] = [a.planes[channel]!, b.planes[channel]!]
    const times = (x: Float32Array, y: Float32Array) => x.map((value, index) => value * y[index]!)
    const blur = (plane: Float32Array) => blurred(plane, a.width, a.height)
    const [mp, mq, pp, qq, pq] = [blur(p), blur(q), blur(times(p, p)), blur(times(q, q)), blur(times(p, q))]
    for (let index = 0; index < count; index++) {
      const [m, n] = [mp[index]!, mq[index]!]
      const [vp, vq, both] = [pp[index]! - m * m, qq[index]! - n * n, pq[index]! - m * n]
      map[index]! += ((2 * m * n + small) * (2 * both + smaller)) / ((m * m + n * n + small) * (vp + vq + smaller)) / 3
      if (vp > 2 || vq > 2 || Math.abs(m - n) > 2) busy[index] = 1
    }
  }
  const content = map.filter((_, index) => busy[index] === 1)
  const mean = (values: Float32Array): number =>
    values.length === 0 ? 1 : values.reduce((x, y) => x + y, 0) / values.length
  return { ssim: mean(map), content: mean(content) }
}
