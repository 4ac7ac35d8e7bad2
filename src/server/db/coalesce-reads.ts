/**
 * Coalesces reads of the same key, with answers as fresh as separate reads: a read is shared only by requests made
 * before it began. Requests during a read share the next one. With `pause`, a read begins at least `pause` ms after the
 * previous one, so that many requests cost a few reads. A single request does not wait.
 */
export function coalesceReads<Key, Answer>(
  read: (key: Key) => Promise<Answer>,
  pause = 0,
): (key: Key) => Promise<Answer> {
  const waiting = new Map<Key, Promise<Answer>>()
  /** Resolves when the next read of a key may begin. */
  const cooldowns = new Map<Key, Promise<unknown>>()
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve))
  const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, pause))
  const begin = async (key: Key): Promise<Answer> => {
    await (cooldowns.get(key) ?? tick())
    waiting.delete(key)
    const answer = read(key)
    const cooldown = Promise.allSettled(pause > 0 ? [answer, sleep()] : [answer])
    cooldowns.set(key, cooldown)
    void cooldown.then(() => {
      if (cooldowns.get(key) === cooldown) cooldowns.delete(key)
    })
    return answer
  }
  return (key) => {
    const pending = waiting.get(key)
    if (pending) return pending
    const answer = begin(key)
    waiting.set(key, answer)
    return answer
  }
}
