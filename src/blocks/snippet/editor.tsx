import { CodeXml } from 'lucide-react'
import { lazy } from 'react'
import type { BlockDecorator, BlockEditor } from '../block-editor.ts'
import { codeDecorator } from '../code/editor-decorator.ts'
import { frameDecorator } from '../iframe/editor-decorator.ts'
import { mathDecorator } from '../math/editor-decorator.ts'
import type { SnippetProps } from './block.ts'

const decorators: readonly BlockDecorator[] = [frameDecorator, codeDecorator, mathDecorator]

/** Foreign markup may contain everything that other blocks decorate. */
const snippetDecorator: BlockDecorator = {
  isReady: (wrapper) => decorators.every((decorator) => decorator.isReady(wrapper)),
  load: async (wrapper) => {
    await Promise.all(decorators.map((decorator) => decorator.load(wrapper)))
  },
  decorate: (wrapper) => {
    for (const decorator of decorators) decorator.decorate(wrapper)
  },
}

/** Editor of foreign markup, as HTML. The slide shows it unchanged. */
export const blockEditor: BlockEditor<SnippetProps> = {
  icon: CodeXml,
  startsTyping: false,
  variants: [],
  handles: null,
  text: null,
  popover: lazy(async () => ({ default: (await import('./editor-html.tsx')).SnippetDialog })),
  isDialog: true,
  badge: 'HTML',
  decorator: snippetDecorator,
  panel: [],
}
