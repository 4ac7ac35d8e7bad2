import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx'

/** The share dialog, loaded when it is first opened. */
export const LazyShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
