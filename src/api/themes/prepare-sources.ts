import { blockDataAttributes } from '../../blocks/index.ts'
import { filterCss } from '../../document/sanitize/css/filter-css.ts'
import { type Removal, SANITIZER_VERSION, sanitize } from '../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { TurnOptions } from '../../server/less/author-turns.ts'
import type { CompiledLess } from '../../server/less/compile-less.ts'
import { LessError } from '../../server/less/less-error.ts'
import type { Services } from '../../server/services.ts'
import { type ContentRules, contentRules } from '../decks/content-rules.ts'
import type { ThemeRow } from './queries.ts'

/** The sources of a theme that are stored in another form than they are sent. */
export interface ThemeSources {
  readonly html: string
  readonly less: string
  readonly css: string
}

/** Sources that are safe to store, with what was removed from them. */
export interface PreparedSources extends ThemeSources {
  readonly removed: { readonly html: Removal[]; readonly css: Removal[] }
}

type StylesField = 'less' | 'css'

/** The error response for styles that cannot be compiled. */
function lessError(error: unknown, field: StylesField): unknown {
  if (!(error instanceof LessError)) return error
  if (error.code === 'busy') return new HttpError(429, error.message, { retryAfter: 1 })
  const extra = error.at ? { line: error.at.line, column: error.at.column } : {}
  return new HttpError(422, error.message, { fields: { [field]: [error.message] }, extra })
}

async function compiled(work: Promise<CompiledLess>, field: StylesField): Promise<CompiledLess> {
  return work.catch((error: unknown) => {
    throw lessError(error, field)
  })
}

function sanitizeHtml(html: string, { mediaHosts, appHosts }: ContentRules) {
  return sanitize(html, {
    ...{ context: 'theme-html', customClasses: true, mediaHosts, appHosts },
    blockAttributes: blockDataAttributes,
  })
}

function prepareHtml(html: string, rules: ContentRules): { html: string; removed: Removal[] } {
  try {
    const result = sanitizeHtml(html, rules)
    return { html: result.html, removed: [...result.removed] }
  } catch (error) {
    if (error instanceof SanitizeError) throw invalid('html', error.message)
    throw error
  }
}

/**
 * Prepares a theme's sources to be stored: compiles `less` to `css`, or filters the author's own CSS if there is no LESS,
 * and sanitizes the HTML. What was not sent is taken from `present`. Compiles one source at a time for an author.
 * Throws 422 with the line and column of a mistake, 429 if another of the author's waits or takes its place.
 */
export async function prepareSources(
  { less: compiler, settings }: Pick<Services, 'less' | 'settings'>,
  author: { readonly id: number } & TurnOptions,
  sent: Partial<ThemeSources>,
  present: ThemeSources,
): Promise<PreparedSources> {
  const removed: { html: Removal[]; css: Removal[] } = { html: [], css: [] }
  let { html, css } = present
  if (sent.html !== undefined) {
    const prepared = prepareHtml(sent.html, contentRules(settings, 'enterprise'))
    html = prepared.html
    removed.html = prepared.removed
  }
  const less = sent.less ?? present.less
  const hasLess = less.trim() !== ''
  if (hasLess) {
    const result = await compiled(compiler.compile(less, author.id, author), 'less')
    css = result.css
    removed.css = [...result.removed]
  } else if (sent.css !== undefined || present.less.trim() !== '') {
    const result = await compiled(compiler.filter(sent.css ?? '', author.id, author), 'css')
    css = result.css
    removed.css = [...result.removed]
  }
  return { html, less, css, removed }
}

/** The HTML and CSS of a stored theme, sanitized again if an older sanitizer stored them. Refused parts are ''. */
export function resanitizedSources(
  row: Pick<ThemeRow, 'html' | 'css' | 'sanitizer_version'>,
  rules: ContentRules,
): Pick<ThemeSources, 'html' | 'css'> {
  if (row.sanitizer_version >= SANITIZER_VERSION) return { html: row.html, css: row.css }
  return {
    html: orEmpty(() => sanitizeHtml(row.html, rules).html),
    css: orEmpty(() => filterCss(row.css, rules).css),
  }
}

function orEmpty(make: () => string): string {
  try {
    return make()
  } catch {
    return ''
  }
}
