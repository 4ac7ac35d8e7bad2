import { useEffect, useState } from 'react'
import type { ColorPlace } from '../../blocks/block-editor.ts'
import type { BlockId } from '../../document/types.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'

/**
 * The color that the theme gives to a place of a block, as `#rrggbb`: what a control without a value of its own stands
 * for. '' while it is not known, when nothing is painted there, and for a null place or block.
 */
export function useThemeColor(blockId: BlockId | null, place: ColorPlace | null): string {
  const { view } = useEditorInstance()
  const look = useEditor(({ deck }) => deck.settings)
  const [color, setColor] = useState('')
  const { part = '', property = '' } = place ?? {}
  // After the panel was painted: looking earlier would make the browser lay the slide out once more.
  useEffect(() => {
    const element = blockId === null || property === '' || look === null ? null : view.canvas.element(blockId)
    const shown = element && placeIn(element, part)
    setColor(shown ? hexOf(getComputedStyle(shown).getPropertyValue(property)) : '')
  }, [view, blockId, part, property, look])
  return color
}

/** What a selector finds; when nothing, what the selector without its last step finds, and the element in the end. */
function placeIn(element: HTMLElement, part: string): Element {
  if (part === '') return element
  return element.querySelector(part) ?? placeIn(element, part.replace(/(^| > )[^>]+$/, ''))
}

/** A computed color as the browser's own picker wants it, without its opacity; '' for one that cannot be seen. */
function hexOf(color: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context || color === '' || color === 'none') return ''
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 0 ? '' : `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
