/**
 * The same question of many at once is answered by one read, and each answer is as new as if each had asked alone: a read
 * is shared only by those who asked before it began. While one runs, those who come wait for the next together; it begins
 * `pause` ms after the one before at the earliest, so that a crowd costs a few reads. Who comes alone waits for nobody.
 */
export function sharedRead<Key, Answer>(read: (key: Key) => Promise<Answer>, pause = 0): (key: Key) => Promise<Answer> {
  const waiting = new Map<Key, Promise<Answer>>()
  /** Resolves when the next read of a key may begin. */
  const resting = new Map<Key, Promise<unknown>>()
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const rest = () => new Promise<void>((resolve) => setTimeout(resolve, pause))
  const begin = async (key: Key): Promise<Answer> => {
    await (resting.get(key) ?? turn())
    waiting.delete(key)
    const answer = read(key)
    const rested = Promise.allSettled(pause > 0 ? [answer, rest()] : [answer])
    resting.set(key, rested)
    void rested.then(() => {
      if (resting.get(key) === rested) resting.delete(key)
    })
    return answer
  }
  return (key) => {
    const known = waiting.get(key)
    if (known) return known
    const answer = begin(key)
    waiting.set(key, answer)
    return answer
  }
}
