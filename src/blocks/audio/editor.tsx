import { Volume2 } from 'lucide-react'
import { lazy } from 'react'
import { limits } from '../../rules/limits.ts'
import type { BlockEditor } from '../block-editor.ts'
import { playbackFields } from '../media-fields.ts'
import { mediaDecorator } from '../media-place.ts'
import { propOf } from '../props-fields.ts'
import { readMediaAddress } from '../read-media-address.ts'
import type { AudioProps } from './block.ts'

const AudioAddress = lazy(async () => ({ default: (await import('./editor-address.tsx')).AudioAddress }))

/** Editor of sounds, by URL. */
export const blockEditor: BlockEditor<AudioProps> = {
  icon: Volume2,
  startsTyping: true,
  ignoresLetters: true,
  variants: [],
  handles: null,
  text: null,
  popover: AudioAddress,
  decorator: mediaDecorator('sound'),
  panel: [
    {
      title: 'Audio',
      fields: [
        {
          kind: 'checked',
          label: 'Audio URL',
          placeholder: 'https://…',
          maxLength: limits.slide.url,
          ...propOf<AudioProps, 'src'>('src'),
          check: readMediaAddress,
        },
        {
          kind: 'text',
          label: 'Description',
          placeholder: 'What it is, for people who do not hear it',
          maxLength: 1000,
          ...propOf<AudioProps, 'title'>('title'),
        },
        ...playbackFields<AudioProps>(),
        { kind: 'link', label: 'Link', ...propOf<AudioProps, 'link'>('link') },
      ],
    },
  ],
}
