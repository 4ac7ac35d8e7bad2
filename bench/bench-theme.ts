/** A large theme as a brand may have one: rules for every element in many variants, and markup below the slides. */
export function heavyTheme(rules: number): { readonly css: string; readonly html: string } {
  // Short selectors: their sum is limited.
  const rule = (n: number) =>
    `.brand-${n} { color: hsl(${n % 360} 60% 30%); padding: ${n % 9}px; margin: 0 ${n % 7}px; border: 1px solid hsl(${n % 360} 60% 60%); border-radius: ${n % 5}px; }`
  const css = [
    '.reveal h2 { letter-spacing: -0.02em; border-bottom: 4px solid var(--l-accent-1); }',
    '.reveal .slides section > .block .block-content li::marker { color: var(--l-accent-2); }',
    ...Array.from({ length: rules }, (_, n) => rule(n)),
  ].join('\n')
  const mark = (n: number) => `<div class="mark-${n}"><p><b>Brand</b> <span>${n}</span></p></div>`
  return { css, html: Array.from({ length: 40 }, (_, n) => mark(n)).join('') }
}
