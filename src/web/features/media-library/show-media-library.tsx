import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { createStore, useStore } from '../../../ui/store.ts'
import { TooltipProvider } from '../../../ui/tooltip.tsx'
import type { ChosenMedia, MediaLibraryOptions } from './library-options.ts'
import { MediaLibrary } from './media-library.tsx'

/** A library that is open or fading out. */
interface Opening {
  readonly number: number
  readonly options: MediaLibraryOptions
  readonly open: boolean
  answer(chosen: ChosenMedia | null): void
}

const opening = createStore<Opening | null>(null)
let openings = 0

function Host() {
  const current = useStore(opening)
  if (!current) return null
  const { number, options, open, answer } = current
  return <MediaLibrary key={number} {...{ options, open }} onAnswer={answer} />
}

/** Renders the library beside the page's own content, once. */
function mountHost(): void {
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <Host />
      </TooltipProvider>
    </CSPProvider>,
  )
}

/** Opens the library; closes one that is open. */
export function showMediaLibrary(options: MediaLibraryOptions): Promise<ChosenMedia | null> {
  if (openings === 0) mountHost()
  opening.get()?.answer(null)
  const number = ++openings
  return new Promise((resolve) => {
    const answer = (chosen: ChosenMedia | null): void => {
      opening.set((now) => (now?.number === number ? { ...now, open: false } : now))
      resolve(chosen)
    }
    opening.set({ number, options, open: true, answer })
  })
}
