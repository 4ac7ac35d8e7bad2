import { declarationAttacks } from './css-attacks.ts'
import { type Random, random } from './random.ts'

const preludes = [
  'p',
  '.a > b',
  ':root',
  'a:hover',
  'p::before',
  '[title="</style>"]',
  ':is(a, :has(b))',
  '&:focus',
  '@media (width<5px)',
  '@media screen and (min-width:1px)',
  '@supports (display:grid)',
  '@layer a',
  '@container x (width>1px)',
  '@keyframes k',
  '@font-face',
  '@page',
  '@scope (a)',
  '@property --x',
  '@import "http://canary.invalid/x"',
  '50%',
  'from, to',
  '\\70',
  'a\\:b',
  '*|*',
  'p{q',
  '',
]
const pieces = [
  ';',
  '}',
  '{',
  ')',
  '(',
  ']',
  '[',
  '/*',
  '*/',
  '/**/',
  '"',
  "'",
  '\\',
  '\n',
  '\u0000',
  '<!--',
  '-->',
  '</style>',
  'url(',
  'u\\72l(http://canary.invalid/)',
  '@import',
  ' ',
  ',',
  ':',
  '!important',
  '--x:',
  'U+26',
  '1e3',
  '+.5',
  '#fff',
  '<',
  '&',
  '\ud800',
]

/** A random style sheet of allowed and forbidden, valid and broken rules. Deterministic per seed. */
export function randomCss(seed: number): string {
  const dice = random(seed)
  let css = ''
  for (let count = 1 + dice.below(5); count > 0; count--) css += randomRule(dice, 0)
  return css
}

function randomRule(dice: Random, nesting: number): string {
  if (dice.oneIn(8)) return dice.pick(pieces)
  let body = ''
  for (let count = dice.below(5); count > 0; count--) {
    if (nesting < 7 && dice.oneIn(4)) body += randomRule(dice, nesting + 1)
    else if (dice.oneIn(3)) body += dice.pick(pieces)
    else body += `${dice.pick(declarationAttacks)}${dice.oneIn(6) ? '' : ';'}`
  }
  return `${dice.pick(preludes)}${dice.oneIn(12) ? '' : '{'}${body}${dice.oneIn(12) ? '' : '}'}`
}
