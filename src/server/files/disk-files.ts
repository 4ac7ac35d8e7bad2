import { randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Files } from '../services.ts'
import { checkKey, isKey, typeOfKey } from './file-types.ts'

/**
 * Files under a folder. A completed put() survives a power cut: the bytes are written under a temporary name, synced and
 * renamed. Then the folder is synced, since it holds the name.
 */
export function diskFiles(root: string): Files {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(root, key)
  }
  return {
    async put(key, bytes, type) {
      checkKey(key, type)
      await writeDurably(pathOf(key), bytes)
    },
    async putCopy(key, path, type) {
      checkKey(key, type)
      await storeDurably(pathOf(key), async (draft) => {
        await copyFile(path, draft, constants.COPYFILE_EXCL)
        await chmod(draft, 0o600)
        return open(draft, 'r+')
      })
    },
    async get(key, part) {
      const file = await openIfThere(pathOf(key))
      if (!file) return null
      const { size } = await file.stat()
      const { first: start = 0, last: end = Number.POSITIVE_INFINITY } = part?.(size) ?? {}
      return { body: createReadStream('', { fd: file, start, end }), size, type: typeOfKey(key) }
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async *list() {
      for await (const path of filesUnder(root)) {
        const key = relative(root, path).split(sep).join('/')
        if (isKey(key)) yield key
      }
    },
    async clearDrafts(before) {
      for await (const path of filesUnder(root)) {
        if (!basename(path).startsWith(draftName)) continue
        const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }))
        if (mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** Prefix of the names of incomplete files. */
const draftName = '.draft-'

/** Yields the paths of all files under a folder: a store may have more than fit in memory. */
async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile()) yield path
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await storeDurably(path, async (draft) => {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  })
}

/** `write` makes the draft, and returns it open. */
async function storeDurably(path: string, write: (draft: string) => Promise<FileHandle>): Promise<void> {
  const folder = dirname(path)
  await makeFolderDurably(folder)
  const draft = join(folder, `${draftName}${randomBytes(8).toString('hex')}`)
  try {
    const file = await write(draft)
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Creates the folder and its ancestors, and syncs the parent of each new one: until then it is not durable. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const last = dirname(first)
  for (let made = folder; made.length >= last.length; made = dirname(made)) {
    await syncFolder(made)
    if (made === last) return
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles for folders; its renames are written through.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
