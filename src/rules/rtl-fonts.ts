/**
 * reveal.js sets sans-serif for right-to-left slides, with a specificity that no theme reaches. Themes decide on fonts
 * in both directions, so the declaration is removed from the sheet.
 */
const rtlText = /^\.reveal\.rtl \.slides\b/

/** Whether a declaration of reveal.js's style sheet sets the font of right-to-left text. */
export function isRtlFont(selector: string, property: string): boolean {
  return property === 'font-family' && rtlText.test(selector)
}

/** reveal.js's published (minified) style sheet without its right-to-left fonts. */
export function withoutRtlFonts(css: string): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selector: string, body: string) => {
    if (!rtlText.test(selector)) return rule
    const declarations = body
      .split(';')
      .filter((declaration) => !isRtlFont(selector, declaration.split(':')[0]?.trim() ?? ''))
    return `${selector}{${declarations.join(';')}}`
  })
}
