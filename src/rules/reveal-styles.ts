/**
 * reveal.js's style sheet shows the text of right-to-left slides in sans-serif, by selectors that no theme outdoes. Fonts
 * are a matter of the theme in both directions, so the declaration is taken out of the sheet.
 */
const rtlText = /^\.reveal\.rtl \.slides\b/

/** Whether a declaration of reveal.js's style sheet is one of a font for right-to-left text. */
export function isRtlFont(selector: string, property: string): boolean {
  return property === 'font-family' && rtlText.test(selector)
}

/** The text of reveal.js's style sheet, as published (minified), without its fonts for right-to-left text. */
export function withoutRtlFonts(css: string): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selector: string, body: string) => {
    if (!rtlText.test(selector)) return rule
    const kept = body.split(';').filter((declaration) => !isRtlFont(selector, declaration.split(':')[0]?.trim() ?? ''))
    return `${selector}{${kept.join(';')}}`
  })
}
