/**
 * Names that cannot be usernames or team slugs, because they are the first path segment of a route or the name of a
 * host. A test compares this list with all routes.
 */
export const reservedNames: ReadonlySet<string> = new Set([
  // Pages and API.
  ...['explore', 'pricing', 'changelog', 'users', 'teams', 'team', 'themes', 'account', 'about', 'api', 'oembed'],
  ...['access_tokens', 'settings', 'subscriptions', 'terms', 'privacy', 'help', 'contact', 'new', 'edit', 'search'],
  ...['edit_members', 'reactivate', 'handoff', 'canvas', 'invitations', 'status', 'admin', 'dev', 'csp', 'webhooks'],
  'report',
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
  // Paths served by the server itself.
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
  // Paths of the API beside /api/v1/users/{username}.
  ...['lookup', 'email_change', 'two_step', 'picture', 'services'],
  // Hosts expected by users or programs, and names usable for impersonation.
  ...['www', 'mail', 'smtp', 'imap', 'pop', 'ftp', 'ns', 'ns1', 'ns2', 'mx', 'app', 'content', 'cdn', 'localhost'],
  ...['autoconfig', 'autodiscover', 'wpad', 'isatap', 'broadcasthost', 'postmaster', 'hostmaster', 'webmaster'],
  ...['administrator', 'root', 'system', 'support', 'security', 'abuse', 'noreply', 'no-reply', 'billing', 'info'],
  ...['lectern', 'official', 'staff', 'moderator', 'operator', 'null', 'undefined', 'true', 'false', 'me', 'self'],
])

/** Whether a username or team slug is reserved. Ignores case. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase()
  // Team hosts with the prefix d- would look like deck hosts.
  return reservedNames.has(lower) || lower.startsWith('d-')
}

/**
 * First segments of `paths` (such as '/users/:id' or '/explore') that could still be chosen as a name; empty if the
 * list above is complete. Skips parameters and segments that no name can equal.
 */
export function unreservedSegments(paths: readonly string[]): string[] {
  const segments = paths.map((path) => (path.split('/')[1] ?? '').replace(/\.(json|html)$/, ''))
  const names = segments.filter((segment) => /^[A-Za-z0-9_-]{2,}$/.test(segment))
  return [...new Set(names)].filter((name) => !isReservedName(name))
}
