/** Target host of redirect attacks. */
export const evil = 'evil.example'

/** Known obfuscations of a URL, from vulnerability reports. */
const known: readonly string[] = [
  ...[
    `//${evil}`,
    `///${evil}`,
    `////${evil}/%2e%2e`,
    `//${evil}/..;/css`,
    `//user@${evil}`,
    `//${evil}:80#@localhost:3000`,
  ],
  ...[
    `/\\${evil}`,
    `\\\\${evil}`,
    `\\/${evil}`,
    `/\\/${evil}`,
    `//\\${evil}`,
    `/\\\\${evil}`,
    `/.\\${evil}`,
    `/..\\\\${evil}`,
  ],
  ...[
    `/\t/${evil}`,
    `/\n/${evil}`,
    `/\r/${evil}`,
    `\t//${evil}`,
    ` //${evil}`,
    `\u0000//${evil}`,
    `/\u0000/${evil}`,
    `/\t\\${evil}`,
  ],
  ...[
    `/%09/${evil}`,
    `/%0a/${evil}`,
    `/%0d/${evil}`,
    `/%2f/${evil}`,
    `/%2f%2f${evil}`,
    `/%5c${evil}`,
    `/%5c%5c${evil}`,
  ],
  ...[
    `/.//${evil}`,
    `/..//${evil}`,
    `/x/..//${evil}`,
    `/./\\${evil}`,
    `/%2e%2e//${evil}`,
    `/x/%2e%2e//${evil}`,
    `/..;//${evil}`,
  ],
  ...[
    `https://${evil}`,
    `http://${evil}`,
    `https:${evil}`,
    `http:/${evil}`,
    `http:///${evil}`,
    `http:\\\\${evil}`,
    `HTTPS://${evil}`,
  ],
  ...[`ftp://${evil}`, `ws://${evil}`, `file://${evil}/x`, `blob:https://${evil}/x`, `view-source:https://${evil}`],
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    '/javascript:alert(1)',
  ],
  ...[
    evil,
    `.${evil}`,
    `@${evil}`,
    `:@${evil}`,
    `:80@${evil}`,
    `?@${evil}`,
    `#@${evil}`,
    `http://localhost:3000@${evil}`,
  ],
  ...[
    `http://localhost:3000.${evil}`,
    `http://localhost:3000%2f@${evil}`,
    `http://localhost:3000\\@${evil}`,
    `//localhost:3000@${evil}`,
  ],
  ...[
    `//%65vil.example`,
    `//evil%E3%80%82example`,
    `//evil\u3002example`,
    `/\u2044/${evil}`,
    `\uff0f\uff0f${evil}`,
    `/\uff0f${evil}`,
  ],
  ...[
    `/x?next=//${evil}`,
    `/x#//${evil}`,
    `/x/http://${evil}`,
    `//[::ffff:1.2.3.4]`,
    '//3232235777',
    '//0x7f000001',
    '//127.1',
  ],
  ...[`/x\r\nLocation: https://${evil}`, `/x%0d%0aLocation:%20https://${evil}`, `/\u2028/${evil}`, `/\ufeff/${evil}`],
]

/** Characters that URL parsers drop, treat as a slash, or normalize; and some that are treated as spaces. */
const signs: readonly string[] = [
  ...Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)),
  ...['\u007f', '\u0085', '\u00a0', '\u00ad', '\u034f', '\u180e', '\u200b', '\u200d', '\u2028', '\u2029', '\u2060'],
  ...['\u2044', '\u2215', '\u29f5', '\u3000', '\u3002', '\ufe68', '\ufeff', '\uff0e', '\uff0f', '\uff3c', '\ufffd'],
]

/** One character at each position where a check for two slashes may fail. */
const hidden = signs.flatMap((sign) => [
  `${sign}//${evil}`,
  `/${sign}/${evil}`,
  `//${sign}${evil}`,
  `/${sign}\\${evil}`,
  `${sign}https://${evil}`,
  `ht${sign}tps://${evil}`,
  `/${encodeURIComponent(sign)}/${evil}`,
])

/** Every scheme that navigates, followed by any common number of slashes and backslashes. */
const schemes = ['http:', 'https:', 'HtTpS:', 'ftp:', 'ws:', 'wss:', 'file:', 'javascript:', 'data:', 'x:', '']
const slashes = [
  '',
  '/',
  '//',
  '///',
  '\\',
  '\\\\',
  '/\\',
  '\\/',
  '%2f%2f',
  '%5c%5c',
  '/%2f',
  '/;/',
  '/./',
  '/../',
  '//./',
  '/.//',
]
const reached = schemes.flatMap((scheme) => slashes.map((some) => `${scheme}${some}${evil}`))

/** Distinct open-redirect attacks: the known forms first. */
export const redirectAttacks: readonly string[] = [...new Set([...known, ...hidden, ...reached])]

/** Number of known forms, at the start of the list. */
export const knownRedirectAttacks = known.length
