import { lazy, Suspense, useEffect, useState } from 'react'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import type { DeckSyncProps } from './deck-sync.tsx'

const Loaded = lazy(async () => ({ default: (await import('./deck-sync.tsx')).DeckSync }))

/** DeckSync, loaded when it is first shown. Not on the server, which waits for no code: the browser would report it. */
export function LazyDeckSync(props: DeckSyncProps) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  if (!isMounted) return null
  return (
    <AreaBoundary>
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    </AreaBoundary>
  )
}
