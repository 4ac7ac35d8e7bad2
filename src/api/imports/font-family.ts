const serif = /times|georgia|garamond|cambria|book|palatino|serif|baskerville|caslon|didot|bodoni|minion|roman|century/i
const mono = /courier|consol|\bmono|menlo|\bcode\b|typewriter/i
/** Fonts of the same widths: those that come with the product, and those that other systems have. */
const alike: Readonly<Record<string, string>> = {
  ...{ calibri: 'Carlito', 'calibri light': 'Carlito', cambria: 'Caladea', arial: 'Liberation Sans' },
  ...{ helvetica: 'Liberation Sans', 'times new roman': 'Liberation Serif', 'courier new': 'Liberation Mono' },
}

/** A font family in CSS, with a generic one behind it; '' without a name. */
export function fontFamily(name: string): string {
  const plain = name
    .replaceAll(/["';{}\\<>]/g, '')
    .trim()
    .slice(0, 100)
  if (plain === '') return ''
  const generic = mono.test(plain) ? 'monospace' : serif.test(plain) && !/sans/i.test(plain) ? 'serif' : 'sans-serif'
  const second = alike[plain.toLowerCase()]
  return `"${plain}", ${second ? `"${second}", ` : ''}${generic}`
}
