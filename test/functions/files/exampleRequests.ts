import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of files, and the setup it needs. */

const fileOf = ({ organizationId }: Club) => `${organizationId}.f00000000000`
/** A stored file of this user that nothing refers to. */
async function aFile(userId: string, club: Club) {
  const file = { userId, name: 'Team photo.jpg', type: 'image/jpeg', size: 1000, state: 'kept' } as const
  await write(stamp, files.upsert({ fileId: fileOf(club) }, { set: file }))
}
/** Like `aFile`, uploaded in parts. */
async function aLargeFile(userId: string, club: Club) {
  await aFile(userId, club)
  await write(stamp, files.change({ fileId: fileOf(club) }, { set: { uploadId: 'joined' } }))
}

export const exampleRequests: Requests = {
  params: (club) => ({ fileId: fileOf(club) }),
  bodies: {
    'POST /rest-api/files/{orgId}': { name: 'Team photo.jpg', type: 'image/jpeg', size: 1000 },
    'POST /rest-api/files/{orgId}/parts': { name: 'Game.mp4', type: 'video/mp4', size: 30_000_000 },
  },
  prepared: {
    'POST /rest-api/files/{fileId}/keep': aFile,
    'GET /rest-api/files/{fileId}/parts': aLargeFile,
    'GET /rest-api/files/{fileId}/preview': aFile,
  },
}
