import { defaultTreeAdapter, type ParserError, html as parse5Html, parseFragment } from 'parse5'

/** An error in markup that browsers correct: a range in UTF-16 code units and a message. */
export interface MarkupProblem {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** Maximum number of reported problems. */
const maxProblems = 50

/** Messages for parse5's error codes; other codes are shown unchanged. */
const sentences: Readonly<Record<string, string>> = {
  'end-tag-without-matching-open-element': 'Nothing is open that this end tag could close.',
  'closing-of-element-with-open-child-elements': 'Something inside this element is still open.',
  'eof-in-tag': 'The tag is not closed: a > is missing.',
  'eof-in-comment': 'The comment is not closed: --> is missing.',
  'duplicate-attribute': 'This attribute stands here twice; the first one counts.',
  'missing-whitespace-between-attributes': 'There must be a space between attributes.',
  'missing-attribute-value': 'The attribute has no value after its =.',
  'missing-end-tag-name': 'The end tag has no name.',
  'invalid-first-character-of-tag-name': 'A tag cannot begin like this; a < in a text is written &lt;.',
  'non-void-html-element-start-tag-with-trailing-solidus': 'This element needs an end tag; the / does not close it.',
  'unexpected-character-in-attribute-name': 'A quote or < stands where the name of an attribute is expected.',
  'unexpected-character-in-unquoted-attribute-value': 'This character needs quotes around the value.',
  'unknown-named-character-reference': 'There is no character of this name.',
  'missing-semicolon-after-character-reference': 'A ; is missing after the name of the character.',
}

function sentenceFor(code: string): string {
  const words = code.replaceAll('-', ' ')
  return sentences[code] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/** The HTML errors of a piece of markup, in source order, at most 50: unclosed elements, missing quotes. */
export function markupProblems(html: string): MarkupProblem[] {
  const problems: MarkupProblem[] = []
  const note = (error: ParserError): void => {
    if (problems.length >= maxProblems) return
    const from = Math.min(error.startOffset, html.length)
    problems.push({
      from,
      to: Math.min(Math.max(error.endOffset, from), html.length),
      message: sentenceFor(error.code),
    })
  }
  const context = defaultTreeAdapter.createElement('div', parse5Html.NS.HTML, [])
  parseFragment(context, html, { sourceCodeLocationInfo: true, onParseError: note })
  return [...problems, ...unmatchedTags(html)].sort((a, b) => a.from - b.from).slice(0, maxProblems)
}

/** Elements whose end tag is optional. */
const optionalEnd = /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|colgroup|rp|rt)$/
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/** Missing end tags and stray end tags, which the parser corrects without reporting. */
function unmatchedTags(html: string): MarkupProblem[] {
  const context = defaultTreeAdapter.createElement('div', parse5Html.NS.HTML, [])
  const pending = [...parseFragment(context, html, { sourceCodeLocationInfo: true }).childNodes].reverse()
  const found: MarkupProblem[] = []
  const ends = new Set<number>()
  const expected: { readonly from: number; readonly to: number }[] = []
  while (pending.length > 0) {
    const node = pending.pop()!
    const location = node.sourceCodeLocation
    if (!('tagName' in node)) {
      if (location && node.nodeName !== '#text') expected.push({ from: location.startOffset, to: location.endOffset })
      continue
    }
    const { startTag, endTag } = node.sourceCodeLocation ?? {}
    if (endTag) ends.add(endTag.startOffset)
    if (startTag) expected.push({ from: startTag.startOffset, to: startTag.endOffset })
    const needsEnd = node.namespaceURI === parse5Html.NS.HTML && !empty.test(node.tagName)
    if (needsEnd && !optionalEnd.test(node.tagName) && startTag && !endTag) {
      const message = `The end tag </${node.tagName}> is missing.`
      found.push({ from: startTag.startOffset, to: startTag.endOffset, message })
    }
    for (let index = node.childNodes.length - 1; index >= 0; index--) pending.push(node.childNodes[index]!)
  }
  for (const match of html.matchAll(/<\/([a-z][^\s/>]*)[^>]*>/gi)) {
    const from = match.index
    if (ends.has(from) || expected.some((range) => range.from < from && from < range.to)) continue
    found.push({ from, to: from + match[0].length, message: sentenceFor('end-tag-without-matching-open-element') })
    if (found.length >= maxProblems) break
  }
  return found
}
