/** What a token may do: read, or read and write. */
export const apiTokenScopes = ['read', 'write'] as const
export type ApiTokenScope = (typeof apiTokenScopes)[number]

/** Lifetimes offered for a new token, in days. */
export const apiTokenDays = [7, 30, 90, 365] as const
/** The lifetime of a token that states none, in days. */
export const defaultApiTokenDays = 90

/** The start of every token, so that programs that search code for secrets recognize it. */
export const apiTokenPrefix = 'lectern_'
