import { type BackgroundTone, brightness, toneOfBrightness } from '../../document/background-tone.ts'

/** The side of the square that a picture is scaled down to for measuring, in px. */
const side = 32

/**
 * The input of a measurement: an uploaded picture ('' for none), its opacity and darkening (0 to 1), and the CSS colors
 * below it. The first is the theme's; the others share the area on it, as those of a gradient do.
 */
export interface PictureBackground {
  readonly picture: string
  readonly opacity: number
  readonly dim: number
  readonly colors: readonly string[]
}

/** The tone (light or dark) by a background's average brightness; null if its picture cannot be loaded or read. */
export async function measureTone(background: PictureBackground): Promise<BackgroundTone | null> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const [theme = '#ffffff', ...shared] = background.colors
  context.fillStyle = theme
  context.fillRect(0, 0, side, side)
  for (const [index, color] of shared.entries()) {
    context.fillStyle = theme
    // A color that cannot be read leaves the theme's.
    context.fillStyle = color
    context.fillRect((index * side) / shared.length, 0, side / shared.length, side)
  }
  try {
    if (background.picture !== '') await drawPicture(context, background)
    return toneOfBrightness(averageOf(context.getImageData(0, 0, side, side).data))
  } catch {
    // The picture is missing, or the file store sends no CORS headers. Then the author chooses the tone.
    return null
  }
}

async function drawPicture(context: CanvasRenderingContext2D, { picture, opacity, dim }: PictureBackground) {
  const image = new Image()
  // The URL redirects to the file store's origin; without CORS its pixels would not be readable.
  image.crossOrigin = 'anonymous'
  image.src = picture
  await image.decode()
  context.globalAlpha = opacity
  context.drawImage(image, 0, 0, side, side)
  context.globalAlpha = opacity * dim
  context.fillStyle = '#000000'
  context.fillRect(0, 0, side, side)
}

function averageOf(data: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += brightness(data[at]!, data[at + 1]!, data[at + 2]!)
  return sum / (data.length / 4)
}
