import { lazy, Suspense } from 'react'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import type { DeckSyncProps } from './deck-sync.tsx'

const Loaded = lazy(async () => ({ default: (await import('./deck-sync.tsx')).DeckSync }))

/** DeckSync, loaded when it is first shown. */
export function LazyDeckSync(props: DeckSyncProps) {
  return (
    <AreaBoundary>
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    </AreaBoundary>
  )
}
