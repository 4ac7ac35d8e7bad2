import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'

/**
 * Checks the invariants for an uploaded SVG: idempotent; one svg element with size and viewBox; nothing that runs,
 * loads, links or animates; throws only SanitizeError. Returns the violations as text.
 */
export function brokenSvgLaws(source: string, clean: (svg: string) => string): string[] {
  let svg: string
  try {
    svg = clean(source)
  } catch (error) {
    return error instanceof SanitizeError ? [] : [`throws ${String(error)}`]
  }
  const broken: string[] = []
  if (clean(svg) !== svg) broken.push('cleaning again changes it')
  if (
    !/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+" width="[\d.]+" height="[\d.]+"[ />]/.test(svg)
  )
    broken.push('it does not begin with a sized svg element')
  if (/<(?:\w+:)?(?:script|style|foreignObject|image|feImage|animate\w*|set|a|iframe|handler)[\s/>]|<[!?]/i.test(svg))
    broken.push('it holds a forbidden element')
  // Only names count: quoted values and text are data.
  const names = (svg.match(/<[^>]+>/g) ?? []).join('').replace(/="[^"]*"/g, '=')
  if (/\s(?:on\w+|xml:base|xlink:\w+)=/i.test(names)) broken.push('it holds a forbidden attribute')
  if (/ href="(?!#svg-)|url\(&quot;(?!#svg-|\/m\/)/.test(svg)) broken.push('it refers to something outside')
  return broken
}
