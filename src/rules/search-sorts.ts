/** Orders of search results. */
export const searchSorts = ['relevance', 'recent', 'popular'] as const
export type SearchSort = (typeof searchSorts)[number]
