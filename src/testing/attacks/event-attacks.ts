import { type Attack, combine, hit } from './attack.ts'

/** Markup in which `@` is an event attribute with its script; most events fire automatically, the others on a click or key. */
const places: Readonly<Record<string, string>> = {
  'error of a picture': '<img src=x: onerror=@>',
  'error of a source': '<video><source src=x: onerror=@></video>',
  'error of a sound': '<audio src=x: onerror=@></audio>',
  'error of an image button': '<input type=image src=x: onerror=@>',
  'error of a link': '<link rel=stylesheet href=x: onerror=@>',
  'error of an object': '<object data=x: onerror=@></object>',
  'load of a picture': '<img src=data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw== onload=@>',
  'load of a frame': '<iframe onload=@></iframe>',
  'load of a style': '<style onload=@>a{}</style>',
  'load of a drawing': '<svg onload=@></svg>',
  'load of a drawing inside a drawing': '<svg><g><svg onload=@></svg></g></svg>',
  'load of the page': '<body onload=@>',
  'page shown': '<body onpageshow=@>',
  'hash changed': '<body onhashchange=@>',
  'focus of a field': '<input autofocus onfocus=@>',
  'focus of a text area': '<textarea autofocus onfocus=@></textarea>',
  'focus of a choice': '<select autofocus onfocus=@><option>a</select>',
  'focus of a button': '<button autofocus onfocus=@>a</button>',
  'focus of a link': '<a href="#" autofocus tabindex=0 onfocus=@>a</a>',
  'focus of a block': '<div contenteditable autofocus onfocus=@>a</div>',
  'focus of any block': '<p tabindex=1 autofocus onfocusin=@>a</p>',
  'focus of an svg': '<svg><rect width=10 height=10 tabindex=0 autofocus onfocus=@ /></svg>',
  'loss of focus': '<input autofocus onblur=@><input autofocus>',
  click: '<p onclick=@>click</p>',
  'press of a button': '<b onmousedown=@>press</b>',
  pointer: '<i onpointerdown=@>point</i>',
  'pointer enters': '<div onpointerenter=@ style="width:960px;height:700px">x</div>',
  'mouse over': '<h1 onmouseover=@>x</h1>',
  'context menu': '<p oncontextmenu=@>x</p>',
  key: '<a href="#" onkeydown=@>x</a>',
  toggle: '<details open ontoggle=@><summary>a</summary>b</details>',
  marquee: '<marquee onstart=@>a</marquee>',
  'marquee width': '<marquee loop=1 width=0 onfinish=@>a</marquee>',
  animation: '<style>@keyframes k{}</style><p style="animation:k 1s" onanimationstart=@>a</p>',
  'animation ended': '<style>@keyframes k{from{left:0}}</style><p style="animation:k .01s" onanimationend=@>a</p>',
  transition: '<a href="#" style="transition:outline 1s" ontransitionrun=@ autofocus tabindex=1>a</a>',
  popover: '<button popovertarget=p autofocus>a</button><div popover id=p onbeforetoggle=@>b</div>',
  'content visibility': '<div style="content-visibility:auto" oncontentvisibilityautostatechange=@>a</div>',
  'start of a film': '<video src=data:, autoplay onloadstart=@></video>',
  'error of a film': '<video src=x: onerror=@></video>',
  'change of a track': '<video><track default src=x: onerror=@></video>',
  'resize observed': '<frameset onresize=@>',
  'animated attribute': '<svg><animate attributeName=x dur=1s onbegin=@ /></svg>',
  'animation of an svg ended': '<svg><set attributeName=x dur=.01s onend=@ /></svg>',
  'search typed': '<input type=search onsearch=@ value=a autofocus>',
  'dialog closed': '<dialog open onclose=@>a<form method=dialog><button>x</button></form></dialog>',
}

const ways: Readonly<Record<string, string>> = {
  plain: hit,
  'in double quotes': `"${hit}"`,
  'in capitals with entities': `"&#104;it&lpar;&rpar;"`,
  'with a line feed': `\n'${hit}'`,
}

/** Event handlers: every element with every notation, and the separators that browsers treat as white space. */
export const eventAttacks: readonly Attack[] = [
  ...combine('event', places, ways),
  ...['/', '\t', '\f', '\r', '\n', '/ /', '//'].map((separator, index) => ({
    name: `event, separator ${index + 1}`,
    source: `<img${separator}src=x:${separator}onerror=${hit}>`.replace(`x:${separator}`, `"x:"${separator}`),
  })),
  ...['ONERROR', 'OnErRoR', 'onerror\n', 'onerror '].map((name, index) => ({
    name: `event, name ${index + 1}`,
    source: `<img src=x: ${name}=${hit}>`,
  })),
]
