import { type Attack, combine, numbered } from './attack.ts'

const names: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'Reveal',
    'RevealConfig',
    'body',
    'cookie',
    'currentScript',
    'getElementById',
    'location',
    'documentElement',
    'defaultView',
    'parent',
    'hit',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'attributes',
    'nodeName',
    'childNodes',
    'svg-x',
  ].map((name) => [name, name]),
)

/** DOM clobbering: elements whose id or name shadows a property of the page. */
export const clobberingAttacks: readonly Attack[] = [
  ...combine(
    'name of an',
    { anchor: '<a id=@ href="https://x.invalid/">a</a>', image: '<img name=@ src="/m/a.png">' },
    names,
  ),
  ...combine('field of a', { form: '<form id=x><input name=@></form>' }, names),
  ...numbered('names', [
    '<a id=a></a><a id=a name=b href=x:></a>',
    '<form id=a><output id=b>c</output></form>',
    '<iframe name=a srcdoc="<a id=b href=x:></a>"></iframe>',
    '<iframe src="https://x.invalid/" name=hit></iframe>',
    '<object id=a name=b></object><embed name=c>',
    '<section id=slides name=reveal>a</section>',
    '<p id="svg-a" name="svg-a">a</p>',
    '<svg id=a><g id=b name=c><path id=d d="M0 0"/></g></svg>',
    '<svg><linearGradient id=location><stop offset=0 /></linearGradient></svg>',
    '<svg><linearGradient id="x y"><stop/></linearGradient><radialGradient id="1"><stop/></radialGradient></svg>',
    '<p itemscope itemtype="http://canary.invalid/" itemid=x itemprop=y itemref=z>a</p>',
    '<p xml:id=a xmlns:x=y x:id=b>a</p>',
    '<p aria-labelledby=a aria-owns=b aria-controls=c for=d form=e list=f headers=g usemap=h>a</p>',
  ]),
]
