import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx'

/** The dialog of a deck's exports, loaded when it is first opened. */
export const LazyExportDialog = lazyDialog(async () => (await import('./export-dialog.tsx')).ExportDialog)
