import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import type { Collaboration } from '../collaboration/collaboration.ts'

type Area = ComponentType<{ readonly collaboration: Collaboration }>

let loaded: Area | null = null

/** The comments, loaded when the panel is first opened. */
export function LazyComments({ collaboration }: { readonly collaboration: Collaboration }) {
  const [area, setArea] = useState(loaded ? { Area: loaded } : null)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./comments-area.tsx').then(
      ({ CommentsArea }) => {
        loaded = CommentsArea
        setArea({ Area: CommentsArea })
      },
      () => setFailed(true),
    )
  }, [])
  useEffect(() => {
    if (!loaded) load()
  }, [load])
  if (hasFailed) return <FailedNotice text={messages.collaboration.commentsFailed} onRetry={load} />
  if (!area) return <LoadingNotice />
  return (
    <AreaBoundary text={messages.collaboration.commentsFailed}>
      <area.Area collaboration={collaboration} />
    </AreaBoundary>
  )
}
