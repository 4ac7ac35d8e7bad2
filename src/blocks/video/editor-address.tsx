import type { PopoverProps } from '../block-editor.ts'
import { MediaAddress } from '../media-address.tsx'
import type { VideoProps } from './block.ts'
import { readVideoAddress } from './video-address.ts'

/** Asks for a video's address. */
export function VideoAddress(props: PopoverProps<VideoProps>) {
  const hint = 'A file (.mp4, .webm), or a page on YouTube or Vimeo'
  return <MediaAddress {...props} label="Video URL" hint={hint} read={readVideoAddress} />
}
