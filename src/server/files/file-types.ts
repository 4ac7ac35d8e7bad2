import { extname } from 'node:path'

/** The content types of stored files by the extension of their key, the only place where the type is stored. */
const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
}

const keyForm = /^[a-z0-9][a-z0-9_-]*(\/[A-Za-z0-9][A-Za-z0-9_.-]*)+$/

/** The content type of a key's extension; `application/octet-stream` if unknown. */
export function typeOfKey(key: string): string {
  return types[extname(key)] ?? 'application/octet-stream'
}

/** Whether this is a file's key: a path of plain names, which cannot lead out of the store. */
export function isKey(key: string): boolean {
  return keyForm.test(key) && !key.includes('..') && key.length <= 500
}

/**
 * Throws unless the key is a path of plain names (`media/4f/….png`), so that it cannot lead out of the store. With
 * `type`, throws unless the key's extension means that type.
 */
export function checkKey(key: string, type?: string): void {
  if (!isKey(key)) throw new Error(`Not a file key: ${key}`)
  if (type !== undefined && typeOfKey(key) !== type.split(';')[0]) {
    throw new Error(`The key ${key} does not end as a file of type ${type} does; see file-types.ts.`)
  }
}
