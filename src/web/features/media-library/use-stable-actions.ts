import { useRef, useState } from 'react'

type Actions = { readonly [name: string]: (...args: never[]) => unknown }

/** The same functions on every render, each calling its latest version, so that memoized cells need not render again. */
export function useStableActions<T extends object>(actions: T): T {
  const latest = useRef(actions)
  latest.current = actions
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof T)[]
    const call =
      (name: keyof T) =>
      (...args: never[]) =>
        (latest.current as Actions & T)[name as string]!(...args)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as T
  })
  return stable
}
