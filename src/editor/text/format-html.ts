import { fragmentOf } from '../html/markup.ts'
import type { TextCommand, TextFormat } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { runTextCommand } from './run-text-command.ts'

/** A block's whole text after a command, computed outside the document. */
export function formatHtml(html: string, command: TextCommand): string {
  const { root, range } = hidden(html)
  runTextCommand(root, range, command)
  return cleanHtml(root)
}

/** The format of a block's whole text. */
export function formatOfHtml(html: string): TextFormat {
  const { root, range } = hidden(html)
  return formatAt(root, range)
}

function hidden(html: string): { root: HTMLElement; range: Range } {
  const fragment = fragmentOf(html)
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  normalize(root)
  const range = root.ownerDocument.createRange()
  range.selectNodeContents(root)
  return { root, range }
}
