import { useEffect, useState } from 'react'
import { parseColor, type Rgba } from '../../../rules/colors.ts'
import { roleAndOpacityOf } from '../../../rules/theme-roles.ts'
import { useStore } from '../../../ui/store.ts'
import type { EditorView } from '../../state/editor-view.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import { openThemes } from '../../themes/open-themes.ts'

const reference = /var\(\s*(--[\w-]+)\s*\)/g

/**
 * A color or gradient with the slide's own colors in place of theme roles, for use outside of the slide. `isGround`: of
 * the slide's background, where the slide's text color does not apply.
 */
export function resolvedColor(view: EditorView, value: string, isGround = false): string {
  if (!value.includes('var(')) return value
  const section = view.canvas.section()
  const place = isGround ? section?.closest('.reveal') : section
  if (!place) return value
  const style = getComputedStyle(place)
  return value.replace(reference, (whole, property: string) => style.getPropertyValue(property).trim() || whole)
}

/** Channels of any CSS color; null if it is not one, or refers to a custom property. */
export function rgbaOf(color: string): Rgba | null {
  const plain = parseColor(color)
  if (plain || color === '' || color === 'none') return plain
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context || !CSS.supports('color', color) || color.includes('var(')) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return { red, green, blue, alpha: alpha / 255 }
}

/** As resolvedColor, up to date with theme and slide; '' for '' and until a role is resolved. */
export function useShownColor(value: string, isGround = false): string {
  const { view } = useEditorInstance()
  const settings = useEditor(({ deck }) => deck.settings)
  const attributes = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes)
  const canvas = useStore(view.canvases)
  const themes = useStore(openThemes)
  const hasRole = value.includes('var(')
  const [shown, setShown] = useState('')
  // Reads after the panel was painted: earlier it would force another layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: canvas, theme and background decide what a role looks like
  useEffect(() => {
    if (hasRole) setShown(resolvedColor(view, value, isGround))
  }, [view, canvas, themes, value, hasRole, isGround, settings, attributes])
  return hasRole ? shown : value
}

/** The name of a stored color for the user: its role, 'Gradient', or the color as it is. */
export function nameOfColor(value: string): string {
  const themed = roleAndOpacityOf(value)
  if (themed)
    return themed.opacity < 1 ? `${themed.role.label}, ${Math.round(themed.opacity * 100)} %` : themed.role.label
  return value.includes('gradient(') ? 'Gradient' : value
}
