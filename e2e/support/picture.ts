import type { Locator } from '@playwright/test'
import sharp from 'sharp'

/** A local file. */
export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A PNG of one color. Sizes in px. */
export async function picture(name: string, color: string, width = 320, height = 200): Promise<PictureFile> {
  const image = sharp({ create: { width, height, channels: 3, background: color } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Drops a file on an element, as from a file manager, at a point of the page in px. */
export async function dropFile(target: Locator, file: PictureFile, at: { x: number; y: number }): Promise<void> {
  await target.evaluate(
    (element, { name, type, base64, x, y }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], name, { type }))
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        const where = { clientX: x, clientY: y, bubbles: true, cancelable: true }
        element.dispatchEvent(new DragEvent(kind, { ...where, dataTransfer }))
      }
    },
    { name: file.name, type: file.mimeType, base64: file.buffer.toString('base64'), ...at },
  )
}
