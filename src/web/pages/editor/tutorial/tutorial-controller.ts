import { createStore, type Store } from '../../../../ui/store.ts'

/** How a tour ended. */
export type TutorialEnd = 'skipped' | 'finished'

/** Where a tour stands: the step that is shown, from 0, and how it ended, once it has. */
export interface TutorialState {
  readonly step: number
  readonly end: TutorialEnd | null
}

/** A tour from its first step to its last. After its end nothing changes any more. */
export interface TutorialController {
  readonly state: Store<TutorialState>
  /** One step on; from the last step the tour is finished. */
  next(): void
  /** One step back; on the first step nothing. */
  back(): void
  /** Shows a step, from 0. */
  goTo(step: number): void
  skip(): void
  /** Does what a key means; false when it means nothing here. `event.key` names, as browsers give them. */
  press(key: string): boolean
}

/** A tour of so many steps. `onEnd` is told once, how it ended. */
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
