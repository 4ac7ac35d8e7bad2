/** Loading state of a list. */
export type LoadingState = 'empty' | 'loading' | 'loaded' | 'failed'

/** Events of a list that is loaded. */
export type LoadingEvent = 'start' | 'succeed' | 'fail' | 'clear'

/** Reducer: every load begins with `start`; a response without a pending load changes nothing. */
export function nextLoadingState(state: LoadingState, event: LoadingEvent): LoadingState {
  if (event === 'start') return 'loading'
  if (event === 'clear') return 'empty'
  if (state !== 'loading') return state
  return event === 'succeed' ? 'loaded' : 'failed'
}
