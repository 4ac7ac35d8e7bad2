/** The loaders of the pages for a team's managers; few people have them, so the app loads them with the first page. */
export { loadMembers } from './load-members.ts'
export { loadReactivate } from './load-reactivate.ts'
export { loadSettings } from './load-settings.ts'
