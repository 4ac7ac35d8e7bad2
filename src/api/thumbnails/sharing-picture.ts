import sharp from 'sharp'
import { messages } from '../../rules/messages.ts'
import { sharingPicture as size } from '../../rules/sharing-picture.ts'
import { createTurns } from '../../server/turns.ts'

/** Composing takes about 50 ms of a processor, and crawlers come in crowds. */
const inTurn = createTurns({ atOnce: 2, waiting: 100, full: messages.media.queueFull })

/**
 * The picture that other sites show beside a link to a deck: its thumbnail whole, on a blurred and darker copy of
 * itself. JPEG of 1200x630 px, which every such site takes. Throws 429 when the queue is full.
 */
export function composeSharingPicture(thumbnail: Uint8Array): Promise<Uint8Array> {
  return inTurn(async () => {
    const slide = await sharp(thumbnail).resize({ height: size.height }).toBuffer()
    return sharp(thumbnail)
      .resize(size.width, size.height, { fit: 'cover' })
      .blur(28)
      .modulate({ brightness: 0.72 })
      .composite([{ input: slide }])
      .jpeg({ quality: 86 })
      .toBuffer()
  })
}
