import { type FileHandle, open } from 'node:fs/promises'
import type { VideoType } from '../../../rules/video-types.ts'
import { FileWindow } from './file-window.ts'
import { readMp4 } from './read-mp4.ts'
import { readWebm } from './read-webm.ts'
import type { MetadataPart, VideoFacts } from './video-facts.ts'

const zeros = Buffer.alloc(64 * 1024)

/** Which container a file's first bytes begin; null: none. An AVIF picture begins like an MP4. */
export function videoTypeOf(head: Uint8Array): VideoType | null {
  if (Buffer.from(head.subarray(0, 4)).toString('hex') === '1a45dfa3') return 'video/webm'
  return Buffer.from(head.subarray(4, 8)).toString('latin1') === 'ftyp' ? 'video/mp4' : null
}

async function overwrite(file: FileHandle, { start, end, head }: MetadataPart): Promise<void> {
  await file.write(head, 0, head.length, start)
  for (let at = start + head.length; at < end; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at)
  }
}

/**
 * Reads a video's container, and overwrites what the file says besides pictures and sound: its title, place and camera,
 * as they are removed from images. Offsets stay the same. Throws VideoError for any file that is no accepted video.
 */
export async function readVideo(path: string, type: VideoType): Promise<Omit<VideoFacts, 'metadata'>> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const window = new FileWindow(file, size)
    const { metadata, ...facts } = await (type === 'video/mp4' ? readMp4(window) : readWebm(window))
    for (const part of metadata) await overwrite(file, part)
    return facts
  } finally {
    await file.close()
  }
}
