import { type BackgroundTone, brightness, toneOfBrightness } from '../../document/background-tone.ts'

/** The side of the square that a picture is scaled down to for measuring, in px. */
const side = 32

/** The input of a measurement: an uploaded picture, its opacity (0 to 1), and the CSS color below it. */
export interface PictureBackground {
  readonly picture: string
  readonly opacity: number
  readonly color: string
}

/** The tone (light or dark) by a picture's average brightness; null if it cannot be loaded or read. */
export async function measureTone({ picture, opacity, color }: PictureBackground): Promise<BackgroundTone | null> {
  try {
    const image = new Image()
    // The URL redirects to the file store's origin; without CORS its pixels would not be readable.
    image.crossOrigin = 'anonymous'
    image.src = picture
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    context.fillStyle = color
    context.fillRect(0, 0, side, side)
    context.globalAlpha = opacity
    context.drawImage(image, 0, 0, side, side)
    return toneOfBrightness(averageOf(context.getImageData(0, 0, side, side).data))
  } catch {
    // The picture is missing, or the file store sends no CORS headers. Then the author chooses the tone.
    return null
  }
}

function averageOf(data: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += brightness(data[at]!, data[at + 1]!, data[at + 2]!)
  return sum / (data.length / 4)
}
