import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { SessionProvider, type SessionProviderProps } from './data/session-context.tsx'

/** The providers around every page, on the server and in the browser. */
export function App({ children, ...session }: SessionProviderProps & { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <SessionProvider {...session}>
        <TooltipProvider>{children}</TooltipProvider>
      </SessionProvider>
    </CSPProvider>
  )
}
