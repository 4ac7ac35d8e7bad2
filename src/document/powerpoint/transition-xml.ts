import { attributes } from './xml.ts'

/** How a slide comes in. */
export interface SlideTransition {
  /** As reveal.js names it; 'morph' is its auto-animate. */
  readonly style: 'none' | 'fade' | 'slide' | 'convex' | 'concave' | 'zoom' | 'morph'
  readonly speed: 'default' | 'fast' | 'slow'
  /** Whether it is below the slide before it, in a stack. */
  readonly isBelow: boolean
  /** Ms until the next slide; null: on a click. */
  readonly advance: number | null
}

const speeds: Readonly<Record<SlideTransition['speed'], string>> = { default: 'med', fast: 'fast', slow: 'slow' }

/** The transition of a slide; '' for none. */
export function transitionXml({ style, speed, isBelow, advance }: SlideTransition): string {
  if (style === 'none' && advance === null) return ''
  const values = attributes({ spd: speeds[speed], advTm: advance === null ? null : Math.round(advance) })
  if (style === 'morph') {
    const morph = '<p159:morph option="byObject"/>'
    const names = 'xmlns:p159="http://schemas.microsoft.com/office/powerpoint/2015/09/main"'
    return `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice ${names} Requires="p159"><p:transition${values}>${morph}</p:transition></mc:Choice><mc:Fallback><p:transition${values}><p:fade/></p:transition></mc:Fallback></mc:AlternateContent>`
  }
  const way =
    style === 'slide' || style === 'convex' || style === 'concave' ? `<p:push dir="${isBelow ? 'u' : 'l'}"/>` : ''
  const shown = style === 'none' ? '' : way || (style === 'zoom' ? '<p:zoom dir="in"/>' : '<p:fade/>')
  return `<p:transition${values}>${shown}</p:transition>`
}
