import { limits } from '../../rules/limits.ts'
import { blurAttribute, dimAttribute } from '../background-effects.ts'
import { textChoiceAttribute, toneAttribute } from '../background-tone.ts'
import { customIdAttribute, customIdPattern } from '../custom-ids.ts'
import { firstLineAttribute, highestFirstLine } from '../first-line.ts'
import { groupsPattern } from '../groups.ts'
import { hideFooterAttribute } from '../hide-footer.ts'
import { decimal, flag, integer, oneOf, pattern, text, type ValueRule } from './attribute-values.ts'
import {
  cleanBackgroundPosition,
  cleanBackgroundRepeat,
  cleanBackgroundSize,
  cleanColor,
  cleanGradient,
} from './backgrounds.ts'
import { ownAttributePrefix } from './own-attributes.ts'

// Grammar of attributes that are validated by value alone. class, style and URL attributes have rules of their own
// (classes.ts, css/, urls.ts); attributes in neither place are removed.

const id = pattern(/^[A-Za-z0-9_-]{1,64}$/)
const easing = pattern(
  /^(?:ease|linear|ease-in|ease-out|ease-in-out|cubic-bezier\( ?-?\d{0,2}(?:\.\d{1,4})?(?: ?, ?-?\d{0,2}(?:\.\d{1,4})?){3} ?\))$/,
)
const seconds = decimal(0, 60)
const slideTransitions = 'slide|linear|fade|none|default|convex|concave|zoom|cube|page'
const transition = pattern(
  new RegExp(`^(?:${slideTransitions})(?:-in|-out)?(?: (?:${slideTransitions})(?:-in|-out)?)?$`),
)

/** Attributes allowed on every element. */
const common: Readonly<Record<string, ValueRule>> = {
  title: text(1000),
  lang: pattern(/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,5}$/),
  dir: oneOf('ltr', 'rtl', 'auto'),
  role: oneOf('img', 'presentation', 'none'),
  'aria-label': text(1000),
  'aria-hidden': oneOf('true', 'false'),
  'data-id': id,
  'data-block-type': pattern(/^[a-z]{1,20}$/),
  'data-block-id': id,
  'data-name': text(limits.slide.blockName),
  'data-locked': flag('data-locked'),
  'data-l-groups': pattern(groupsPattern),
  [customIdAttribute]: pattern(customIdPattern),
  'data-autoslide': integer(0, 600_000),
  'data-fragment-index': integer(-1, 100_000),
  'data-auto-animate': flag('data-auto-animate'),
  'data-auto-animate-id': id,
  'data-auto-animate-restart': flag('data-auto-animate-restart'),
  'data-auto-animate-unmatched': oneOf('true', 'false'),
  'data-auto-animate-easing': easing,
  'data-auto-animate-duration': seconds,
  'data-auto-animate-delay': seconds,
}

const cell = { colspan: integer(1, 1000), rowspan: integer(0, 1000) }
const size = { width: integer(0, 100_000), height: integer(0, 100_000) }
const latex = { 'data-latex': text(limits.slide.formula) }

/** Attributes by element. */
const ofElement: Readonly<Record<string, Readonly<Record<string, ValueRule>>>> = {
  section: {
    'data-background-color': cleanColor,
    'data-background-gradient': cleanGradient,
    'data-background-size': cleanBackgroundSize,
    'data-background-position': cleanBackgroundPosition,
    'data-background-repeat': cleanBackgroundRepeat,
    'data-background-opacity': decimal(0, 1),
    [dimAttribute]: decimal(0, 1),
    [blurAttribute]: decimal(0, 1),
    [textChoiceAttribute]: oneOf('light', 'dark'),
    [toneAttribute]: oneOf('dark', 'light'),
    [hideFooterAttribute]: flag(hideFooterAttribute),
    'data-background-video-loop': flag('data-background-video-loop'),
    'data-background-video-muted': flag('data-background-video-muted'),
    'data-video-loop': flag('data-video-loop'),
    'data-video-muted': flag('data-video-muted'),
    'data-transition': transition,
    'data-background-transition': transition,
    'data-transition-speed': oneOf('default', 'fast', 'slow'),
    'data-visibility': oneOf('hidden', 'uncounted'),
  },
  // data-l-missing: the name of a missing file, which the picture replaces.
  img: { ...size, alt: text(1000), 'data-l-missing': text(100) },
  video: {
    ...size,
    controls: flag('controls'),
    loop: flag('loop'),
    muted: flag('muted'),
    playsinline: flag('playsinline'),
    'data-autoplay': flag('data-autoplay'),
  },
  audio: {
    controls: flag('controls'),
    loop: flag('loop'),
    muted: flag('muted'),
    'data-autoplay': flag('data-autoplay'),
  },
  source: { type: pattern(/^(?:video|audio)\/[a-z0-9.+-]{1,40}$/) },
  iframe: { ...size, 'data-autoplay': flag('data-autoplay') },
  table: { width: integer(0, 100_000) },
  td: cell,
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup') },
  col: { span: integer(1, 1000), width: integer(0, 100_000) },
  colgroup: { span: integer(1, 1000) },
  ol: { start: integer(-1_000_000, 1_000_000), type: pattern(/^[1aAiI]$/), reversed: flag('reversed') },
  li: { value: integer(-1_000_000, 1_000_000) },
  code: {
    'data-language': pattern(/^[A-Za-z0-9][A-Za-z0-9+#._-]{0,29}$/),
    'data-line-numbers': lineNumbers,
    [firstLineAttribute]: integer(0, highestFirstLine),
  },
  span: latex,
  div: latex,
}

/** `1,3|5-10`: lines to highlight, step by step. */
function lineNumbers(value: string): string | null {
  const trimmed = value.trim()
  if (trimmed === '') return ''
  if (!/^[0-9,|-]{1,100}$/.test(trimmed)) return null
  return trimmed.split(/[,|-]/).every((part) => Number(part) <= 10_000) ? trimmed : null
}

const ownAttribute = new RegExp(`^${ownAttributePrefix}[a-z0-9][a-z0-9-]{0,39}$`)
/** Most characters of its value. */
export const ownAttributeLength = 1000
const ownValue = text(ownAttributeLength)

const none: Readonly<Record<string, ValueRule>> = {}

/** The rule for an attribute of an HTML element, or null if it is not allowed. */
export function attributeRule(tag: string, name: string): ValueRule | null {
  const special = Object.hasOwn(ofElement, tag) ? ofElement[tag]! : none
  if (Object.hasOwn(special, name)) return special[name]!
  return commonAttributeRule(name)
}

/** The rule for a global attribute, inline SVG included; null if there is none. */
export function commonAttributeRule(name: string): ValueRule | null {
  if (Object.hasOwn(common, name)) return common[name]!
  return ownAttribute.test(name) ? ownValue : null
}

/** The use of a URL attribute; null for all others. */
export function urlUse(tag: string, name: string): 'link' | 'image' | 'video' | 'frame' | null {
  if (name === 'href') return tag === 'a' ? 'link' : null
  if (name === 'poster') return tag === 'video' ? 'image' : null
  if (name !== 'src') return null
  if (tag === 'img') return 'image'
  if (tag === 'iframe') return 'frame'
  return tag === 'video' || tag === 'audio' || tag === 'source' ? 'video' : null
}
