import type { PopoverProps } from '../block-editor.ts'
import { MediaAddress, type MediaAddressProps } from '../media-address.tsx'
import type { VideoProps } from './block.ts'
import { readVideoAddress } from './video-address.ts'

/** Asks for a video's address. */
export function VideoAddress(props: PopoverProps<VideoProps>) {
  const hint = 'A file (.mp4, .webm), or a page on YouTube or Vimeo'
  // The form changes the address only.
  const shared = props as unknown as MediaAddressProps
  return <MediaAddress {...shared} label="Video URL" hint={hint} read={readVideoAddress} />
}
