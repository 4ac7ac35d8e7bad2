export { mergeHtml, takeChanges } from '../text/take-changes.ts'
export { mergeBlocks } from './merge-blocks.ts'
