import { attribute, type HtmlElement, isElement, parseFragment, textContent } from '../html.ts'
import type { Painter } from './look.ts'
import type { SceneColor } from './scene.ts'
import { points, text } from './xml.ts'

/** How a formula's letters look. */
export interface MathLook {
  readonly painter: Painter
  readonly color: SceneColor
  /** Px. */
  readonly size: number
}

/** Operators with limits. */
const large = /^[∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨀]$/
const integral = /^[∫∬∭∮]$/
/** Operators that end the operand of a sum. */
const relation = /^[=<>≤≥≠≈≡∼→⇒,;]$/

/** Accents of MathML as the combining characters of the other format. */
const accents: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0305',
  '‾': '\u0305',
  '˙': '\u0307',
  '¨': '\u0308',
  '→': '\u20d7',
  '⃗': '\u20d7',
  ˇ: '\u030c',
  '´': '\u0301',
  '`': '\u0300',
  '˘': '\u0306',
}

/** A formula in MathML as Office MathML; null without one, and for what has no counterpart. */
export function ommlOf(mathml: string, look: MathLook): string | null {
  const math = parseFragment(mathml).childNodes.find(
    (node): node is HtmlElement => isElement(node) && node.tagName === 'math',
  )
  if (!math) return null
  const formula = new Converter(look).row(math)
  return formula === '' ? null : formula
}

const skipped = new Set(['annotation', 'annotation-xml', 'mspace', 'mphantom', 'maligngroup', 'malignmark'])

function childrenOf(element: HtmlElement): HtmlElement[] {
  return element.childNodes.filter(
    (node): node is HtmlElement => isElement(node) && (!skipped.has(node.tagName) || node.tagName === 'mspace'),
  )
}

function only(element: HtmlElement | undefined): string {
  return element ? textContent(element).trim() : ''
}

/** The operator that an element is, through rows of one; '' if it is more. */
function operatorOf(element: HtmlElement | undefined): string {
  if (!element) return ''
  if (element.tagName === 'mo') return only(element)
  const inside = childrenOf(element)
  return /^(mrow|mstyle|mpadded|semantics)$/.test(element.tagName) && inside.length === 1 ? operatorOf(inside[0]) : ''
}

class Converter {
  readonly #look: MathLook

  constructor(look: MathLook) {
    this.#look = look
  }

  /** The children of an element, side by side. */
  row(element: HtmlElement): string {
    return this.#list(childrenOf(element))
  }

  #list(elements: readonly HtmlElement[]): string {
    const parts: string[] = []
    for (let index = 0; index < elements.length; index++) {
      const element = elements[index]!
      const sum = this.#limits(element)
      if (sum) {
        const rest = elements.slice(index + 1)
        const end = rest.findIndex((one, place) => place > 0 && relation.test(operatorOf(one)))
        const operand = end < 0 ? rest : rest.slice(0, end)
        if (operand.length > 0) {
          parts.push(`${sum}<m:e>${this.#list(operand)}</m:e></m:nary>`)
          index += operand.length
          continue
        }
      }
      parts.push(this.#element(element))
    }
    return parts.join('')
  }

  /** A sum or integral with its limits, without its operand; null if it is not one. */
  #limits(element: HtmlElement): string | null {
    const named = /^(munderover|msubsup|munder|msub|mover|msup)$/.test(element.tagName)
    const parts = named ? childrenOf(element) : [element]
    const operator = operatorOf(parts[0])
    if (!large.test(operator)) return null
    const { tagName } = element
    const hasBoth = tagName === 'munderover' || tagName === 'msubsup'
    const hasUpper = hasBoth || tagName === 'mover' || tagName === 'msup'
    const hasLower = hasBoth || tagName === 'munder' || tagName === 'msub'
    const place = /^m(under|over)/.test(tagName) && !integral.test(operator) ? 'undOvr' : 'subSup'
    const hidden = `${hasLower ? '' : '<m:subHide m:val="1"/>'}${hasUpper ? '' : '<m:supHide m:val="1"/>'}`
    const properties = `<m:naryPr><m:chr m:val="${operator}"/><m:limLoc m:val="${place}"/>${hidden}</m:naryPr>`
    const lower = hasLower ? this.#one(parts[1]) : ''
    const upper = hasUpper ? this.#one(parts[hasBoth ? 2 : 1]) : ''
    return `<m:nary>${properties}<m:sub>${lower}</m:sub><m:sup>${upper}</m:sup>`
  }

  #one(element: HtmlElement | undefined): string {
    return element ? this.#element(element) : ''
  }

  #run(value: string, style: 'p' | 'i' | 'b' | 'bi'): string {
    if (value === '') return ''
    const { painter, color, size } = this.#look
    const properties = `<a:rPr lang="en-US" sz="${Math.min(400_000, Math.max(100, points(size)))}" b="${style.startsWith('b') ? 1 : 0}" i="${style.endsWith('i') ? 1 : 0}">${painter.solid(color)}<a:latin typeface="Cambria Math"/></a:rPr>`
    return `<m:r><m:rPr><m:sty m:val="${style}"/></m:rPr>${properties}<m:t>${text(value)}</m:t></m:r>`
  }

  #identifier(element: HtmlElement): string {
    const value = only(element)
    const variant = attribute(element, 'mathvariant') ?? ''
    const isItalic = variant === '' ? [...value].length === 1 : variant.includes('italic')
    return this.#run(value, variant.includes('bold') ? (isItalic ? 'bi' : 'b') : isItalic ? 'i' : 'p')
  }

  #element(element: HtmlElement): string {
    const parts = childrenOf(element)
    const [first, second, third] = parts
    const e = (part: HtmlElement | undefined): string => `<m:e>${this.#one(part)}</m:e>`
    switch (element.tagName) {
      case 'mi':
        return this.#identifier(element)
      case 'mn':
      case 'mo':
        return this.#run(only(element).replace(/[\u2061-\u2064]/g, ''), 'p')
      case 'mtext':
      case 'ms':
        return this.#run(textContent(element), 'p')
      case 'mspace':
        return Number.parseFloat(attribute(element, 'width') ?? '0') >= 0.5 ? this.#run('\u2003', 'p') : ''
      case 'mfrac': {
        const type = /^0(px|em)?$/.test(attribute(element, 'linethickness') ?? '') ? 'noBar' : 'bar'
        return `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${this.#one(first)}</m:num><m:den>${this.#one(second)}</m:den></m:f>`
      }
      case 'msqrt':
        return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${this.#list(parts)}</m:e></m:rad>`
      case 'mroot':
        return `<m:rad><m:radPr/><m:deg>${this.#one(second)}</m:deg>${e(first)}</m:rad>`
      case 'msup':
        return `<m:sSup>${e(first)}<m:sup>${this.#one(second)}</m:sup></m:sSup>`
      case 'msub':
        return `<m:sSub>${e(first)}<m:sub>${this.#one(second)}</m:sub></m:sSub>`
      case 'msubsup':
        return `<m:sSubSup>${e(first)}<m:sub>${this.#one(second)}</m:sub><m:sup>${this.#one(third)}</m:sup></m:sSubSup>`
      case 'munder':
        return this.#under(first, second)
      case 'mover':
        return this.#over(first, second)
      case 'munderover':
        return `<m:limUpp><m:e>${this.#under(first, second)}</m:e><m:lim>${this.#one(third)}</m:lim></m:limUpp>`
      case 'mtable':
        return this.#matrix(parts)
      default:
        return this.#fenced(parts) ?? this.#list(parts)
    }
  }

  #under(base: HtmlElement | undefined, lower: HtmlElement | undefined): string {
    const mark = operatorOf(lower)
    if (/^[⏟︸]$/.test(mark)) {
      return `<m:groupChr><m:groupChrPr><m:chr m:val="⏟"/><m:pos m:val="bot"/></m:groupChrPr><m:e>${this.#one(base)}</m:e></m:groupChr>`
    }
    if (/^[_‾―]$/.test(mark))
      return `<m:bar><m:barPr><m:pos m:val="bot"/></m:barPr><m:e>${this.#one(base)}</m:e></m:bar>`
    return `<m:limLow><m:e>${this.#one(base)}</m:e><m:lim>${this.#one(lower)}</m:lim></m:limLow>`
  }

  #over(base: HtmlElement | undefined, upper: HtmlElement | undefined): string {
    const mark = operatorOf(upper)
    if (/^[⏞︷]$/.test(mark)) {
      return `<m:groupChr><m:groupChrPr><m:chr m:val="⏞"/><m:pos m:val="top"/><m:vertJc m:val="bot"/></m:groupChrPr><m:e>${this.#one(base)}</m:e></m:groupChr>`
    }
    if (/^[‾¯―]$/.test(mark) && [...only(base)].length > 1) {
      return `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e>${this.#one(base)}</m:e></m:bar>`
    }
    const accent = accents[mark]
    if (accent) return `<m:acc><m:accPr><m:chr m:val="${accent}"/></m:accPr><m:e>${this.#one(base)}</m:e></m:acc>`
    return `<m:limUpp><m:e>${this.#one(base)}</m:e><m:lim>${this.#one(upper)}</m:lim></m:limUpp>`
  }

  /** A row between stretching brackets; null if it is not one. */
  #fenced(parts: readonly HtmlElement[]): string | null {
    const [first, last] = [parts[0], parts.at(-1)]
    if (parts.length < 2 || first?.tagName !== 'mo' || last?.tagName !== 'mo') return null
    if (attribute(first, 'fence') !== 'true' || attribute(last, 'fence') !== 'true') return null
    const sign = (element: HtmlElement): string => text(only(element).replace(/^\.$/, ''))
    return `<m:d><m:dPr><m:begChr m:val="${sign(first)}"/><m:endChr m:val="${sign(last)}"/></m:dPr><m:e>${this.#list(parts.slice(1, -1))}</m:e></m:d>`
  }

  #matrix(rows: readonly HtmlElement[]): string {
    const cells = rows.map((row) => childrenOf(row))
    const columns = Math.max(1, ...cells.map((row) => row.length))
    const properties = `<m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val="${columns}"/><m:mcJc m:val="center"/></m:mcPr></m:mc></m:mcs></m:mPr>`
    const lines = cells.map((row) => {
      const all = Array.from(
        { length: columns },
        (_, index) => `<m:e>${row[index] ? this.#list(childrenOf(row[index])) : ''}</m:e>`,
      )
      return `<m:mr>${all.join('')}</m:mr>`
    })
    return `<m:m>${properties}${lines.join('')}</m:m>`
  }
}
