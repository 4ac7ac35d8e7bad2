import type { VideoType } from '../../../rules/video-types.ts'

/** A part of a file, in bytes. */
export interface FilePart {
  readonly start: number
  readonly end: number
}

/** What a video's header states. */
export interface VideoFacts {
  readonly type: VideoType
  /** Pixels as shown; null if unknown. */
  readonly width: number | null
  readonly height: number | null
  /** In ms; null if unknown. */
  readonly duration: number | null
  /** Elements without pictures and sound (titles, place, camera, attachments). They are overwritten before the file is stored. */
  readonly metadata: readonly MetadataPart[]
}

/** An element to overwrite: `head` replaces its first bytes and makes it filler, zeros replace the rest. */
export interface MetadataPart extends FilePart {
  readonly head: Uint8Array
}

/** The file is no accepted video. `codec`: browsers cannot play how its pictures are encoded. */
export class VideoError extends Error {
  readonly fault: 'container' | 'codec'

  constructor(fault: 'container' | 'codec') {
    super(fault)
    this.fault = fault
  }
}

/** A duration in ms; null if it is not one. */
export function shownDuration(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1_000_000 ? Math.round(seconds * 1000) : null
}

/** A width or height in px; null if it is not one. */
export function shownSide(px: number): number | null {
  const side = Math.round(px)
  return side > 0 && side <= 16_384 ? side : null
}
