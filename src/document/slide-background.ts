import { themeRoles } from '../rules/theme-roles.ts'
import { type Attribute, type Declarations, effectDeclarations } from './background-effects.ts'

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

/** The colors of a gradient as written, such as `#fff` and `var(--l-accent-1)`; without those of its color space. */
export function gradientColors(gradient: string): readonly string[] {
  const color =
    /#[0-9a-f]{3,8}\b|color-mix\(in srgb, var\([^()]*\) [\d.]+%, transparent\)|(?:rgba?|hsla?|var)\([^()]*\)/gi
  return gradient.match(color) ?? []
}
