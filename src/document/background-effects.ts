/** Section attribute: how much the background's picture or video is darkened, from 0 to 1. */
export const dimAttribute = 'data-l-background-dim'

/** Section attribute: how much the background's picture or video is blurred, from 0 to 1. */
export const blurAttribute = 'data-l-background-blur'

/** The blur radius of 1, in percent of the background's smaller side. */
const widestBlur = 5

/** The value of a section's attribute; null if it has none. */
export type Attribute = (name: string) => string | null | undefined

export type Declarations = readonly (readonly [property: string, value: string])[]

/**
 * The declarations of dim and blur. reveal.js has neither, so the player adds them to its elements. A blurred picture is
 * enlarged, since its edges would let the ground shine through. The unit refers to the background's element.
 */
export function effectDeclarations(attribute: Attribute): Declarations {
  const dim = shareOf(attribute(dimAttribute))
  const blur = shareOf(attribute(blurAttribute)) * widestBlur
  const filters = [
    ...(dim > 0 ? [`brightness(${rounded(1 - dim)})`] : []),
    ...(blur > 0 ? [`blur(${rounded(blur)}cqmin)`] : []),
  ]
  return [
    ...(filters.length > 0 ? [['filter', filters.join(' ')] as const] : []),
    ...(blur > 0 ? [['transform', `scale(${rounded(1 + blur * 0.04)})`] as const] : []),
  ]
}

/** How much an attribute darkens or blurs, from 0 to 1. */
export function shareOf(value: string | null | undefined): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : 0
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
