import { createStore } from '../../../ui/store.ts'

/** Whether slides were imported since the page was opened; see EditorPageData.hasImports for those before. */
export const tookImport = createStore(false)
