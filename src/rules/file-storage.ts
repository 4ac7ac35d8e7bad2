import { shownTitle } from './deck-url.ts'

/** The file storage's name, as people read it. */
export const storageName = 'Dropbox'

/** Path that begins an authorization: sends the browser to the file storage. */
export const authorizeStoragePath = '/settings/dropbox/authorize'
/** Path to which the file storage sends the browser back. */
export const storageCallbackPath = '/settings/dropbox/callback'

/** The link that connects the file storage and then opens a path of this site. */
export function connectStorageUrl(returnPath: string): string {
  return `${authorizeStoragePath}?return_to=${encodeURIComponent(returnPath)}`
}

/** Why a deck is not synced. */
export const syncProblems = {
  full: `Your ${storageName} is full. Make room there, then try again.`,
  refused: `${storageName} did not take the files. Connect it again in your settings, or try again later.`,
  unreachable: `${storageName} cannot be reached at the moment. We try again by ourselves.`,
  export: 'The files could not be made. We try again by ourselves.',
} as const
export type SyncProblem = keyof typeof syncProblems

/** The message of a stored problem. */
export function syncProblem(code: string): string {
  return Object.hasOwn(syncProblems, code) ? syncProblems[code as SyncProblem] : syncProblems.unreachable
}

/** Messages of the file storage. */
export const storageMessages = {
  off: `${storageName} is not set up on this site`,
  notConnected: `Connect your ${storageName} first`,
  ended: `${storageName} no longer lets us in. Please connect it again.`,
  full: 'There is no room for another deck, please stop syncing one first',
} as const

/** Why a file storage was not connected. The code is in the URL of the page that explains it. */
const connectProblems = {
  refused: `${storageName} was not connected, since you did not allow it there.`,
  state: 'This is no longer valid. Please connect again, in this browser.',
  failed: `${storageName} did not answer as it should. Please try again later.`,
} as const
export type ConnectProblem = keyof typeof connectProblems

/** The message of a problem in a URL; null for anything else. */
export function connectProblem(code: string | null): string | null {
  return code !== null && Object.hasOwn(connectProblems, code) ? connectProblems[code as ConnectProblem] : null
}

/** Seconds until the next attempt after a failure, by its reason and the number of failures in a row. */
export function syncPause(problem: SyncProblem, attempts: number): number {
  if (problem === 'full' || problem === 'refused') return 6 * 3_600
  if (problem === 'export') return 3_600
  return Math.min(3_600, 30 * 4 ** Math.max(0, attempts - 1))
}

/**
 * The path of a deck's file, in the app's own folder. The id tells decks of one title apart, in any writing: the service
 * ignores case. Letters outside the basic plane and signs that Windows refuses are left out.
 */
export function syncedPath(deck: { readonly id: number; readonly title: string }, extension: 'pdf' | 'zip'): string {
  const plain = shownTitle(deck.title)
    .replaceAll(/[\\/:*?"<>|\p{C}\u{10000}-\u{10FFFF}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 80)
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  return `/${plain || 'Deck'} (${deck.id}).${extension}`
}
