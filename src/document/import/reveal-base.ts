/**
 * What a page of reveal.js looks like before its theme: the styles that decks have here are set back to those of
 * reveal.js's reset. Where reveal.js runs, which sets its speed as an attribute,
 * slides have the height of their content, and it places them; elsewhere at least that of the slide, in which they are
 * centered. Selectors of text have no more than the specificity of elements, so that every rule of the author wins.
 */
export const revealBase = `.reveal.reveal[data-transition-speed] .slides section:not(.stack, :has(> .block)) { height: auto; min-height: 0 !important; }
.reveal-viewport.reveal-viewport { background: #ffffff; }
.reveal-viewport { color: #000000; font: 16px/1 serif; }
.reveal .slides section { line-height: inherit; }
.reveal { color: inherit; font-family: inherit; font-size: inherit; text-rendering: auto; }
.reveal.reveal:not([data-transition-speed]) .slides section:not(.stack, :has(> .block, > .r-stretch)) { height: auto; min-height: 100% !important; }
:where(.reveal) :is(h1, h2, h3, h4, h5, h6) { margin: 0; font: inherit; color: inherit; letter-spacing: inherit; text-wrap: wrap; overflow-wrap: inherit; }
:where(.reveal) p { margin: 0; line-height: inherit; }
:where(.reveal) :is(em, i, cite, dfn, var, address, strong, b, big, th) { font: inherit; }
:where(.reveal) small { display: inline; font-size: inherit; line-height: inherit; vertical-align: baseline; }
:where(.reveal) :is(sup, sub) { font-size: inherit; line-height: inherit; vertical-align: baseline; }
:where(.reveal) mark { padding: 0; color: marktext; background: mark; }
:where(.reveal) hr { margin: 0.5em auto; border: 1px inset; }
:where(.reveal) :is(ul, ol, dl) { display: block; margin: 0; text-align: inherit; }
:where(.reveal) :is(ul, ol) :is(ul, ol) { margin: 0; }
:where(.reveal) ul ul ul { list-style: square; }
:where(.reveal) li { margin: 0; }
:where(.reveal) li::marker { color: inherit; }
:where(.reveal) dt { font-weight: inherit; }
:where(.reveal) dd { margin: 0; }
:where(.reveal) a { text-decoration: underline; text-decoration-thickness: auto; text-underline-offset: auto; }
:where(.reveal) blockquote { box-sizing: content-box; width: auto; margin: 0; padding: 0; border: 0; background: none; font-style: inherit; text-align: inherit; }
:where(.reveal) :is(code, kbd, samp) { font-family: inherit; font-variant-ligatures: normal; }
:where(.reveal) :not(pre) > code { padding: 0; border-radius: 0; background: none; font-size: inherit; }
:where(.reveal) pre { box-sizing: content-box; width: auto; margin: 0; font-size: inherit; line-height: inherit; text-align: inherit; }
:where(.reveal) pre code { box-sizing: content-box; max-height: none; padding: 0; overflow: visible; border-radius: 0; background: none; color: inherit; tab-size: 8; }
.reveal pre code > .code-line { display: block; }
:where(.reveal) .has-lit-lines .code-line:not(.is-lit) { opacity: 0.4; }
.reveal pre[data-l-numbers="on"] code { --line-number-width: 1ch; }
.reveal pre[data-l-numbers="on"] code:has(> .code-line:nth-child(10)) { --line-number-width: 2ch; }
.reveal pre[data-l-numbers="on"] code:has(> .code-line:nth-child(100)) { --line-number-width: 3ch; }
.reveal pre[data-l-numbers="on"] code[data-ln-start-from]:has(> .code-line:nth-child(1)) { --line-number-width: calc(var(--code-digits, 2) * 1ch); }
.reveal pre[data-l-numbers="on"] code > .code-line { position: relative; padding-left: calc(var(--line-number-width) + 0.75em); }
.reveal pre[data-l-numbers="on"] code > .code-line::before { position: absolute; left: 0; width: var(--line-number-width); min-width: 0; margin: 0; opacity: 0.6; }
:where(.reveal .hljs) span { color: inherit; font: inherit; }
:where(.reveal) table { margin: 0; }
:where(.reveal) :is(th, td) { padding: 0; border: 0; text-align: inherit; vertical-align: baseline; }
:where(.reveal) :is(img, video, iframe) { max-width: none; max-height: none; margin: 0; }
:where(.reveal .was-button) { display: inline-block; padding: 1px 6px; border: 2px outset #767676; border-radius: 3px; background: #efefef; color: #000000; font: 13.333px Arial, sans-serif; text-align: center; }
:where(.reveal .was-line) { vertical-align: top; }
:where(.reveal) figure { margin: 0; }
:where(.reveal) figcaption { margin: 0; font-size: inherit; }
`
