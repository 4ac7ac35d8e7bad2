import { fontFaces } from './bundled-families.ts'
import { textRulesOfCore } from './page-css.ts'
import { rulesIn, selectorsIn, withSelectors } from './selectors.ts'

/** The style sheet that exports of slides.com bring, and own styles for them: what they say of our blocks. */

/** Whether a sheet is that of an export: reveal.js's own, all themes and the blocks of slides.com in one. */
export const isSlidesComSheet = (css: string): boolean =>
  css.includes('.sl-block') && /\.theme-(?:font|color)-/.test(css)

const theme = /\.(theme-(?:font|color)-[\w-]+)/

/** The rules of a page's own themes. */
function themeRules(css: string, page: readonly string[]): string[] {
  const own = (selector: string) => {
    const name = theme.exec(selector)?.[1]
    return name !== undefined && page.includes(name) && !/\.(?:themed|controls|progress|slide-number)\b/.test(selector)
  }
  return rulesIn(css).flatMap(({ selectors, declarations }) => {
    const kept = selectors.trimStart().startsWith('@') ? [] : selectorsIn(selectors).filter(own)
    return kept.length > 0 ? [`${kept.join(',')} {${declarations}}`] : []
  })
}

/** Text of a box of slides.com, where its themes find it; more specific than the styles of our text. */
const box = '.reveal .slides section > .block[data-block-type="text"] .block-content.block-content'

/** Resets styles of our text boxes that those of slides.com lack. The rules of its themes follow. */
const base = `.reveal .slides section > .block[data-block-type="text"] { line-height: inherit; }
${box} > :where(:not(:first-child)) { margin-top: 0; }
${box} :is(h1, h2, h3, h4, h5, h6) { line-height: inherit; text-wrap: wrap; color: inherit; }
${box} :is(ul, ol) { padding: 0; }
${box} :where(li, li > ul, li > ol) { margin-top: 0; }
${box} li::marker { color: inherit; }
${box} blockquote { padding: 0; border: 0; background: none; box-shadow: none; }
${box} :not(pre) > code { padding: 0; border-radius: 0; background: none; font-size: inherit; }
`
/** Their reset applies to all spans, so that formulas have the size of the text around them. */
const formulas = `.reveal .slides .katex.katex { font-size: 1em; line-height: inherit; }
`
const ends = `${box}.block-content > :first-child { margin-top: 0; }
${box}.block-content > :last-child { margin-bottom: 0; }
.reveal .slides section > .block[data-block-type="text"][style*="line-height"] .block-content.block-content.block-content * { line-height: inherit; }
`

const code = '.reveal .slides section > .block[data-highlight-theme]'
/** The box of code, with the bar of a window that some have. */
const codeBase = `${code} { --code-font: Courier, monospace; --code-line-height: 1.2; --code-padding: 5px; --code-background: none; --code-tab-size: 8; border-radius: 0; }
${code} code { min-height: 100%; }
${code}[data-code-frame] { --code-padding: 15px; border-radius: 6px; box-shadow: 0 6px 30px rgba(0, 0, 0, 0.3); }
${code}[data-code-frame] code::before { content: ""; display: block; height: 32px; }
${code}[data-code-frame] pre::after { content: "●●●"; position: absolute; top: 7px; left: 16px; color: #999999; font: 16px/1 sans-serif; letter-spacing: 4px; }
.reveal .slides section > .block[data-block-type="table"] > table > :is(thead, tbody) > tr > :is(th, td) { text-align: inherit; vertical-align: top; }
.reveal .slides section > .block[data-block-type="table"] > table > :is(thead, tbody) > tr > th { background: none; font-weight: bold; }
`

/** The colors of code that the markup names, for our blocks. */
function codeColors(css: string, markup: string): string[] {
  return rulesIn(css).flatMap(({ selectors, declarations }) => {
    const kept = selectorsIn(selectors).filter((one) => {
      const name = /^\s*\[data-highlight-theme="([\w-]+)"\]\s+\.hljs/.exec(one)?.[1]
      return name !== undefined && markup.includes(`-highlight-theme="${name}"`)
    })
    const own = kept.map((one) => `.reveal .slides section > .block${one.trim()}`)
    return own.length > 0 ? [`${own.join(', ')} {${declarations}}`] : []
  })
}

const textElement =
  /\.reveal(?:\s+\.slides)?(?:\s+section)?(?=\s+(?:h[1-6]|p|ul|ol|dl|li|blockquote|a|b|strong|em|sup|sub|small|code)\b)/

/** The box for the start of a selector: one class more specific if it names the slides. */
const boxFor = (start: string): string => (start.includes('.slides') ? box.replace('.slides', '.slides.slides') : box)

/** Rules for text, which find it in our text boxes too. */
function withTextBoxes(css: string): string {
  return withSelectors(css, (selectors) =>
    selectorsIn(selectors)
      .flatMap((one) =>
        textElement.test(one) && !one.includes('> .block')
          ? [one.trim(), one.trim().replace(textElement, boxFor)]
          : [one],
      )
      .join(', '),
  )
}

/**
 * The parts of an export's sheet that decks need: fonts, the page's themes, what it says of text, and the colors of code.
 * `page`: the classes of the page. `markup`: its converted slides.
 */
export function slidesComRules(css: string, page: readonly string[], markup: string): string {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const fonts = plain.match(fontFaces) ?? []
  const text = [textRulesOfCore(plain), ...themeRules(plain, page)].join('\n')
  return [...fonts, base, text, ends, formulas, codeBase, ...codeColors(plain, markup)].join('\n')
}

/** An author's styles for text and for blocks of slides.com, which find ours too. */
export function withOwnBlocks(css: string): string {
  return withSelectors(withTextBoxes(css), (selectors) =>
    selectors
      .replace(/\.sl-block(\[[^\]]{0,200}\])?[\s>]+\.sl-block-content(?![\w-])/g, '.block$1')
      .replace(/\.sl-block(?:-content|-style)?(?![\w-])/g, (name) => `:is(${name}, .block)`),
  )
}
