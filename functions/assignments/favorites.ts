import type { assignments as area } from '#shared/api/assignments.ts'
import { ignore } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { favoriteAssignments } from '../table/assignments.ts'
import { write } from '../table/table.ts'
import { existingAssignment } from './existing.ts'

type Call<M extends 'GET' | 'POST' | 'DELETE'> = CallOf<
  typeof area,
  `${M} /rest-api/assignment/favorite/{assignmentId}`
>

export async function readFavorite({ params: { assignmentId }, userId }: Call<'GET'>) {
  const [row] = await Promise.all([
    favoriteAssignments.get({ userId, assignmentId }, { consistent: true }),
    existingAssignment({ assignmentId }),
  ])
  return { favorite: row !== undefined }
}

/** Marks an assignment as favorite. Idempotent. */
export async function addFavorite({ params: { assignmentId }, userId, stamp }: Call<'POST'>) {
  await existingAssignment({ assignmentId })
  await write(stamp, favoriteAssignments.createOnce({ userId, assignmentId }))
  return { favorite: true }
}

export async function dropFavorite({ params: { assignmentId }, userId, stamp }: Call<'DELETE'>) {
  await existingAssignment({ assignmentId })
  await write(stamp, favoriteAssignments.remove({ userId, assignmentId })).catch(ignore('not_found'))
  return { favorite: false }
}
