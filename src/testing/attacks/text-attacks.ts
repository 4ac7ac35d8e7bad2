import { type Attack, canary, hit, numbered } from './attack.ts'

/** Text that closes its context and begins markup. */
const breakouts = [
  ...['>', '">', "'>", '`>', '/>', '-->', ']]>', '?>', '%>', '}}'],
  ...['</title>', '</textarea>', '</script>', '</style>', '</option>', '</select>', '</noscript>', '</template>'],
  ...['</a>', '</p>', '</h1>', '</pre>', '</svg>', '</iframe>', '</body></html>', '<!--', '<![CDATA[', '\u0000'],
].map((end) => `${end}<img src=x: onerror=${hit}>`)

/** Text that adds an attribute to its element. */
const addedAttributes = ['"', "'", '`', '', '\u00a0', '\t', '\n', '\u0000"', '&quot;', '\\"'].flatMap((quote) => [
  `x${quote} onmouseover=${quote}${hit}`,
  `x${quote} autofocus onfocus=${quote}${hit}${quote} tabindex=${quote}1`,
])

/** Text that starts a script in any context. */
const markup = [
  `<script>${hit}</script>`,
  `<ScRiPt >${hit}</sCrIpT>`,
  `<svg onload=${hit}>`,
  `<svg><script>${hit}</script></svg>`,
  `<img src="//${canary}/x">`,
  `<link rel=stylesheet href=//${canary}/x>`,
  `<meta http-equiv=refresh content="0;url=javascript:${hit}">`,
  `<base href="//${canary}/">`,
  `<iframe srcdoc="<script>parent.${hit}</script>"></iframe>`,
  `<form action="javascript:${hit}"><button>a</button></form>`,
  `<details open ontoggle=${hit}>a</details>`,
  `<input autofocus onfocus=${hit}>`,
  `<style>*{background:url(//${canary}/x)}</style>`,
  `<math><mtext><table><mglyph><style><!--</style><img src=x: onerror=${hit}>`,
  `&lt;img src=x: onerror=${hit}&gt;`,
  `&amp;lt;img src=x: onerror=${hit}&amp;gt;`,
  `&#60;script&#62;${hit}&#60;/script&#62;`,
  `＜script＞${hit}＜/script＞`,
  `‹script›${hit}‹/script›`,
  `\\u003cscript\\u003e${hit}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${hit}\\x3c/script\\x3e`,
  `%3Cscript%3E${hit}%3C/script%3E`,
  `+ADw-script+AD4-${hit}+ADw-/script+AD4-`,
]

/** Text that is code elsewhere: scripts, templates, sheets, shells, databases. */
const programs = [
  `';${hit};//`,
  `";${hit};//`,
  `\\';${hit};//`,
  `\u2028${hit}\u2029`,
  `\${${hit}}`,
  `{{constructor.constructor('${hit}')()}}`,
  `{{=${hit}}}`,
  `<%= ${hit} %>`,
  `#{${hit}}`,
  `$& $1 $\` $' ${hit}`,
  `=HYPERLINK("http://${canary}/x")`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `' or 1=1; drop table decks; --`,
  `%s%n%x {0} $HOME $(id)`,
  `<!--#exec cmd="id"-->`,
  `]]><x xmlns:x="urn:x" x:onload="${hit}"/>`,
  `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;`,
  '__proto__',
  'constructor',
  `javascript:${hit}`,
  `{"__html":"<img src=x: onerror=${hit}>"}`,
]

/** Header injection: text that would begin another header, mail or file. */
const headers = [
  `x\r\nBcc: all@${canary}`,
  `x\nContent-Type: text/html\n\n<script>${hit}</script>`,
  `x\r\n\r\n<script>${hit}</script>`,
  `x\u2028Bcc: all@${canary}`,
  `x\u0085Bcc: all@${canary}`,
  `x\u000bSet-Cookie: a=b`,
  `x%0d%0aSet-Cookie: a=b`,
  `=?utf-8?B?PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==?=`,
  `"x" <all@${canary}>, "y"`,
  `x\r\n.\r\nMAIL FROM:<all@${canary}>`,
  '../../../etc/passwd',
  '..\\..\\x.html"; filename="x.html',
  'x.html\u202elmth.x',
]

/** Text for titles, names, labels, notes and mails; it must appear as text everywhere. */
export const textAttacks: readonly Attack[] = [
  ...numbered('end and begin', breakouts),
  ...numbered('added attribute', addedAttributes),
  ...numbered('markup', markup),
  ...numbered('program', programs),
  ...numbered('header', headers),
]
