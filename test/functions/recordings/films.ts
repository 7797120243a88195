import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'

const ADD = 'POST /rest-api/recordings/team/{teamId}'

/** An uploaded film of this user that nothing refers to. */
export async function aFilm({ organizationId }: Club, userId: string, { size = 1000, part = newPart('f') } = {}) {
  const fileId = `${organizationId}.${part}`
  const fileFields = {
    userId,
    name: 'film.mp4',
    type: 'video/mp4',
    size,
    state: 'kept',
    until: '2026-12-01T00:00:00Z',
  } as const
  await write(stamp, files.upsert({ fileId }, { set: { ...fileFields, about: undefined } }))
  return fileId
}

type FilmOptions = {
  title?: string
  team?: boolean
  playerIds?: string[]
  eventId?: string | null
  size?: number
  now?: string
  shows?: string[]
}
/** A recording of the Falcons by their coach. */
export async function record(
  club: Club,
  { title = 'First half', team = true, playerIds = [], eventId = null, ...options }: FilmOptions = {},
) {
  const { size = 1000, now, shows } = options
  const as = club.user('coach')
  const fileId = await aFilm(club, as, { size })
  const body = { fileId, title, eventId, sharedWith: { team, playerIds }, ...(shows && { shows }) }
  const { teamId } = club.falcons
  return { fileId, made: await call(ADD, { as, teamId, body, ...(now && { now }) }) }
}
