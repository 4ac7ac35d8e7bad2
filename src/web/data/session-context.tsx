import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { ApiClient } from '../../api/client.ts'
import type { HostTeam, Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'

interface SessionValue {
  readonly viewer: Viewer | null
  readonly site: Site
  readonly team: HostTeam | null
  readonly api: ApiClient
  readonly changeViewer: (changes: Partial<Viewer>) => void
  readonly changeTeam: (changes: Partial<HostTeam>) => void
}

const SessionContext = createContext<SessionValue | null>(null)

/** Props of SessionProvider. */
export interface SessionProviderProps {
  viewer: Viewer | null
  site: Site
  /** The team of the page's host; missing: the app's host. */
  team?: HostTeam | null
  api: ApiClient
  children: ReactNode
}

/** Provides the viewer, the instance, the host's team and the API. Signing in and out loads a new document, so the viewer never changes. */
export function SessionProvider({ viewer: first, site, team: hostTeam = null, api, children }: SessionProviderProps) {
  const [viewer, setViewer] = useState(first)
  const [team, setTeam] = useState(hostTeam)
  const changeViewer = useCallback((changes: Partial<Viewer>) => {
    setViewer((before) => before && { ...before, ...changes })
  }, [])
  const changeTeam = useCallback((changes: Partial<HostTeam>) => {
    setTeam((before) => before && { ...before, ...changes })
  }, [])
  const value = useMemo(
    () => ({ viewer, site, team, api, changeViewer, changeTeam }),
    [viewer, site, team, api, changeViewer, changeTeam],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

function useSession(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This component must stand inside a SessionProvider')
  return session
}

/** The signed-in user; null for visitors. */
export function useViewer(): Viewer | null {
  return useSession().viewer
}

/** Returns a function that updates the viewer's account in all components at once. */
export function useChangeViewer(): (changes: Partial<Viewer>) => void {
  return useSession().changeViewer
}

/** Returns a function that updates the host's team, its name or logo, in all components at once. */
export function useChangeTeam(): (changes: Partial<HostTeam>) => void {
  return useSession().changeTeam
}

/** The instance's public settings. */
export function useSite(): Site {
  return useSession().site
}

/** The team of the page's host; null on the app's host. */
export function useHostTeam(): HostTeam | null {
  return useSession().team
}

/** The API. */
export function useApi(): ApiClient {
  return useSession().api
}
