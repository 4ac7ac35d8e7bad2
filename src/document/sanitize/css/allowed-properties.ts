/**
 * Properties allowed in a style attribute: those of blocks and rich text, and those common in reveal.js decks. None can
 * leave the slide, load anything but uploaded media, or run code.
 */
export const styleProperties: ReadonlySet<string> = new Set(
  `color background background-color background-image background-size background-position background-repeat background-clip
  background-origin background-blend-mode opacity visibility mix-blend-mode isolation
  font font-family font-size font-style font-weight font-variant font-stretch font-feature-settings font-variation-settings
  line-height letter-spacing word-spacing text-align text-align-last text-decoration text-decoration-line text-decoration-color
  text-decoration-style text-decoration-thickness text-underline-offset text-transform text-shadow text-indent text-overflow
  text-wrap text-orientation white-space word-break word-wrap overflow-wrap hyphens vertical-align direction unicode-bidi writing-mode tab-size
  list-style list-style-type list-style-position quotes
  width height min-width min-height max-width max-height aspect-ratio box-sizing
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
  margin-block margin-inline margin-block-start margin-block-end margin-inline-start margin-inline-end
  padding-block padding-inline padding-block-start padding-block-end padding-inline-start padding-inline-end
  border border-top border-right border-bottom border-left border-width border-style border-color border-collapse border-spacing
  border-top-width border-right-width border-bottom-width border-left-width border-top-style border-right-style
  border-bottom-style border-left-style border-top-color border-right-color border-bottom-color border-left-color
  border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
  outline outline-width outline-style outline-color outline-offset box-shadow
  display position left top right bottom inset z-index float clear overflow overflow-x overflow-y
  flex flex-direction flex-wrap flex-flow flex-grow flex-shrink flex-basis order
  align-items align-content align-self justify-content justify-items justify-self place-items place-content place-self
  gap row-gap column-gap grid-template-columns grid-template-rows grid-template-areas grid-column grid-row grid-area
  grid-auto-flow grid-auto-columns grid-auto-rows columns column-count column-width column-rule column-span table-layout caption-side
  transform transform-origin transform-style transform-box translate rotate scale perspective perspective-origin backface-visibility
  filter backdrop-filter clip-path object-fit object-position
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stop-color stop-opacity text-anchor dominant-baseline alignment-baseline paint-order vector-effect
  transition-duration transition-delay transition-timing-function animation-duration animation-delay animation-timing-function
  -webkit-text-fill-color -webkit-text-stroke -webkit-text-stroke-width -webkit-text-stroke-color -webkit-background-clip
  -webkit-line-clamp -webkit-box-orient`.split(/\s+/),
)

/** Positions that stay inside the slide. */
export const stylePositions: ReadonlySet<string> = new Set([
  'static',
  'relative',
  'absolute',
  'inherit',
  'initial',
  'unset',
])

/** Largest absolute z-index; the layers above belong to the player and the editor. */
export const maxZIndex = 1000

/**
 * Properties that run code or load resources in some browser, past or present; removed everywhere, style sheets
 * included.
 */
export const forbiddenProperties: ReadonlySet<string> = new Set([
  'behavior',
  '-ms-behavior',
  '-moz-binding',
  'src',
  '-webkit-user-modify',
  'user-modify',
])

/** Custom properties a deck may set. */
export const customProperty = /^--[A-Za-z_][A-Za-z0-9_-]{0,60}$/
