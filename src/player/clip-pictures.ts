/**
 * A PDF contains a picture's file unchanged if the whole picture is drawn, but the pixels of a part of it that the browser
 * crops. So each cropped picture becomes a whole one in a box that clips it: faster by far, and as large as its file.
 */

interface Size {
  readonly width: number
  readonly height: number
}

/** The place of a picture that covers a box, in px; `position` as computed: two percentages. */
function coverPlace(box: Size, picture: Size, position: string): (Size & { left: number; top: number }) | null {
  const parts = /^([\d.-]+)% ([\d.-]+)%$/.exec(position)
  if (!parts || picture.width === 0 || picture.height === 0 || box.width === 0 || box.height === 0) return null
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const [x, y] = [Number(parts[1]) / 100, Number(parts[2]) / 100]
  return { left: (box.width - width) * x, top: (box.height - height) * y, width, height }
}

function placeAt(picture: HTMLElement, place: Size & { left: number; top: number }): void {
  Object.assign(picture.style, {
    position: 'absolute',
    ...{ left: `${place.left}px`, top: `${place.top}px`, right: 'auto', bottom: 'auto' },
    ...{ width: `${place.width}px`, height: `${place.height}px`, maxWidth: 'none', maxHeight: 'none' },
    objectFit: 'fill',
  })
}

/** Pictures of image blocks, whose frame clips them already. */
function clipImages(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('.block-content > img:not([data-l-crop])')) {
    const frame = image.parentElement as HTMLElement
    const style = getComputedStyle(image)
    if (style.objectFit !== 'cover' || style.filter !== 'none' || image.naturalWidth === 0) continue
    const box = { width: image.clientWidth, height: image.clientHeight }
    const fills = box.width === frame.clientWidth && box.height === frame.clientHeight
    if (!fills || getComputedStyle(frame).overflow !== 'hidden') continue
    const place = coverPlace(box, { width: image.naturalWidth, height: image.naturalHeight }, style.objectPosition)
    // A mirrored picture turns about its own center, which a place off the middle would move.
    if (place && (style.transform === 'none' || style.objectPosition === '50% 50%')) placeAt(image, place)
  }
}

async function sizeOf(address: string): Promise<Size> {
  const picture = new Image()
  picture.src = address
  await picture.decode().catch(() => {})
  return { width: picture.naturalWidth, height: picture.naturalHeight }
}

/** Pictures behind slides. */
async function clipBackgrounds(root: ParentNode): Promise<void> {
  const sizes = new Map<string, Promise<Size>>()
  const elements = root.querySelectorAll<HTMLElement>('.first-background, .first-background-content')
  await Promise.all(
    Array.from(elements, async (element) => {
      const { backgroundImage, backgroundSize, backgroundPosition, filter } = getComputedStyle(element)
      const address = /^url\("([^"]+)"\)$/.exec(backgroundImage)?.[1]
      if (address === undefined || backgroundSize !== 'cover' || filter !== 'none') return
      const size = sizes.get(address) ?? sizeOf(address)
      sizes.set(address, size)
      const box = { width: element.clientWidth, height: element.clientHeight }
      const place = coverPlace(box, await size, backgroundPosition)
      if (!place) return
      const picture = document.createElement('img')
      picture.alt = ''
      picture.src = address
      placeAt(picture, place)
      element.style.backgroundImage = 'none'
      element.prepend(picture)
    }),
  )
}

/** Turns cropped pictures into whole ones in clipping boxes, where that looks the same. */
export async function clipPictures(root: ParentNode): Promise<void> {
  clipImages(root)
  await clipBackgrounds(root)
}
