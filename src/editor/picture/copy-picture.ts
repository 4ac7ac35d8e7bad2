import type { Editor } from '../state/editor.ts'
import { selectedIn } from '../state/selection.ts'
import { footerNumber } from '../themes/open-footers.ts'
import type { DrawnPicture } from './draw-picture.ts'

/**
 * Copies a picture of the selected blocks (of the whole slide if none are) to the clipboard, and shows a toast. Does
 * not block editing. Browsers that cannot copy pictures download it as a file.
 */
export async function copyPicture({ model, services }: Editor): Promise<void> {
  const { deck } = model.getState()
  const blocks = selectedIn(model.getState()).filter((block) => block.frame !== null)
  const what = blocks.length === 0 ? 'the slide' : blocks.length === 1 ? 'the block' : `${blocks.length} blocks`
  const slide = model.slide()
  const drawing = import('./draw-picture.ts').then(({ drawPicture }) =>
    drawPicture(slide, deck.settings, {
      blocks: blocks.length === 0 ? null : blocks,
      number: footerNumber(deck, slide.id),
    }),
  )
  try {
    const copied = await putOnClipboard(drawing)
    const picture = await drawing
    if (!copied) download(picture.png)
    const done = copied ? `A picture of ${what} is on the clipboard` : `A picture of ${what} was saved as a file`
    services.notify(done + leftOut(picture.missing), 'success')
  } catch {
    services.notify('Your browser could not draw this as a picture', 'error')
  }
}

function leftOut(count: number): string {
  if (count === 0) return ''
  return `, without ${count === 1 ? 'one picture' : `${count} pictures`} of other sites`
}

/** False if the browser does not support it or the user denied it. Rejects if drawing failed. */
async function putOnClipboard(drawing: Promise<DrawnPicture>): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return false
  try {
    // Called before the picture is ready: the browser requires a recent user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawing.then(({ png }) => png) })])
    return true
  } catch {
    await drawing
    return false
  }
}

function download(png: Blob): void {
  const address = URL.createObjectURL(png)
  const link = document.createElement('a')
  link.href = address
  link.download = 'slide.png'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
