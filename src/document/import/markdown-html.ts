import { marked, Renderer, Tokenizer, type Tokens } from 'marked'
import { firstLineAttribute } from '../first-line.ts'
import { escapeAttribute, escapeText } from '../html.ts'

/** Markdown that cannot be imported. The message is for the user. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError'
}

/** Lines of code to highlight, as in ```js [1-3|5]; with a first number: [5: 1-3]. */
const codeLines = /\[\s*(?:(\d*):)?\s*([\s\d,|-]*)\]/

class SlideRenderer extends Renderer {
  override code({ text, lang }: Tokens.Code): string {
    const info = lang ?? ''
    const lines = codeLines.exec(info)
    const language = info.replace(codeLines, '').trim().split(/\s+/)[0] ?? ''
    const numbers = lines ? ` data-line-numbers="${escapeAttribute((lines[2] ?? '').trim())}"` : ''
    const first = lines?.[1] ? ` ${firstLineAttribute}="${lines[1]}"` : ''
    return `<pre><code${numbers}${first} class="${escapeAttribute(language)}">${escapeText(text)}</code></pre>`
  }
}

/**
 * Most characters that are looked at for the text of a slide: those behind each of its parts, in its paragraph or item.
 * Those that take longer count several times.
 */
export const mostWork = 200_000_000
/** Most quotes and lists within each other. */
const deepest = 100
const tooDeep = 'The Markdown is nested too deeply to be read'
/** Longest address that becomes a link by itself. */
const longestAddress = 2_000
const addressStart = /^(?:https?:\/\/|ftp:\/\/|www\.|[\w.+:-]{1,80}@)/i

/**
 * Limits the work for hostile text. The library looks for the end of each open emphasis, link or code span to the end of
 * the paragraph: quadratic in its length.
 */
class LimitedTokenizer extends Tokenizer {
  work = 0
  #depth = 0

  #count(length: number): void {
    this.work += length
    if (this.work > mostWork)
      throw new MarkdownError('A paragraph of the Markdown is too long to be read. Please split it and try again.')
  }

  /** Called first for each part of a paragraph, with all that follows. */
  override escape(src: string): Tokens.Escape | undefined {
    this.#count(src.length)
    return super.escape(src)
  }

  /** Called for each line of an item, with all lines that follow. */
  override lheading(src: string): Tokens.Heading | undefined {
    if (!this.lexer.state.top) this.#count(src.length * 4)
    return super.lheading(src)
  }

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    if (/^[*_]/.test(src)) this.#count(src.length * 10)
    return super.emStrong(src, masked, before)
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#within(() => super.blockquote(src))
  }

  override list(src: string): Tokens.List | undefined {
    return this.#within(() => super.list(src))
  }

  #within<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw new MarkdownError(tooDeep)
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }

  override url(src: string): Tokens.Link | undefined {
    if (!addressStart.test(src)) return undefined
    const word = /^[^\s<]*/.exec(src.slice(0, longestAddress))![0]
    return word.length < longestAddress ? super.url(word) : undefined
  }
}

/** The longest formula. Without a limit each of many open ones would be searched to the end. */
const formulas =
  /\$\$[\s\S]{1,5000}?\$\$|\\\[[\s\S]{1,5000}?\\\]|\\\([\s\S]{1,5000}?\\\)|(?<![\\$\w])\$(?![\s$])[^$\n]+?(?<![\s\\])\$(?![\w$])/g

function parsed(source: string): string {
  try {
    return marked.parse(source, {
      ...{ renderer: new SlideRenderer(), tokenizer: new LimitedTokenizer(), gfm: true },
      async: false,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new MarkdownError(tooDeep)
    // The library appends its own address to messages.
    throw error instanceof MarkdownError ? new MarkdownError(error.message.split('\n')[0]) : error
  }
}

/** Markdown as HTML. `math`: formulas between dollar signs stay as they are. Throws MarkdownError. */
export function markdownToHtml(text: string, math: boolean): string {
  const kept: string[] = []
  // Formulas keep their backslashes and underscores, which Markdown would read.
  const source = math ? text.replace(formulas, (formula) => `\uE000${kept.push(formula) - 1}\uE001`) : text
  return parsed(source).replace(/\uE000(\d+)\uE001/g, (_, index: string) => escapeText(kept[Number(index)] ?? ''))
}
