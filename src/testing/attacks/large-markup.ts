import type { Attack } from './attack.ts'

/** Markup that takes quadratic time in a careless parser: about a megabyte each, or a share (0 to 1) of that. */
export function largeMarkup(share = 1): readonly Attack[] {
  const many = (text: string, times: number): string => text.repeat(Math.round(times * share))
  return [
    { name: 'text', source: `<p>${many('hello &amp; world ', 55_000)}</p>` },
    { name: 'paragraphs', source: many('<p>x</p>', 9_900) },
    {
      name: 'attributes',
      source: many(`<p ${Array.from({ length: 60 }, (_, index) => `a${index}="1"`).join(' ')}>`, 1_500),
    },
    { name: 'broken style', source: `<p style="${many('a:b(c;', 150_000)}">x` },
    { name: 'open brackets in a style', source: `<p style="${many('(', 990_000)}">x` },
    { name: 'open elements', source: many('<a>', 300_000) },
    {
      name: 'elements that are copied',
      source: `<p>${'<b a=1><i b=2><u c=3>'.repeat(3)}</p>${many('<p>x', 9_000)}`,
    },
    { name: 'text that a table throws out', source: `<table>${many('<i>x</i>', 5_000)}` },
    { name: 'classes', source: `<p class="${many('a ', 490_000)}">x` },
    { name: 'an address', source: `<img src="${many('a', 990_000)}">` },
    { name: 'a bad path', source: `<svg><path d="${many(' ', 900_000)}x">` },
    { name: 'lone ampersands', source: many('&', 990_000) },
    { name: 'comments', source: many('<!---->', 140_000) },
  ]
}
