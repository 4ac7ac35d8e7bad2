/**
 * The same question of many at once is answered by one read, and each answer is as new as if each had asked alone: a read
 * is shared only by those who asked before it began. While one runs, those who come wait for the next together.
 */
export function sharedRead<Key, Answer>(read: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const waiting = new Map<Key, Promise<Answer>>()
  const running = new Map<Key, Promise<Answer>>()
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const begin = async (key: Key): Promise<Answer> => {
    await (running.get(key)?.catch(() => undefined) ?? turn())
    waiting.delete(key)
    const answer = read(key)
    running.set(key, answer)
    try {
      return await answer
    } finally {
      if (running.get(key) === answer) running.delete(key)
    }
  }
  return (key) => {
    const known = waiting.get(key)
    if (known) return known
    const answer = begin(key)
    waiting.set(key, answer)
    return answer
  }
}
