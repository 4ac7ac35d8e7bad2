import type { Block } from '../../document/deck-model.ts'
import type { ChosenVideo, PopoverProps } from '../block-editor.ts'
import { MediaAddress } from '../media-address.tsx'
import type { VideoProps } from './block.ts'
import { readStartedVideo, withAddress } from './video-address.ts'

/** The block with a video of the library. A block without a video takes its proportions, within its frame. */
function withChosen(block: Block<VideoProps>, { url, width, height, alt }: ChosenVideo): Block<VideoProps> {
  const { frame, props } = block
  const changed = { ...block, props: { ...props, src: url, title: props.title === '' ? alt : props.title } }
  if (props.src !== '' || !frame || frame.height === null || !width || !height) return changed
  const scale = Math.min(frame.width / width, frame.height / height)
  const [fitWidth, fitHeight] = [Math.round(width * scale), Math.round(height * scale)]
  const [x, y] = [frame.x + (frame.width - fitWidth) / 2, frame.y + (frame.height - fitHeight) / 2]
  return { ...changed, frame: { ...frame, x: Math.round(x), y: Math.round(y), width: fitWidth, height: fitHeight } }
}

/** Asks for a video's address, or opens the media library where it has videos. */
export function VideoAddress(props: PopoverProps<VideoProps>) {
  const { change, chooseVideo, close } = props
  const hint = 'A file (.mp4, .webm), or a page on YouTube or Vimeo'
  const choose = async () => {
    const chosen = await chooseVideo?.()
    if (!chosen) return
    change((block) => withChosen(block, chosen), { label: 'Video' })
    close()
  }
  return (
    <MediaAddress
      {...props}
      {...{ hint }}
      label="Video URL"
      read={readStartedVideo}
      take={withAddress}
      choose={chooseVideo ? () => void choose() : undefined}
    />
  )
}
