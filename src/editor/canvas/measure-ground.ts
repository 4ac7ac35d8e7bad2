import { brightness, type Ground, groundOfBrightness } from '../../document/slide-ground.ts'

/** The side of the square that a picture is drawn into to be measured, in px: enough for its average. */
const side = 32

/** What is measured: a picture of the app's own, as much of it as shows (0 to 1), on a CSS color. */
export interface PictureGround {
  readonly picture: string
  readonly opacity: number
  readonly color: string
}

/** How bright a picture is on average; null when it can't be loaded or read. */
export async function measureGround({ picture, opacity, color }: PictureGround): Promise<Ground | null> {
  try {
    const image = new Image()
    // The app's address of a file leads to another origin, which lets pages read what they ask for in this way.
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
    return groundOfBrightness(averageOf(context.getImageData(0, 0, side, side).data))
  } catch {
    // A picture that is gone, or whose store does not let the page read it: the author chooses.
    return null
  }
}

function averageOf(data: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += brightness(data[at]!, data[at + 1]!, data[at + 2]!)
  return sum / (data.length / 4)
}
