import { themeRoles } from '../rules/theme-roles.ts'

/** Section attribute: how much the background's picture or video is darkened, from 0 to 1. */
export const dimAttribute = 'data-l-background-dim'

/** Section attribute: how much the background's picture or video is blurred, from 0 to 1. */
export const blurAttribute = 'data-l-background-blur'

/** The blur radius of 1, in percent of the background's smaller side. */
const widestBlur = 5

/** The value of a section's attribute; null if it has none. */
type Attribute = (name: string) => string | null | undefined

type Declarations = readonly (readonly [property: string, value: string])[]

/** Values that could end the declaration or load a resource. */
const unsafe = /[;{}<>"'\\]|url|image\(|image-set|var\(|attr\(|expression/i

const roleReferences = new RegExp(`var\\((?:${themeRoles.map((role) => role.property).join('|')})\\)`, 'g')

/** Whether a value can be inserted into a declaration. The only custom properties in it are theme roles. */
function isPlain(value: string): boolean {
  return value.trim() !== '' && !unsafe.test(value.replace(roleReferences, ''))
}

function checked(property: string, value: string | null | undefined): Declarations {
  return value && isPlain(value) ? [[property, value]] : []
}

/** Whether a URL may be loaded as a background: an upload or https. */
export function isBackgroundUrl(address: string): boolean {
  return /^(https:\/\/|\/m\/)/.test(address) && !/["'()\\\s<>]/.test(address)
}

/** The declarations of a slide's ground: color and gradient. Opacity, dim and blur do not apply to them. */
export function groundDeclarations(attribute: Attribute): Declarations {
  return [
    ...checked('background-color', attribute('data-background-color')),
    ...checked('background-image', attribute('data-background-gradient')),
  ]
}

/** The declarations of the picture on the ground; also those of a video's and page's element. */
export function contentDeclarations(attribute: Attribute): Declarations {
  const picture = attribute('data-background-image')
  return [
    ...(picture && isBackgroundUrl(picture) ? [['background-image', `url("${picture}")`] as const] : []),
    ...checked('background-size', attribute('data-background-size')),
    ...checked('background-position', attribute('data-background-position')),
    ...checked('background-repeat', attribute('data-background-repeat')),
    ...checked('opacity', attribute('data-background-opacity')),
    ...effectDeclarations(attribute),
  ]
}

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

/** The colors of a gradient as written, such as `#fff` and `var(--l-accent-1)`; without those of its color space. */
export function gradientColors(gradient: string): readonly string[] {
  const color =
    /#[0-9a-f]{3,8}\b|color-mix\(in srgb, var\([^()]*\) [\d.]+%, transparent\)|(?:rgba?|hsla?|var)\([^()]*\)/gi
  return gradient.match(color) ?? []
}
