/** Allowed HTML elements. */
export const htmlElements: ReadonlySet<string> = new Set(
  `section div p span br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code b strong i em u s del ins sub sup small mark abbr a
  img figure figcaption table caption colgroup col thead tbody tfoot tr th td video audio source iframe svg`.split(
    /\s+/,
  ),
)

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'source'])

/** Unknown elements are replaced by their children, except these: their content is no slide text. */
export const droppedWithContent: ReadonlySet<string> = new Set(
  `script style template noscript noembed noframes xmp plaintext textarea title select option math iframe object embed applet
  head frameset canvas link meta base dialog datalist slot`.split(/\s+/),
)

/** SVG elements allowed inline. Other elements inside an svg are dropped with their content. */
export const svgElements: ReadonlySet<string> = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop'.split(' '),
)

/** Additional elements allowed in uploaded SVG files. */
export const svgFileElements: ReadonlySet<string> = new Set([
  ...svgElements,
  ...`clipPath mask pattern symbol use marker textPath filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
])

/** On import, elements that decks do not have become the nearest equivalent, so that their classes and styles stay. */
export const importedAs: Readonly<Record<string, string>> = {
  article: 'div',
  aside: 'div',
  header: 'div',
  footer: 'div',
  main: 'div',
  nav: 'div',
  address: 'div',
  center: 'div',
  details: 'div',
  summary: 'div',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  strike: 's',
}

/** Attributes that reveal.js acts on and our decks never need. They have a removal message of their own. */
export const playerAttributes: ReadonlySet<string> = new Set(
  `data-background data-src data-srcset data-lazy-loaded data-preload data-state data-markdown data-element-attributes data-attributes
  data-charset data-template data-trim data-noescape data-preview-link data-preview-image data-preview-video
  data-preview-fit data-background-hash data-background-interactive data-index-h data-index-v data-loaded data-muted-by-reveal
  data-ignore data-prevent-swipe data-timing data-start-indexv data-auto-animate-target data-auto-animate-styles data-previous-indexv
  data-paused-by-reveal data-fragment data-separator data-separator-vertical data-separator-notes data-background-parallax`.split(
    /\s+/,
  ),
)

/** Forced on every iframe: the last boundary between an embedded page and the deck. */
export const frameAttributes: Readonly<Record<string, string>> = {
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation',
  allow: 'fullscreen; autoplay; encrypted-media; picture-in-picture',
  referrerpolicy: 'strict-origin',
  loading: 'lazy',
}

/** Forced on external links. */
export const linkAttributes: Readonly<Record<string, string>> = {
  rel: 'noopener noreferrer nofollow',
  target: '_blank',
}
