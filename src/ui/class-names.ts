/** Joins class names with a space; skips false, null, undefined and ''. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
