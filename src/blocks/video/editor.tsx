import { Film } from 'lucide-react'
import { lazy } from 'react'
import { limits } from '../../rules/limits.ts'
import type { BlockEditor } from '../block-editor.ts'
import { playbackFields } from '../media-fields.ts'
import { mediaDecorator } from '../media-place.ts'
import { propOf } from '../props-fields.ts'
import type { VideoProps } from './block.ts'
import { canEnd, isEmbed } from './embed-address.ts'
import { readStartedVideo, withAddress } from './video-address.ts'

const VideoAddress = lazy(async () => ({ default: (await import('./editor-address.tsx')).VideoAddress }))

/** Editor of videos, by URL. The canvas shows the poster or the first frame. */
export const blockEditor: BlockEditor<VideoProps> = {
  icon: Film,
  startsTyping: true,
  ignoresLetters: true,
  variants: [],
  handles: null,
  text: null,
  popover: VideoAddress,
  decorator: mediaDecorator('video'),
  panel: [
    {
      title: 'Video',
      fields: [
        {
          kind: 'checked',
          label: 'Video URL',
          placeholder: 'https://…',
          maxLength: limits.slide.url,
          read: ({ props }) => props.src,
          write: (block, address) => ({ ...block, props: withAddress(block.props, address) }),
          check: readStartedVideo,
          library: 'video',
        },
        {
          kind: 'text',
          label: 'Description',
          placeholder: 'What it shows, for people who do not see it',
          maxLength: 1000,
          ...propOf<VideoProps, 'title'>('title'),
        },
        {
          kind: 'image',
          label: 'Poster',
          when: ({ props }) => !isEmbed(props.src),
          read: ({ props }) => ({ url: props.poster, width: 0, height: 0 }),
          write: (block, { url }) => propOf<VideoProps, 'poster'>('poster').write(block, url),
        },
        {
          kind: 'toggle',
          label: 'Show poster',
          own: true,
          when: ({ props }) => props.poster !== '' && !isEmbed(props.src),
          read: () => true,
          write: (block, isOn) => (isOn ? block : propOf<VideoProps, 'poster'>('poster').write(block, '')),
        },
        { kind: 'toggle', label: 'Muted', ...propOf<VideoProps, 'muted'>('muted') },
        ...playbackFields<VideoProps>(canEnd),
        { kind: 'link', label: 'Link', ...propOf<VideoProps, 'link'>('link') },
      ],
    },
  ],
}
