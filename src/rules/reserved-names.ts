/**
 * The names that can be neither a username nor a team slug, because the first segment of an address (or the
 * name of a host) already means something else. A test holds this list against the first segments of all routes.
 */
export const reservedNames: ReadonlySet<string> = new Set([
  // Pages and calls.
  ...['explore', 'pricing', 'changelog', 'users', 'teams', 'team', 'themes', 'account', 'about', 'api', 'oembed'],
  ...['access_tokens', 'settings', 'subscriptions', 'terms', 'privacy', 'help', 'contact', 'new', 'edit', 'search'],
  ...['edit_members', 'reactivate', 'handoff', 'canvas', 'invitations', 'status', 'admin', 'dev', 'csp', 'webhooks'],
  ...['decks', 'deck', 'user', 'media', 'tags', 'imports', 'exports', 'templates', 'sessions', 'logout', 'login'],
  ...['signin', 'sign_in', 'signup', 'sign_up', 'sign_out', 'home', 'index', 'error', 'errors', 'preview', 'live'],
  ...[
    'password',
    'passwords',
    'invitation',
    'uploads',
    'upload',
    'export',
    'import',
    'embed',
    'embeds',
    'speaker',
    'present',
  ],
  ...[
    'fullscreen',
    'review',
    'reviews',
    'trash',
    'comments',
    'comment',
    'slide_templates',
    'slide-templates',
    'revisions',
  ],
  ...[
    'analytics',
    'kudos',
    'share',
    'audience',
    'forks',
    'fork',
    'profile',
    'plans',
    'library',
    'theme',
    'tag',
    'blog',
    'brand',
  ],
  // What the server itself answers.
  ...[
    'assets',
    'static',
    'public',
    'fonts',
    'images',
    'socket-io',
    'socketio',
    'ws',
    'sw',
    'healthz',
    'readyz',
    'metrics',
  ],
  ...['health', 'd', 'm', 't', 'a', 'favicon', 'robots', 'sitemap', 'manifest', 'well-known', 'docs', 'files'],
  // Hosts that people or programs expect, and words a stranger could pretend with.
  ...['www', 'mail', 'smtp', 'imap', 'pop', 'ftp', 'ns', 'ns1', 'ns2', 'mx', 'app', 'content', 'cdn', 'localhost'],
  ...['autoconfig', 'autodiscover', 'wpad', 'isatap', 'broadcasthost', 'postmaster', 'hostmaster', 'webmaster'],
  ...['administrator', 'root', 'system', 'support', 'security', 'abuse', 'noreply', 'no-reply', 'billing', 'info'],
  ...['lectern', 'official', 'staff', 'moderator', 'operator', 'null', 'undefined', 'true', 'false', 'me', 'self'],
])

/** Whether a username or team slug is taken by the product itself. Names are compared without regard to case. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase()
  // Team hosts that begin with d- would be mistaken for the hosts of decks.
  return reservedNames.has(lower) || lower.startsWith('d-')
}

/**
 * The first segments of `paths` (as '/users/:id' or '/explore') that somebody could still choose as a name:
 * empty when the list above is complete. Segments that are parameters or that no name can have are left out.
 */
export function unreservedSegments(paths: readonly string[]): string[] {
  const segments = paths.map((path) => (path.split('/')[1] ?? '').replace(/\.(json|html)$/, ''))
  const names = segments.filter((segment) => /^[A-Za-z0-9_-]{2,}$/.test(segment))
  return [...new Set(names)].filter((name) => !isReservedName(name))
}
