import type { PopoverProps } from '../block-editor.ts'
import { MediaAddress } from '../media-address.tsx'
import { readMediaAddress } from '../read-media-address.ts'
import type { AudioProps } from './block.ts'

/** Asks for a sound's address. */
export function AudioAddress(props: PopoverProps<AudioProps>) {
  return <MediaAddress {...props} label="Audio URL" hint="A file (.mp3, .ogg, .wav)" read={readMediaAddress} />
}
