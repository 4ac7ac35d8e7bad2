/** The name of a deck's next access link, 'Link N': one more than the links it has and than the highest number among them. */
export function nextLinkName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/^Link ([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0))
  return `Link ${Math.max(names.length, ...numbers) + 1}`
}
