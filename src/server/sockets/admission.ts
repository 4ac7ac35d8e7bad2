/** Lets so many through in a second and says of the others how long they have to wait. */
export interface Admission {
  /** 0: come in; else the seconds to wait, spread so that those who wait don't all come at once. */
  ask(): number
}

/**
 * A bucket that holds one second's worth. After a crash everybody comes back at once: those over the limit cost a few
 * bytes each, and the others are served as fast as always.
 */
export function createAdmission(
  perSecond: number,
  clock: () => number = () => performance.now(),
  random: () => number = Math.random,
): Admission {
  let left = perSecond
  let last = clock()
  let waiting = 0
  return {
    ask() {
      const now = clock()
      const regained = ((now - last) / 1000) * perSecond
      left = Math.min(perSecond, left + regained)
      waiting = Math.max(0, waiting - regained)
      last = now
      if (left >= 1) {
        left -= 1
        return 0
      }
      waiting += 1
      return 1 + Math.floor((random() * 2 * waiting) / perSecond)
    },
  }
}
