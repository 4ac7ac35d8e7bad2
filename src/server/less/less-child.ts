import { filterCss } from '../../document/sanitize/css/filter-css.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import type { LessReply, LessRequest } from './less-messages.ts'
import { createLockedLess } from './locked-less.ts'

// A program of its own: it compiles what the server sends it. Compiling and cleaning both happen here: either may take
// long for a hostile source, or end the process, and the server must go on meanwhile.

const less = createLockedLess()
const reply = (message: LessReply): void => {
  process.send?.(message)
}

async function answer({ source, mediaHosts, maxBytes }: LessRequest): Promise<LessReply> {
  try {
    const compiled = await less.compile(source)
    if (compiled.length > maxBytes) return { type: 'failed', message: 'The compiled styles are larger than 512 kB' }
    const { css, removed } = filterCss(compiled, { mediaHosts })
    return { type: 'done', css, removed }
  } catch (error) {
    return { type: 'failed', message: messageOf(error) }
  }
}

/** What authors are told instead of what less says of its own insides. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/file-manager/, '@import is not allowed, write everything into one sheet'],
  [/^@plugin/, '@plugin is not allowed'],
  [/call stack/, 'The styles are nested too deeply'],
]

/** less throws objects with a place; the author is told the line. */
function messageOf(error: unknown): string {
  if (error instanceof SanitizeError) return error.message
  const { message, line } = (error ?? {}) as { message?: unknown; line?: unknown }
  const said =
    typeof message === 'string' && message !== '' ? message.slice(0, 300) : 'The styles could not be compiled'
  const text = plainWords.find(([pattern]) => pattern.test(said))?.[1] ?? said
  return typeof line === 'number' ? `Line ${line}: ${text}` : text
}

process.on('message', async (request: LessRequest) => reply(await answer(request)))
// Without the server there is nothing to do.
process.on('disconnect', () => process.exit(0))
reply({ type: 'ready' })
