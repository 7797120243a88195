import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import { type Club, newPart, stamp } from '../club.ts'

/** A film of this person's that has come and is kept, and that nothing names. */
export async function aFilm({ organizationId }: Club, userId: string, { size = 1000, part = newPart('f') } = {}) {
  const fileId = `${organizationId}.${part}`
  const kept = {
    userId,
    name: 'film.mp4',
    type: 'video/mp4',
    size,
    state: 'kept',
    until: '2026-12-01T00:00:00Z',
  } as const
  await write(stamp, files.upsert({ fileId }, { set: { ...kept, about: undefined } }))
  return fileId
}
