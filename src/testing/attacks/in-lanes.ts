/**
 * Maps a list with limited concurrency, keeping its order: waiting for one page does not delay the others. The first
 * failure ends it.
 */
export async function inLanes<T, R>(
  list: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = list.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
