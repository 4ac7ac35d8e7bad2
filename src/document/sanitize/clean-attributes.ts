import { customIdAttribute } from '../custom-ids.ts'
import type { HtmlElement } from '../html.ts'
import { type AttributePair, pattern, plainText } from './attribute-values.ts'
import { attributeRule, commonAttributeRule, urlUse } from './attributes.ts'
import { cleanBackgroundImage, cleanVideos } from './backgrounds.ts'
import { cleanClasses } from './classes.ts'
import type { CleanState } from './clean-state.ts'
import { filterValues, filterWork } from './css/filter-values.ts'
import { cleanStyle } from './css/style-attribute.ts'
import { importedAttributes } from './imported-attributes.ts'
import { cssFilterLimits } from './limits.ts'
import { ownAttributePrefix } from './own-attributes.ts'
import { frameAttributes, linkAttributes, playerAttributes } from './schema.ts'
import { addNote } from './slide-notes.ts'
import { cleanSvgAttribute, prefixReferences, svgId } from './svg-attributes.ts'
import { cleanUrl, type UrlResult } from './urls.ts'

/** Values of block attributes: words, numbers and lists of them, but no URLs. */
const blockValue = pattern(/^[\p{L}\p{M}\p{N}_ .,;|%+!?'’-]{0,2000}$/u)

/** The attributes an HTML element keeps, in order, plus the attributes forced on links and iframes. */
export function cleanHtmlAttributes(element: HtmlElement, tag: string, state: CleanState): AttributePair[] {
  const source: AttributePair[] = element.attrs.map(({ prefix, name, value }) => [
    prefix ? `${prefix}:${name}` : name,
    plainText(value),
  ])
  const given = state.isImport ? importedAttributes(tag, source) : source
  const allowed: AttributePair[] = []
  for (const [name, value] of given) {
    if (isForced(tag, name)) continue
    const result = cleanAttribute(tag, name, value, state)
    if (result === null) continue
    if ('refused' in result) state.removals.add('attribute', name, value, result.refused)
    else allowed.push([name, result.url])
  }
  return forceAttributes(tag, given, allowed)
}

/** Null: removed without a report. The result is the value to store, URL or not. */
function cleanAttribute(tag: string, name: string, value: string, state: CleanState): UrlResult | null {
  const use = urlUse(tag, name)
  if (use !== null) return cleanUrl(value, use, state.policy)
  if (name === 'class') return emptyAsNothing(cleanClasses(value, state.customClasses, state.removals))
  if (name === 'style') return emptyAsNothing(cleanStyleOnce(value, state))
  if (tag === 'section' && name.startsWith('data-')) {
    const special = cleanSlideAttribute(name, value, state)
    if (special !== undefined) return special
  }
  if (isOutsidePlan(name, state)) return { refused: 'ids and attributes of your own are not part of the plan' }
  const rule = state.blockAttributes.has(name) ? blockValue : attributeRule(tag, name)
  if (rule === null) return { refused: unknownReason(name) }
  const result = rule(value)
  return result === null ? { refused: 'the value is not allowed' } : { url: result }
}

/** Custom ids and attributes serve custom CSS and need the same privilege. */
const isOutsidePlan = (name: string, state: CleanState): boolean =>
  !state.customClasses && (name === customIdAttribute || name.startsWith(ownAttributePrefix))

const emptyAsNothing = (value: string): UrlResult | null => (value === '' ? null : { url: value })

/** Undefined: not a slide attribute. */
function cleanSlideAttribute(name: string, value: string, state: CleanState): UrlResult | null | undefined {
  switch (name) {
    case 'data-background-image':
      return cleanBackgroundImage(value, state.policy)
    case 'data-background-iframe':
      return cleanUrl(value, 'frame', state.policy)
    case 'data-background-video': {
      const videos = cleanVideos(value, state.policy)
      return videos === null ? { refused: 'a video address must begin with https' } : { url: videos }
    }
    case 'data-notes':
      if (!state.takesNotes) return { refused: 'notes are not part of this content' }
      addNote(state.notes, state.slide, state.slideId, value)
      return null
    default:
      return undefined
  }
}

function unknownReason(name: string): string {
  if (/^on/.test(name)) return 'scripts are not allowed'
  if (playerAttributes.has(name) || name.startsWith('data-separator')) return 'the player would act on this attribute'
  if (name === 'id' || name === 'name')
    return `names could be mistaken for parts of the page; ${customIdAttribute} is for ids of your own`
  return 'this attribute is not allowed'
}

function cleanStyleOnce(style: string, state: CleanState): string {
  const cached = state.styles.get(style)
  const cleaned = cached ?? cleanStyle(style, state.policy, state.removals)
  if (cached === undefined) state.styles.set(style, cleaned)
  const work = filterValues(cleaned).reduce((sum, [property, value]) => sum + filterWork(property, value), 0)
  if (state.filterWork + work > cssFilterLimits.work) return cleanStyle(style, state.policy, state.removals, false)
  state.filterWork += work
  return cleaned
}

/** Attributes whose value the sanitizer sets itself. */
function isForced(tag: string, name: string): boolean {
  return (
    (tag === 'a' && Object.hasOwn(linkAttributes, name)) || (tag === 'iframe' && Object.hasOwn(frameAttributes, name))
  )
}

/** Replaces the author's attributes of the same name with ours and appends the missing ones. */
function forceAttributes(tag: string, given: readonly AttributePair[], allowed: AttributePair[]): AttributePair[] {
  if (tag !== 'a' && tag !== 'iframe') return allowed
  const address = allowed.find(([name]) => name === (tag === 'a' ? 'href' : 'src'))?.[1]
  if (address === undefined || (tag === 'a' && address.startsWith('#'))) return allowed
  const forced = tag === 'a' ? linkAttributes : frameAttributes
  const result: AttributePair[] = []
  let next = 0
  for (const [name] of given) {
    if (Object.hasOwn(forced, name)) result.push([name, forced[name]!])
    else if (allowed[next]?.[0] === name) result.push(allowed[next++]!)
  }
  for (const name of Object.keys(forced))
    if (!result.some(([present]) => present === name)) result.push([name, forced[name]!])
  if (tag === 'iframe' && !result.some(([name]) => name === 'title'))
    result.push(['title', `Page from ${new URL(address).host}`])
  return result
}

/** The attributes an inline SVG element keeps. */
export function cleanSvgAttributes(element: HtmlElement, state: CleanState): AttributePair[] {
  const allowed: AttributePair[] = []
  for (const attr of element.attrs) {
    const name = attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name
    if (isNamespace(name)) continue
    const value = plainText(attr.value)
    const cleaned = cleanDrawnAttribute(element.tagName, name, value, state)
    if (cleaned === null) state.removals.add('attribute', name, value, unknownReason(name))
    else if (cleaned !== '' || (name !== 'class' && name !== 'style')) allowed.push([name, cleaned])
  }
  return allowed
}

/** Namespaces have no effect in HTML; removing them changes nothing, so it is not reported. */
const isNamespace = (name: string): boolean =>
  name === 'xmlns' || name.startsWith('xmlns:') || name === 'version' || name === 'xml:space'

function cleanDrawnAttribute(tag: string, name: string, value: string, state: CleanState): string | null {
  if (name === 'class') return cleanClasses(value, state.customClasses, state.removals)
  if (name === 'style') return cleanStyleOnce(prefixReferences(value), state)
  // Gradients are referenced by id only. The prefix keeps the id from clobbering a property of the page.
  if (name === 'id') return tag === 'linearGradient' || tag === 'radialGradient' ? svgId(value) : null
  if (isOutsidePlan(name, state)) return null
  const rule = state.blockAttributes.has(name) ? blockValue : commonAttributeRule(name)
  return rule ? rule(value) : cleanSvgAttribute(name, value, false, state.policy)
}
