/** Whether the HTML of a text has nothing to see: no words, pictures, rules or formulas. */
export function isBlank(html: string): boolean {
  return !/<(?:img|hr|span [^>]*data-latex)/.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}
