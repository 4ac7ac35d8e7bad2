import { attribute, escapeAttribute, escapeText, parseFragment } from '../../../document/html.ts'
import { type FileSeparators, markdownFileSections } from '../../../document/import/markdown-slides.ts'
import { isExternal } from '../../../document/import/references.ts'
import { appendNodes, elementsBelow, markupIn, newElement, setAttribute } from '../../../document/import/tree.ts'
import { folderOf } from './deck-files.ts'

/** Markdown files as pages of reveal.js. */

export interface MarkdownFile {
  readonly name: string
  readonly text: string
}

/** Front matter by key in lowercase; that of a nested key is joined with a dot, and items of a list with a comma. */
type Fields = Readonly<Record<string, string>>

/** The text of a YAML scalar, without quotes and comments. Backslashes stay as regular expressions have them. */
function scalar(text: string): string {
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')/.exec(text)
  if (quoted) return quoted[1]?.replace(/\\(["\\])/g, '$1') ?? quoted[2]!.replace(/''/g, "'")
  return text.replace(/(?:^|\s)#.*$/s, '').trim()
}

/** The values of a list or an object on one line: `[a, b]`, `{ a: b }`. */
function inlineItems(text: string): string[] {
  return (text.slice(1, text.lastIndexOf(text.startsWith('[') ? ']' : '}')).match(/(?:"[^"]*"|'[^']*'|[^,])+/g) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Appends to a value. Concatenates, since a join would copy the whole value for each of many lines. */
const joined = (value = '', more: string, separator: string): string =>
  value === '' || more === '' ? value + more : value + separator + more

function readFields(lines: readonly string[]): Fields {
  const fields: Record<string, string> = {}
  let parent = ''
  /** The field of the block that indented lines continue, as after `title: >`. */
  let block = ''
  const add = (key: string, value: string): void => {
    const name = key.toLowerCase()
    block = /^[|>][+-]?$/.test(value) ? name : ''
    if (block !== '') fields[name] = ''
    else if (value.startsWith('[')) fields[name] = inlineItems(value).map(scalar).join(',')
    else if (value.startsWith('{'))
      for (const item of inlineItems(value)) {
        const pair = /^["']?([\w-]+)["']?\s*:\s*(.*)$/s.exec(item)
        if (pair) fields[`${name}.${pair[1]!.toLowerCase()}`] = scalar(pair[2]!)
      }
    else fields[name] = scalar(value)
  }
  for (const line of lines) {
    if (block !== '' && /^(?:\s|$)/.test(line)) {
      fields[block] = joined(fields[block], line.trim(), ' ')
      continue
    }
    // A dot without the flag stops at other line separators, and many blanks before one take quadratic time.
    const item = /^\s*-\s+(.*)$/s.exec(line)
    const field = /^(\s*)([\w-]+)\s*:\s*(.*)$/s.exec(line)
    if (item && parent !== '') fields[parent] = joined(fields[parent], scalar(item[1]!), ',')
    else if (field?.[1] === '') {
      parent = field[2]!.toLowerCase()
      add(parent, field[3]!.trim())
    } else if (field && parent !== '') add(`${parent}.${field[2]}`, field[3]!.trim())
  }
  return fields
}

/** Settings at the head of a Markdown file, between lines of dashes: `title: …`. */
function frontMatter(text: string): { readonly fields: Fields; readonly rest: string } {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text)
  const lines = match?.[1]?.split(/\r?\n/) ?? []
  // Slides may begin with a line of dashes, too: then what follows is no list of fields.
  if (!match || !lines.every((line) => /^\s*(?:[\w-]+\s*:|#|-\s|$)|^\s+\S/.test(line)))
    return { fields: {}, rest: text }
  return { fields: readFields(lines), rest: text.slice(match[0].length) }
}

/** Options of reveal.js that decks have. They stand by themselves, or below `revealOptions`. */
const optionNames = 'transition backgroundTransition width height center loop rtl slideNumber autoSlide'.split(' ')

function optionsScript(fields: Fields): string {
  const options = optionNames.flatMap((name) => {
    const value = fields[`revealoptions.${name.toLowerCase()}`] ?? fields[name.toLowerCase()] ?? ''
    return /^[\w.%/-]{1,20}$/.test(value) ? [`${name}: '${value}'`] : []
  })
  return options.length === 0 ? '' : `<script>Reveal.initialize({ ${options.join(', ')} })</script>`
}

/** The style sheets that front matter names: the theme of reveal.js or the author's, colors of code, and others. */
function sheetsIn({ theme = '', highlighttheme = '', css = '' }: Fields): string {
  const named = (name: string) => /^[\w-]+$/.test(name)
  const sheets = [
    ...(named(theme) ? [`dist/theme/${theme}.css`] : /\.css$/i.test(theme) ? [theme] : []),
    ...(/^[\w/-]+$/.test(highlighttheme) ? [`plugin/highlight/${highlighttheme}.css`] : []),
    ...css.split(',').map((one) => one.trim()),
  ]
  return sheets
    .filter((sheet) => sheet !== '')
    .map((sheet) => `<link rel="stylesheet" href="${escapeAttribute(sheet)}">`)
    .join('')
}

const separatorsIn = (fields: Fields): FileSeparators => ({
  horizontal: fields.separator,
  vertical: fields.verticalseparator,
  notes: fields.notesseparator,
})

const addresses = ['src', 'data-src', 'poster', 'data-background', 'data-background-image', 'data-background-video']

/** Slides whose addresses of files are seen from the top of the folder. */
function seenFromTop(slides: string, folder: string): string {
  if (folder === '') return slides
  const holder = newElement('div')
  appendNodes(holder, [...parseFragment(slides).childNodes])
  for (const element of elementsBelow(holder, () => true))
    for (const name of addresses) {
      const address = attribute(element, name)
      const isFile = name !== 'data-background' || /\.\w{2,5}$/.test(address ?? '')
      if (address && isFile && !isExternal(address) && !address.startsWith('/'))
        setAttribute(element, name, folder + address)
    }
  return markupIn(holder)
}

/** Markdown files as one page of reveal.js, in the place of the first, or at the top of the folder if they are several. */
export function markdownPage(files: readonly MarkdownFile[], title: string): string {
  const read = files.map(({ name, text }) => ({ name, ...frontMatter(text) }))
  const fields: Fields = Object.assign({}, ...read.map((file) => file.fields).toReversed())
  const slides = read.map(({ name, rest, fields: own }) => {
    const sections = markdownFileSections(rest, separatorsIn(own))
    return files.length === 1 ? sections : seenFromTop(sections, folderOf(name))
  })
  const about = fields.description ? `<meta name="description" content="${escapeAttribute(fields.description)}">` : ''
  return `<!doctype html><html><head><title>${escapeText(fields.title || title)}</title>${about}${sheetsIn(fields)}</head><body><div class="reveal"><div class="slides">${slides.join('')}</div></div><script src="katex.js"></script>${optionsScript(fields)}</body></html>`
}

/** The title of a deck whose files name none. */
export const titleOfFile = (name: string): string => name.replace(/\.[A-Za-z0-9]+$/, '')
