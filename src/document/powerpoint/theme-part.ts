import { type DeckLook, luminance, mixed } from './look.ts'
import { declaration, text } from './xml.ts'

const hex = (color: string): string => color.slice(1, 7).toUpperCase()

/** Whether a look's text is light on a dark ground. */
export function isDark({ background }: DeckLook): boolean {
  return luminance(background) < 0.3
}

/** How the names that slides use map to the theme's dark and light colors. */
export function colorMapXml(look: DeckLook): string {
  const [ground, letters] = isDark(look) ? ['dk', 'lt'] : ['lt', 'dk']
  const accents = [1, 2, 3, 4, 5, 6].map((index) => ` accent${index}="accent${index}"`).join('')
  return `<p:clrMap bg1="${ground}1" tx1="${letters}1" bg2="${ground}2" tx2="${letters}2"${accents} hlink="hlink" folHlink="folHlink"/>`
}

/** The file's theme: the deck's colors and fonts under the names that office programs offer them by. */
export function themeXml(look: DeckLook): string {
  const color = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${hex(value)}"/></a:${name}>`
  const soft = mixed(look.background, look.text, 0.08)
  const [dark, light] = isDark(look)
    ? [[look.background, soft] as const, [look.text, look.heading] as const]
    : [[look.text, look.heading] as const, [look.background, soft] as const]
  const colors = [
    color('dk1', dark[0]),
    color('lt1', light[0]),
    color('dk2', dark[1]),
    color('lt2', light[1]),
    ...look.accents.map((accent, index) => color(`accent${index + 1}`, accent)),
    color('hlink', look.link),
    color('folHlink', look.link),
  ]
  const font = (tag: string, family: string): string =>
    `<a:${tag}><a:latin typeface="${text(family)}"/><a:ea typeface=""/><a:cs typeface=""/></a:${tag}>`
  const fonts = font('majorFont', look.headingFont) + font('minorFont', look.bodyFont)
  const name = text(look.name.slice(0, 60) || 'Deck')
  return `${declaration}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${name}"><a:themeElements><a:clrScheme name="${name}">${colors.join('')}</a:clrScheme><a:fontScheme name="${name}">${fonts}</a:fontScheme>${formatScheme}</a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`
}

const plain = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const line = `<a:ln w="9525" cap="flat" cmpd="sng" algn="ctr">${plain}<a:prstDash val="solid"/></a:ln>`
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
const formatScheme = `<a:fmtScheme name="Plain"><a:fillStyleLst>${plain.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${plain.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`
