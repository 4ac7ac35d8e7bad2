import { createStore, type Store } from '../../../../ui/store.ts'

/** How a tour ended. */
export type TutorialEnd = 'skipped' | 'finished'

/** The tour's state: the current step from 0, and how it ended; null while it runs. */
export interface TutorialState {
  readonly step: number
  readonly end: TutorialEnd | null
}

/** Controls a tour. Calls after its end have no effect. */
export interface TutorialController {
  readonly state: Store<TutorialState>
  /** Goes to the next step; after the last step the tour is finished. */
  next(): void
  /** Goes to the previous step, if any. */
  back(): void
  /** Goes to a step, from 0. */
  goTo(step: number): void
  skip(): void
  /** Handles a key (`event.key`). Returns false for keys without a meaning here. */
  press(key: string): boolean
}

/** Creates a tour of `count` steps. Calls `onEnd` once with how it ended. */
export function createTutorial(count: number, onEnd: (end: TutorialEnd) => void): TutorialController {
  const state = createStore<TutorialState>({ step: 0, end: null })
  const finish = (end: TutorialEnd): void => {
    if (state.get().end !== null) return
    state.set((now) => ({ ...now, end }))
    onEnd(end)
  }
  const goTo = (step: number): void => {
    if (state.get().end === null && step >= 0 && step < count) state.set({ step, end: null })
  }
  const next = (): void => (state.get().step === count - 1 ? finish('finished') : goTo(state.get().step + 1))
  const back = (): void => goTo(state.get().step - 1)
  const skip = (): void => finish('skipped')
  const keys: Readonly<Record<string, () => void>> = {
    Escape: skip,
    ArrowLeft: back,
    Backspace: back,
    ArrowRight: next,
    ' ': next,
  }
  const press = (key: string): boolean => {
    keys[key]?.()
    return key in keys
  }
  return { state, next, back, goTo, skip, press }
}
