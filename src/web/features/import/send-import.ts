import { apiErrorFrom, failureText, isApiError } from '../../../api/api-error.ts'
import { type ApiClient, pathOf } from '../../../api/client.ts'
import { type ImportAnswer, importsContracts } from '../../../api/imports/contract.ts'
import type { ImportMode, PdfMode } from '../../../rules/import-formats.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import type { Folder } from '../../../ui/form/dropped-files.ts'
import { postFile } from '../../data/send-file.ts'

/** What is imported: a file, a folder, or what is at an address. */
export type ImportSource = { readonly file: File } | { readonly folder: Promise<Folder> } | { readonly address: string }

/** What the user decides besides the source. */
export interface ImportChoice {
  readonly pdf: PdfMode
  readonly mode: ImportMode
  /** The deck that the slides are for; missing: they become a new one. */
  readonly deckId?: number
}

/** Why a file is refused before it is sent; null: it is not. */
export function refusalOf(file: Pick<File, 'size' | 'type'>): string | null {
  // Other files are judged by their content, which the server knows.
  if (/^(?:audio|image|video)\//.test(file.type)) return importMessages.noFile
  if (file.size > limits.upload.importKilobytes * 1000) return importMessages.tooLarge
  return file.size === 0 ? importMessages.nothingInIt : null
}

async function sendFile(
  file: File,
  { deckId, ...query }: ImportChoice,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ImportAnswer> {
  const refusal = refusalOf(file)
  if (refusal !== null) throw new Error(refusal)
  const path = pathOf(importsContracts.create, { query: { ...query, deck_id: deckId } })
  const { status, text } = await postFile(path, file, { signal, onProgress }).catch(() => {
    throw new Error(importMessages.notSent)
  })
  const body = (() => {
    try {
      return JSON.parse(text) as ImportAnswer
    } catch {
      return null
    }
  })()
  if (status === 201 && body) return body
  const error = apiErrorFrom(status, body)
  throw new Error(error.isUserMessage ? error.message : importMessages.failed)
}

async function packed(folder: Promise<Folder>, signal: AbortSignal): Promise<File> {
  const { packFolder } = await import('./pack-folder.ts')
  const read = await folder.catch(() => {
    throw new Error(importMessages.folderNotRead)
  })
  return packFolder(read, signal)
}

/** Sends what is imported; resolves to the import's first state. Throws an Error with a message for the user. */
export async function sendImport(
  api: ApiClient,
  source: ImportSource,
  choice: ImportChoice,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ImportAnswer> {
  if ('file' in source) return sendFile(source.file, choice, signal, onProgress)
  if ('folder' in source) return sendFile(await packed(source.folder, signal), choice, signal, onProgress)
  const { deckId, ...chosen } = choice
  const body = { import: { ...chosen, deck_id: deckId, url: source.address } }
  return api.call(importsContracts.createFromAddress, { body, signal }).catch((error: unknown) => {
    throw isApiError(error) ? new Error(failureText(error)) : error
  })
}
