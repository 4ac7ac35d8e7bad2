/**
 * The account that the first start of a development copy brings. Everybody knows its password, so it is no operator, and
 * it opens only for requests of the machine that the server runs on.
 */
export const demoAccount = { username: 'demo', email: 'demo@example.org', password: 'lectern-demo' } as const
