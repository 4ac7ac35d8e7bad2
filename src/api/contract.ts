import type { z } from 'zod'
import type { OwnAction, TeamAction, ThemeAction } from '../rules/account-permissions.ts'
import type { DeckAction } from '../rules/permissions.ts'
import type { RateName } from '../rules/rate-limits.ts'

/**
 * Owner permissions: actions on resources of the signed-in user (`own:`) or of the user's team (`team:`). Both are
 * checked with rules/account-permissions.ts; the handler gets the owner. `theme:` is about a theme of either: `see` and
 * `change` about the one with the path parameter `id`, `create` about the owner of a new one.
 */
export type OwnerPermission = `own:${OwnAction}` | `team:${TeamAction}` | `theme:${ThemeAction}` | BillingPermission

/**
 * Payment by a user or a team: the host decides which. On a team's host it is `team:<action>` (`team:billing` for a
 * card), else `own:<action>`.
 */
export type BillingPermission = 'billing:billing' | 'billing:reactivate' | 'billing:card'

/**
 * Who may call a route; there is no default. `deck:<action>` is checked with rules/permissions.ts. The deck is the path
 * parameter `id`; it is loaded once and passed to the handler.
 */
export type Permission = 'public' | 'signed-in' | 'operator' | `deck:${DeckAction}` | OwnerPermission

/**
 * The answer of a route. With a zod schema: JSON restricted to the schema, or 204 for undefined. With a name: nothing
 * (204), an HTML fragment, or a stream of bytes.
 */
export type Output = z.ZodType | 'empty' | 'html' | 'stream'

/**
 * The declaration of a route, shared by server, client and API docs. `path` has parameters as `:name`; it is served
 * with and without `.json`. A route without `params`, `query` or `body` accepts none.
 */
export interface Contract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends Output = Output,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence for the API docs. */
  readonly summary: string
  readonly permission: Permission
  /**
   * 'never': API tokens are refused, only a session may call. For passwords, e-mail, sessions, tokens, second factors,
   * billing, sign-on, deletion of the account and /admin. Some permissions imply it, see `refusesTokens`.
   */
  readonly tokens?: 'never'
  /** The rate limit in rules/rate-limits.ts. */
  readonly rate: RateName
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly output: O
  /** Default: 200, or 204 if output is 'empty'. */
  readonly status?: 200 | 201 | 202
  /**
   * `multipart`: the handler reads the files itself. `raw`: the handler gets the bytes, of any content type. Default
   * `data`: JSON or form fields.
   */
  readonly input?: 'data' | 'multipart' | 'raw'
  /**
   * Why this write needs no CSRF token. `signed-body`: the body is signed by a service that has no session here.
   * Default: it needs one.
   */
  readonly csrf?: 'signed-body'
  /** Bytes. Default: 1 MB. */
  readonly bodyLimit?: number
  /**
   * Default 'whole': the handler of a write runs inside one transaction. 'own': the handler opens a transaction around
   * its writes only. Used if it also hashes, renders or streams, since an open transaction blocks other writers.
   */
  readonly transaction?: 'whole' | 'own'
  /**
   * Whether pages of other sites may load the answer of this GET, for example as an image. Such requests carry no
   * cookies.
   */
  readonly otherSites?: true
  /** Without this feature of the instance the route answers 404. */
  readonly feature?: 'billing'
}

/** Permissions that no API token ever gets. */
const sessionPermissions = [
  'operator',
  'own:sessions',
  'own:delete-account',
  'own:billing',
  'own:card',
  'team:billing',
  'team:reactivate',
  'billing:billing',
  'billing:reactivate',
  'billing:card',
] as const satisfies readonly Permission[]

/** A permission that no API token ever gets. */
export type SessionPermission = (typeof sessionPermissions)[number]

/** Whether a route refuses API tokens. */
export function refusesTokens({ permission, tokens }: Pick<Contract, 'permission' | 'tokens'>): boolean {
  return tokens === 'never' || sessionPermissions.some((one) => one === permission)
}

/** Declares a route and keeps the exact types of its parts. */
export function contract<const C extends Contract>(declared: C): C {
  return declared
}

/** A mount point of a resource that users and teams can own. One function makes the contracts of both places. */
export interface OwnerPlace {
  /** Prefix of every path. */
  readonly base: '/api/v1' | '/api/v1/team'
  /** Permissions to read and to change. */
  readonly read: OwnerPermission
  readonly change: OwnerPermission
  /** The owner, for the summaries of routes. */
  readonly whose: 'user’s' | 'team’s'
}

/** The parsed value of a part; undefined if the contract has none. */
export type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
/** The value a client sends for a part. */
export type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
/** The value a handler returns. */
export type Answer<O> = O extends z.ZodType
  ? z.input<O>
  : O extends 'html'
    ? string
    : O extends 'stream'
      ? StreamAnswer
      : undefined
/** The value a client receives. */
export type Received<O> = O extends z.ZodType ? z.output<O> : O extends 'html' ? string : undefined

/** A download. `body` is a Node Readable or bytes; unknown here, since this file also runs in browsers. */
export interface StreamAnswer {
  readonly type: string
  /** Suggested file name, already safe for a header. */
  readonly fileName?: string
  readonly body: unknown
}
