/** How far the loading of a list has come. */
export type LoadingState = 'empty' | 'loading' | 'loaded' | 'failed'

/** What happens to a list that is loaded. */
export type LoadingEvent = 'start' | 'succeed' | 'fail' | 'clear'

/** The state after an event: every load begins with start; an answer that nobody waits for changes nothing. */
export function nextLoadingState(state: LoadingState, event: LoadingEvent): LoadingState {
  if (event === 'start') return 'loading'
  if (event === 'clear') return 'empty'
  if (state !== 'loading') return state
  return event === 'succeed' ? 'loaded' : 'failed'
}
