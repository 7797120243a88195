import type { ProblemCode } from '#shared/problems.ts'
import { entity } from './entity.ts'
import type { User } from './profiles.ts'
import type { Write } from './writes.ts'

export type FileId = { fileId: string }
/**
 * A file that somebody sent along. Its bytes lie in the media bucket, under `incoming/` until they were looked at and under
 * `files/` from then on.
 *   asked   a place was given for it
 *   kept    it is what it says; `type` and `size` are those of its contents
 *   harmful it was found to hold malicious software: its bytes are gone, and nothing may name it any more
 * `until`: when it goes. A file that something names (`about`: the id of a message, a mail …) has none, or goes with what
 * names it; see `stays`.
 */
export type File = FileId & {
  userId: string
  name: string
  type: string
  size: number
  state: 'asked' | 'kept' | 'harmful'
  /** Of a file that comes in parts: what S3 calls it until they are joined. */
  uploadId?: string
  about?: string
  until?: string
}

const rows = entity<File, FileId>('File', {
  key: ({ fileId }) => ({ pk: `FILE#${fileId}`, sk: 'FILE' }),
})

/** How long a file waits for something that names it, in hours. */
export const waitingHours = 24

/**
 * The write that has a file stay, to stand beside the write that names it. Refused when there is no such file, it is not
 * kept, it is somebody else's, or something names it already.
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

/** The write by which a named file stays until then, or for good, with what names it. Refused when it is not there. */
const stays = (fileId: string, { about, until }: Omit<Owner, 'userId'>): Write<File> =>
  rows.change({ fileId }, { set: { until }, when: [['about', '=', about]] }, 'file_missing')

/** The write that lets go of a file: its bytes go with it. */
const letGo = (fileId: string, about: string, otherwise: ProblemCode = 'not_found'): Write<File> =>
  rows.remove({ fileId }, otherwise, [['about', '=', about]])

/** The write that says of a file that it is harmful. Refused when it is known already, or there is no such file. */
const condemn = (fileId: string): Write<File> =>
  rows.change({ fileId }, { set: { state: 'harmful' }, when: [['state', '<>', 'harmful']] })

export const files = { ...rows, attach, stays, letGo, condemn }

/** So many files a person may send on one day; one that comes in parts counts for several. */
export const mostFilesADay = 500
export const largeCounts = 5

/** How many files somebody has sent on a day. */
export const fileCounts = entity<{ sent: number }, User & { day: string }>('File count', {
  key: ({ userId, day }) => ({ pk: `USER#${userId}`, sk: `FILES-ON#${day}` }),
})
