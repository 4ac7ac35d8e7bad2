/**
 * Account created on the first start of a development copy. Its password is public: it is no operator, and sign-in
 * works only from the server's own machine.
 */
export const demoAccount = { username: 'demo', email: 'demo@example.org', password: 'lectern-demo' } as const
