import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx'

/** The dialog of a deck's people, loaded when it is first opened. */
export const LazyPeopleDialog = lazyDialog(async () => (await import('./people-dialog.tsx')).PeopleDialog)
