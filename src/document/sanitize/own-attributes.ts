/**
 * Attributes of the author for custom CSS. No code reads names of this prefix, reveal.js included, so any text may be
 * their value.
 */
export const ownAttributePrefix = 'data-own-'
