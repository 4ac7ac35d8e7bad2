import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A built file, ready to send. */
export interface StaticFile {
  readonly type: string
  readonly etag: string
  /** The body in an encoding that the client accepts; text is compressed once, at its first request. */
  body(acceptEncoding: string): { bytes: Uint8Array; encoding: 'br' | 'gzip' | null }
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
}
const compressible = new Set(['.js', '.css', '.json', '.svg'])

function readStaticFile(path: string): StaticFile {
  const bytes = readFileSync(path)
  const extension = extname(path)
  let brotli: Uint8Array | null = null
  let gzip: Uint8Array | null = null
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    body: (acceptEncoding) => {
      if (!compressible.has(extension)) return { bytes, encoding: null }
      if (/\bbr\b/.test(acceptEncoding)) {
        brotli ??= brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        return { bytes: brotli, encoding: 'br' }
      }
      if (/\bgzip\b/.test(acceptEncoding)) {
        gzip ??= gzipSync(bytes, { level: 9 })
        return { bytes: gzip, encoding: 'gzip' }
      }
      return { bytes, encoding: null }
    },
  }
}

/**
 * The files of a folder by name, without subfolders. Only names that exist at the start are served, so no name can
 * lead out of the folder. Throws if the folder is missing.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const servable = entries.filter((entry) => types[extname(entry.name)] !== undefined)
  return new Map(servable.map((entry) => [entry.name, readStaticFile(join(folder, entry.name))]))
}
