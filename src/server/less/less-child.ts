import { filterCss } from '../../document/sanitize/css/filter-css.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import type { LessPosition, LessReply, LessRequest } from './less-messages.ts'
import { createRestrictedLess } from './restricted-less.ts'

// The program of the compiler process. Compiling and filtering both happen here: a hostile source may make either slow,
// or crash the process, without affecting the server.

const less = createRestrictedLess()
const reply = (message: LessReply): void => {
  process.send?.(message)
}

async function answer({ source, language, mediaHosts, maxBytes }: LessRequest): Promise<LessReply> {
  try {
    const compiled = language === 'css' ? source : await less.compile(source)
    if (compiled.length > maxBytes) return { type: 'failed', message: 'The compiled styles are larger than 512 kB' }
    const { css, removed } = filterCss(compiled, { mediaHosts })
    return { type: 'done', css, removed }
  } catch (error) {
    const at = positionOf(error)
    return { type: 'failed', message: messageOf(error), ...(at && { at }) }
  }
}

/** Replacements for less's internal error messages. */
const messageOverrides: readonly (readonly [RegExp, string])[] = [
  [/file-manager/, '@import is not allowed, write everything into one sheet'],
  [/^@plugin/, '@plugin is not allowed'],
  [/call stack/, 'The styles are nested too deeply'],
]

/** The message for the author. less throws objects with a position, of which the line is shown. */
function messageOf(error: unknown): string {
  if (error instanceof SanitizeError) return error.message
  const { message, line } = (error ?? {}) as { message?: unknown; line?: unknown }
  const reported =
    typeof message === 'string' && message !== '' ? message.slice(0, 300) : 'The styles could not be compiled'
  const text = messageOverrides.find(([pattern]) => pattern.test(reported))?.[1] ?? reported
  return typeof line === 'number' ? `Line ${line}: ${text}` : text
}

/** The position that less reports; its columns begin with 0. */
function positionOf(error: unknown): LessPosition | null {
  const { line, column } = (error ?? {}) as { line?: unknown; column?: unknown }
  if (typeof line !== 'number') return null
  return { line, column: typeof column === 'number' ? column + 1 : 1 }
}

process.on('message', async (request: LessRequest) => reply(await answer(request)))
// Exits with the server.
process.on('disconnect', () => process.exit(0))
reply({ type: 'ready' })
