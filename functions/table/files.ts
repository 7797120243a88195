import type { ProblemCode } from '#shared/problems.ts'
import { entity } from './entity.ts'
import type { User } from './profiles.ts'
import type { Write } from './writes.ts'

export type FileId = { fileId: string }
/**
 * An uploaded file. Its bytes are in the media bucket, under `incoming/` until they were checked and under `files/` after that.
 *   asked   waiting for the upload
 *   kept    checked; `type` and `size` are those of its contents
 *   harmful malware was found: its bytes are deleted, and nothing may use it any more
 * `until`: when it expires. A file that is attached to something (`about`: the id of a message, a mail …) has none, or expires
 * with it; see `keepUntil`.
 */
export type File = FileId & {
  userId: string
  name: string
  type: string
  size: number
  state: 'asked' | 'kept' | 'harmful'
  /** For a multipart upload: its id in S3 until the parts are joined. */
  uploadId?: string
  about?: string
  until?: string
}

const rows = entity<File, FileId>('File', {
  key: ({ fileId }) => ({ pk: `FILE#${fileId}`, sk: 'FILE' }),
})

/** How long a file is kept before it is attached to something, in hours. */
export const unattachedHours = 24

/**
 * Attaches a file, in the transaction of what it is attached to. Refused if there is no such file, it is not kept, it belongs to
 * another person, or it is attached already.
 */
const attach = (fileId: string, { userId, about, until }: Owner): Write<File> => {
  const when = [
    ['state', '=', 'kept'],
    ['userId', '=', userId],
    ['about', 'not exists'],
  ] as const
  return rows.change({ fileId }, { set: { about, until }, when }, 'file_missing')
}
type Owner = { userId: string; about: string; until?: string }

/** Keeps an attached file until then, or without end, together with what it is attached to. Refused if there is no such file. */
const keepUntil = (fileId: string, { about, until }: Omit<Owner, 'userId'>): Write<File> =>
  rows.change({ fileId }, { set: { until }, when: [['about', '=', about]] }, 'file_missing')

/** Deletes a file's row; its bytes are deleted after it. */
const removeAttached = (fileId: string, about: string, otherwise: ProblemCode = 'not_found'): Write<File> =>
  rows.remove({ fileId }, otherwise, [['about', '=', about]])

/** Marks a file as harmful. Refused if it is marked already or does not exist. */
const markHarmful = (fileId: string): Write<File> =>
  rows.change({ fileId }, { set: { state: 'harmful' }, when: [['state', '<>', 'harmful']] })

export const files = { ...rows, attach, keepUntil, removeAttached, markHarmful }

/** How many files a person may upload per day, and how many of these a multipart upload counts for. */
export const maxFilesPerDay = 500
export const multipartUploadCount = 5

/** How many files a person has uploaded on a day. */
export const fileCounts = entity<{ sent: number }, User & { day: string }>('File count', {
  key: ({ userId, day }) => ({ pk: `USER#${userId}`, sk: `FILES-ON#${day}` }),
})
