import { CodeXml } from 'lucide-react'
import { lazy } from 'react'
import type { BlockEditor, Dresser } from '../block-editor.ts'
import { codeDresser } from '../code/editor-dresser.ts'
import { frameDresser } from '../iframe/editor-dresser.ts'
import { mathDresser } from '../math/editor-dresser.ts'
import type { SnippetProps } from './block.ts'

const dressers: readonly Dresser[] = [frameDresser, codeDresser, mathDresser]

/** Foreign markup may contain everything that other blocks decorate. */
const snippetDresser: Dresser = {
  isReady: (wrapper) => dressers.every((dresser) => dresser.isReady(wrapper)),
  load: async (wrapper) => {
    await Promise.all(dressers.map((dresser) => dresser.load(wrapper)))
  },
  dress: (wrapper) => {
    for (const dresser of dressers) dresser.dress(wrapper)
  },
}

/** Editor of foreign markup, as HTML. The slide shows it unchanged. */
export const snippetEditor: BlockEditor<SnippetProps> = {
  icon: CodeXml,
  startsTyping: false,
  variants: [],
  points: null,
  text: null,
  popover: lazy(async () => ({ default: (await import('./editor-html.tsx')).SnippetDialog })),
  isDialog: true,
  badge: 'HTML',
  dresser: snippetDresser,
  panel: [],
}
