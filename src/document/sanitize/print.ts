import type { HtmlFragment, HtmlNode } from '../html.ts'
import { voidElements } from './schema.ts'

/** Escapes text content. */
export function printText(text: string): string {
  return /[&<>\u00a0]/.test(text)
    ? text
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/\u00a0/g, '&nbsp;')
    : text
}

/** Serializes an attribute with a leading space. Also escapes `<` and `>`, so that no value contains a tag. */
export function printAttribute(name: string, value: string): string {
  const escaped = /[&"<>\u00a0]/.test(value)
    ? value
        .replace(/&/g, '&amp;')
        .replace(/"/g, '&quot;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/\u00a0/g, '&nbsp;')
    : value
  return ` ${name}="${escaped}"`
}

/**
 * Serializes a parsed tree completely. Sanitized markup is unchanged by it; otherwise browsers parse it differently
 * than we do, and it must not be stored.
 */
export function printTree(tree: HtmlFragment): string {
  const parts: string[] = []
  printNodes(tree.childNodes, parts)
  return parts.join('')
}

function printNodes(nodes: readonly HtmlNode[], parts: string[]): void {
  for (const node of nodes) {
    if ('value' in node) parts.push(printText(node.value))
    else if (!('tagName' in node)) parts.push('<!---->')
    else {
      parts.push(`<${node.tagName}`)
      for (const { prefix, name, value } of node.attrs)
        parts.push(printAttribute(prefix ? `${prefix}:${name}` : name, value))
      parts.push(startsWithLineFeed(node.tagName, node.childNodes[0]) ? '>\n' : '>')
      if (voidElements.has(node.tagName)) continue
      printNodes(node.childNodes, parts)
      parts.push(`</${node.tagName}>`)
    }
  }
}

/** Parsers drop a line feed right after `<pre>`; a line feed that is content is written twice. */
const startsWithLineFeed = (tag: string, first: HtmlNode | undefined): boolean =>
  tag === 'pre' && first !== undefined && 'value' in first && first.value.startsWith('\n')
