import { Dialog } from '../../../ui/dialog.tsx'
import { ExportsPanel, type ExportsPanelProps } from './exports-panel.tsx'

/** Props of ExportDialog. */
export interface ExportDialogProps extends Omit<ExportsPanelProps, 'shown'> {
  readonly open: boolean
  readonly onClose: () => void
  /** Whether to restore the focus; see Dialog. */
  readonly returnsFocus?: () => boolean
}

/** Exports a deck as a file. Exports continue when the dialog is closed, and are in its list later. */
export function ExportDialog({ open, onClose, returnsFocus, ...panel }: ExportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Export" size="m" returnsFocus={returnsFocus}>
      <ExportsPanel {...panel} shown={open} />
    </Dialog>
  )
}
