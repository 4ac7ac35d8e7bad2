import { fragmentOf } from '../html/markup.ts'
import type { TextCommand, TextFormat } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { runTextCommand } from './run-text-command.ts'

/** A block's whole text after a command, without showing it anywhere. */
export function formatHtml(html: string, command: TextCommand): string {
  const { root, range } = hidden(html)
  runTextCommand(root, range, command)
  return cleanHtml(root)
}

/** What holds for all of a block's text. */
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
