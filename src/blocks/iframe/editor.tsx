import { AppWindow } from 'lucide-react'
import { lazy } from 'react'
import { limits } from '../../rules/limits.ts'
import type { BlockEditor } from '../block-editor.ts'
import { propOf } from '../props-fields.ts'
import type { IframeProps } from './block.ts'
import { frameDecorator } from './editor-decorator.ts'
import { embeddable, readFrameAddress } from './frame-address.ts'

const AddressPopover = lazy(async () => ({ default: (await import('./editor-address.tsx')).AddressPopover }))

/** Editor of embedded pages, by URL. The canvas shows the page's host, not the page. */
export const blockEditor: BlockEditor<IframeProps> = {
  icon: AppWindow,
  startsTyping: true,
  variants: [],
  handles: null,
  text: null,
  popover: AddressPopover,
  decorator: frameDecorator,
  panel: [
    {
      title: 'Page',
      fields: [
        {
          kind: 'checked',
          label: 'Iframe URL',
          placeholder: 'https://… or <iframe …>',
          maxLength: limits.slide.url,
          ...propOf<IframeProps, 'src'>('src'),
          check: (text) => {
            const answer = readFrameAddress(text)
            return 'error' in answer || answer.value === '' ? answer : { value: embeddable(answer.value) }
          },
        },
        {
          kind: 'text',
          label: 'Description',
          placeholder: 'What it is, for people who do not see it',
          maxLength: 1000,
          ...propOf<IframeProps, 'title'>('title'),
        },
        // The link covers the page: a click follows the link instead of using the page.
        { kind: 'link', label: 'Link', ...propOf<IframeProps, 'link'>('link') },
      ],
    },
  ],
}
