/** A ZIP that is refused. The message is for the user. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

export const zipErrors = {
  damaged: () => new ZipError('This ZIP file is damaged'),
  locked: () => new ZipError('This ZIP file is locked by a password'),
  method: () => new ZipError('This ZIP file is packed in a way that is not supported'),
  entries: (most: number) => new ZipError(`This ZIP file has more than ${most.toLocaleString('en')} files`),
  size: (bytes: number) => new ZipError(`This ZIP file is larger than ${bytes / 1_000_000} MB when it is unpacked`),
  link: () => new ZipError('This ZIP file contains a link'),
  name: () => new ZipError('This ZIP file contains a file with an unsafe name'),
  twice: () => new ZipError('This ZIP file contains a file twice'),
  nested: () => new ZipError('This ZIP file contains another archive'),
} as const
