import sharp from 'sharp'
import { messages } from '../../rules/messages.ts'
import { sharingPicture as size } from '../../rules/sharing-picture.ts'
import { createConcurrencyLimit } from '../../server/concurrency-limit.ts'

/** Composing takes about 50 ms of CPU time, and crawlers send bursts of requests. */
const limited = createConcurrencyLimit({ atOnce: 2, waiting: 100, full: messages.media.queueFull })

/**
 * Composes the preview image for links on other sites: the thumbnail on a blurred, darker copy of itself. A JPEG of
 * 1200 × 630 px. Throws 429 if the queue is full.
 */
export function composeSharingPicture(thumbnail: Uint8Array): Promise<Uint8Array> {
  return limited(async () => {
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
