import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Settings } from '../env.ts'
import type { Files } from '../services.ts'
import { checkKey, isKey, typeOfKey } from './file-types.ts'

/** The prefixes of our keys: other objects in the bucket are not ours. */
const folders = ['media/', 'pictures/', 'thumbnails/']

/**
 * Files in an S3 bucket, or in an S3-compatible store (`endpoint`). Credentials come from AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY, or from the machine's role.
 */
export async function s3Files(settings: NonNullable<Settings['s3']>): Promise<Files> {
  // Imported only if S3 is configured: the package is large.
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    // S3-compatible stores refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const { bucket: Bucket } = settings
  const find = (key: string) => orNull(client.send(new sdk.GetObjectCommand({ Bucket, Key: key })))
  return {
    async put(key, bytes, type) {
      checkKey(key, type)
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: type }))
    },
    async putCopy(key, path, type) {
      checkKey(key, type)
      const { size } = await stat(path)
      const input = { Bucket, Key: key, Body: createReadStream(path), ContentLength: size, ContentType: type }
      await client.send(new sdk.PutObjectCommand(input))
    },
    async get(key, part) {
      checkKey(key)
      const type = typeOfKey(key)
      if (!part) {
        const found = await find(key)
        return found ? { body: found.Body as Readable, size: found.ContentLength ?? 0, type } : null
      }
      const head = await orNull(client.send(new sdk.HeadObjectCommand({ Bucket, Key: key })))
      if (!head) return null
      const size = head.ContentLength ?? 0
      const chosen = part(size)
      const Range = chosen ? `bytes=${chosen.first}-${chosen.last}` : undefined
      const found = await orNull(client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range })))
      return found ? { body: found.Body as Readable, size, type } : null
    },
    async read(key) {
      checkKey(key)
      const found = await find(key)
      return (await found?.Body?.transformToByteArray()) ?? null
    },
    async delete(key) {
      checkKey(key)
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }))
    },
    async *list() {
      for (const Prefix of folders) {
        let token: string | undefined
        do {
          const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }))
          for (const { Key } of page.Contents ?? []) if (Key && isKey(Key)) yield Key
          token = page.NextContinuationToken
        } while (token)
      }
    },
    // S3 writes are atomic: there are no partial objects.
    async clearDrafts() {},
  }
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } }
    if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return null
    throw error
  }
}
