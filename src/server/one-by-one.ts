/** Runs pieces of work with the same key one after the other, in this process; those of different keys side by side. */
export type OneByOne = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes a line for each key. A piece of work that fails does not hold up the next. */
export function createOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined)
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
