import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'

export type Media = { s3: S3Client; Bucket: string }
/** A file with its metadata: how a browser displays it, and how long it may cache it. */
export type FileMetadata = { key: string; ContentType?: string; CacheControl?: string; ContentDisposition?: string }

/** The keys of all files with a prefix. */
export async function* keysOf({ s3, Bucket }: Media, Prefix: string): AsyncGenerator<string> {
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

export async function fetchFile(
  { s3, Bucket }: Media,
  key: string,
): Promise<{ kept: FileMetadata; bytes: Uint8Array }> {
  const { Body, ContentType, CacheControl, ContentDisposition } = await s3.send(
    new GetObjectCommand({ Bucket, Key: key }),
  )
  if (!Body) throw new Error(`${key} is empty.`)
  const kept = {
    key,
    ...(ContentType !== undefined && { ContentType }),
    ...(CacheControl !== undefined && { CacheControl }),
    ...(ContentDisposition !== undefined && { ContentDisposition }),
  }
  return { kept, bytes: await Body.transformToByteArray() }
}

export async function putFile(
  { s3, Bucket }: Media,
  { key, ...metadata }: FileMetadata,
  bytes: Uint8Array,
): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, ...metadata }))
}
