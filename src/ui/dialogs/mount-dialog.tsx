import '../fonts.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastHost } from '../toast/toast-host.tsx'
import { TooltipProvider } from '../tooltip.tsx'
import { DialogHost } from './dialog-host.tsx'

/** Renders a dialog on a page without React. `onClosed`, called after its transition, unmounts it. */
export function mountDialog(dialog: (onClosed: () => void) => ReactNode): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const onClosed = (): void => {
    root.unmount()
    container.remove()
  }
  root.render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        {dialog(onClosed)}
        <ToastHost />
        <DialogHost />
      </TooltipProvider>
    </CSPProvider>,
  )
}
