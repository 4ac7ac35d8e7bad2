import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import { withText } from '../../document/powerpoint/merge-texts.ts'
import type { FormItem, SceneItem, TextItem } from '../../document/powerpoint/scene.ts'
import type { CodeProps } from './block.ts'
import { shrinkCode } from './shrink-code.ts'

/** Code: one box with its ground and its colored lines, which no width breaks. */
export const codeExporter: BlockExporter<CodeProps> = {
  refine(_block, items) {
    const texts = items.filter((item): item is TextItem => item.kind === 'text')
    const code = texts.at(-1)
    if (!code) return items
    const ground = items.find((item): item is FormItem => item.kind === 'form' && item.fill !== null)
    const text = { ...code.text, isCode: true }
    const own: TextItem = { ...code, text: ground ? shrinkCode(text, ground.rect) : text }
    const whole = ground ? withText(ground, own) : null
    return items.flatMap((item): SceneItem[] => {
      if (item === code) return [whole ?? own]
      return whole && item === ground ? [] : [item]
    })
  },
}
