import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'
import { readCookie } from '../../server/http/cookies.ts'
import { csrfTokenFor } from '../../server/http/csrf.ts'
import { rootAttributes } from './html-document.ts'
import { makePlaceholders, type PageTemplate, type Placeholders, splitAtPlaceholders } from './page-template.ts'
import { requestOrigin } from './request-origin.ts'
import { hasSecret, headersOf, newNonce, type PageDocument, type PagesOptions, pathOf, writePage } from './send-page.ts'

/** A page that is the same for all visitors except its placeholders. */
export interface SharedPage<T> {
  /** Cache key. */
  readonly key: string
  /** Everything that the markup depends on: a different state renders the page again. */
  readonly state: string
  /** Renders the page with placeholders; null if it cannot be shared. */
  make(placeholders: Placeholders): Promise<{ readonly page: PageDocument; readonly about: T } | null>
  /** The values of this answer's placeholders. */
  values(about: T): Pick<Placeholders, 'views' | 'kudos' | 'reading'>
}

/** Sends a shared page. Returns false and sends nothing if this request needs its own page. */
export type SendShared = <T>(request: FastifyRequest, reply: FastifyReply, shared: SharedPage<T>) => Promise<boolean>

/** A cached page: markup and headers without anything specific to a visitor. */
interface CachedPage<T> {
  readonly state: readonly string[]
  readonly template: PageTemplate
  readonly headers: Readonly<Record<string, string>>
  /** The CSP, split at the nonce. */
  readonly policy: readonly string[]
  readonly about: T
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index])
}

/**
 * Sends visitors cached pages. The caller checks access at every request. No session data can get into the cache: pages
 * are rendered with placeholders, which each answer replaces with its own values.
 */
export function sharedPages(options: PagesOptions): SendShared {
  const { services, origins } = options
  const { settings } = services
  const cache = createByteCache<CachedPage<unknown>>(limits.memory.pages)

  async function write<T>(
    url: string,
    siteName: string,
    state: readonly string[],
    { make }: SharedPage<T>,
  ): Promise<CachedPage<T> | null> {
    const placeholders = makePlaceholders()
    const made = await make(placeholders)
    if (!made) return null
    const html = writePage(options, { url, page: made.page, siteName }, { ...placeholders, flash: null })
    const { 'content-security-policy': policy = '', ...headers } = headersOf(
      options,
      made.page,
      placeholders.nonce,
      false,
    )
    const template = splitAtPlaceholders(html, placeholders)
    return { state, template, headers, policy: policy.split(placeholders.nonce), about: made.about }
  }

  return async <T>(request: FastifyRequest, reply: FastifyReply, shared: SharedPage<T>) => {
    // Session and flash are specific to the user, and a URL with a secret needs other headers.
    const isOwn = readCookie(request, settings, 'session') !== null || readCookie(request, settings, 'flash') !== null
    if (isOwn || hasSecret(request)) return false
    const url = requestOrigin(request, settings) + pathOf(request, settings)
    const { name } = await services.instance.read()
    const state = [shared.state, url, name, ...origins.app, ...origins.content]
    const found = cache.get(shared.key) as CachedPage<T> | undefined
    const page = found && isSame(found.state, state) ? found : await write(url, name, state, shared)
    if (!page) return false
    if (page !== found) cache.set(shared.key, page, page.template.bytes + 2 * state.join('').length)
    const nonce = newNonce()
    const body = page.template.fill({
      ...shared.values(page.about),
      nonce,
      csrfToken: csrfTokenFor(services, request, reply, null),
      rootAttributes: rootAttributes(readCookie(request, settings, 'color_scheme')),
    })
    reply.headers(page.headers).header('content-security-policy', page.policy.join(nonce)).send(body)
    return true
  }
}
