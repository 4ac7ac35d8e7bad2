/** The body and headers of a request that uploads a file. */
export function uploadOf(bytes: Buffer | string, name: string, type: string) {
  const boundary = 'a-boundary-that-stands-in-no-file'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes as Buffer), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
