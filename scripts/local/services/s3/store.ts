import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readAllJson, writeAtomically } from '../../files.ts'
import type { Checksum } from './payload.ts'

/** An object without its bytes, as stored on disk. `modified` in milliseconds since 1970, `etag` with its quotes. */
export type Stored = {
  key: string
  size: number
  etag: string
  modified: number
  headers: Record<string, string>
  checksum?: Checksum
  tags?: Record<string, string>
  /** The file with the bytes. */
  file: string
}

/** Bytes on disk that are not an object yet. */
export type Staged = { file: string; size: number; md5: string }

/** A multipart upload in progress. */
export type Upload = {
  id: string
  key: string
  headers: Record<string, string>
  parts: Record<number, Staged>
}

/**
 * A bucket on disk. An object is a small metadata file that refers to a data file: the data is written first, and
 * renaming the metadata file into place creates the object. So an object is complete or missing, even if the process is
 * killed at any time.
 */
export type Store = {
  get(key: string): Stored | undefined
  /** In the order of their UTF-8 bytes, as S3 lists them. */
  keys(): string[]
  stage(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Staged>
  unstage(staged: Staged): void
  commit(object: Stored): void
  /** Sets these tags, unless the object has been replaced meanwhile. */
  tag(object: Stored, tags: Record<string, string>): void
  remove(key: string): boolean
  /** The bytes from `start` to `end`, both inclusive. The file stays readable even if the object is replaced meanwhile. */
  read(stored: { file: string }, range?: { start: number; end: number }): Readable
  upload(id: string): Upload | undefined
  saveUpload(upload: Upload): void
  /** Deletes an upload and its parts. */
  endUpload(upload: Upload): void
}

export function openStore(dir: string): Store {
  const dirs = { data: join(dir, 'data'), keys: join(dir, 'keys'), uploads: join(dir, 'uploads') }
  for (const each of Object.values(dirs)) mkdirSync(each, { recursive: true })
  const objects = new Map(readAllJson<Stored>(dirs.keys).map((object) => [object.key, object]))
  const uploads = new Map(readAllJson<Upload>(dirs.uploads).map((upload) => [upload.id, upload]))
  const data = (file: string) => join(dirs.data, file)
  // Keys may contain any character, file names may not.
  const keyFile = (key: string) => join(dirs.keys, `${createHash('sha256').update(key).digest('hex')}.json`)
  const removeFile = (file: string) => rmSync(data(file), { force: true })

  const usedFiles = new Set([...objects.values()].map(({ file }) => file))
  for (const { parts } of uploads.values()) for (const { file } of Object.values(parts)) usedFiles.add(file)
  for (const file of readdirSync(dirs.data)) if (!usedFiles.has(file)) removeFile(file)

  return {
    get: (key) => objects.get(key),
    keys: () => [...objects.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    async stage(bytes) {
      const file = randomUUID()
      const md5 = createHash('md5')
      let size = 0
      try {
        await pipeline(
          async function* () {
            for await (const chunk of bytes) {
              size += chunk.length
              md5.update(chunk)
              yield chunk
            }
          },
          createWriteStream(data(file)),
        )
      } catch (error) {
        removeFile(file)
        throw error
      }
      return { file, size, md5: md5.digest('hex') }
    },
    unstage: ({ file }) => removeFile(file),
    commit(object) {
      const previous = objects.get(object.key)
      writeAtomically(keyFile(object.key), JSON.stringify(object, undefined, 1))
      objects.set(object.key, object)
      if (previous) removeFile(previous.file)
    },
    tag(object, tags) {
      if (objects.get(object.key)?.file !== object.file) return
      const tagged = { ...object, tags }
      writeAtomically(keyFile(object.key), JSON.stringify(tagged, undefined, 1))
      objects.set(object.key, tagged)
    },
    remove(key) {
      const previous = objects.get(key)
      if (!previous) return false
      rmSync(keyFile(key))
      objects.delete(key)
      removeFile(previous.file)
      return true
    },
    read({ file }, range) {
      // Opened immediately: from here on the bytes stay readable, whatever happens to the object.
      return createReadStream('', { fd: openSync(data(file), 'r'), ...range })
    },
    upload: (id) => uploads.get(id),
    saveUpload(upload) {
      const previous = uploads.get(upload.id)
      writeAtomically(join(dirs.uploads, `${upload.id}.json`), JSON.stringify(upload, undefined, 1))
      uploads.set(upload.id, upload)
      for (const [number, part] of Object.entries(previous?.parts ?? {})) {
        if (upload.parts[Number(number)]?.file !== part.file) removeFile(part.file)
      }
    },
    endUpload(upload) {
      rmSync(join(dirs.uploads, `${upload.id}.json`), { force: true })
      uploads.delete(upload.id)
      for (const { file } of Object.values(upload.parts)) removeFile(file)
    },
  }
}
