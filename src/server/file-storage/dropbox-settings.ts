import type { Reader } from '../read-setting.ts'

/** The operator's app at Dropbox. */
export interface DropboxSettings {
  /** Identifies the app. It is no secret: authorizations are proven by PKCE. */
  readonly appKey: string
  /** A stand-in for all hosts of Dropbox, for tests; null: Dropbox itself. */
  readonly url: string | null
}

/** Reads DROPBOX_APP_KEY; null without it. DROPBOX_URL counts outside production only. */
export function readDropbox(read: Reader, production: boolean): DropboxSettings | null {
  const appKey = read.optional('DROPBOX_APP_KEY')
  const url = production ? null : read.address('DROPBOX_URL', ['http:', 'https:'])
  if (appKey === null) return null
  if (!/^[a-z0-9]{8,40}$/i.test(appKey)) {
    read.problem(
      'DROPBOX_APP_KEY',
      'this is no app key; it is under Settings of your app at dropbox.com/developers/apps',
    )
  }
  return { appKey, url: url?.replace(/\/+$/, '') ?? null }
}
