import { useEffect, useState } from 'react'
import type { ColorPlace } from '../../blocks/block-editor.ts'
import type { BlockId } from '../../document/deck-model.ts'
import { hexColor } from '../../rules/colors.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { rgbaOf } from './colors/shown-color.ts'

/**
 * The theme's color for a part of a block, as `#rrggbb`: shown by a control without a value. '' if it is unknown or
 * transparent, and for a null place or block.
 */
export function useThemeColor(blockId: BlockId | null, place: ColorPlace | null): string {
  const { view } = useEditorInstance()
  const settings = useEditor(({ deck }) => deck.settings)
  // The slide's background decides whether its text is light or dark.
  const attributes = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes)
  const [color, setColor] = useState('')
  const { part = '', property = '' } = place ?? {}
  // Reads after the panel was painted: earlier it would force another layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the background changes what the canvas shows
  useEffect(() => {
    const element = blockId === null || property === '' || settings === null ? null : view.canvas.element(blockId)
    const shown = element && placeIn(element, part)
    setColor(shown ? hexOf(getComputedStyle(shown).getPropertyValue(property)) : '')
  }, [view, blockId, part, property, settings, attributes])
  return color
}

/** The element that a selector finds; if none, that of the selector without its last step, and finally the root. */
function placeIn(element: HTMLElement, part: string): Element {
  if (part === '') return element
  return element.querySelector(part) ?? placeIn(element, part.replace(/(^| > )[^>]+$/, ''))
}

/** A computed color as `#rrggbb`, without opacity; '' if transparent. */
function hexOf(color: string): string {
  const rgba = rgbaOf(color)
  return rgba && rgba.alpha > 0 ? hexColor({ ...rgba, alpha: 1 }) : ''
}
