/** '1 view', '12 views': a number with what it counts. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
