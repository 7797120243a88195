import type { pictures as contract } from '#shared/api/pictures.ts'
import { organizationOf } from '#shared/ids.ts'
import { viewerOf } from '#shared/childData.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { putObject } from '../media/bucket.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { smallPicture } from '../media/smallPicture.ts'
import { fileCounts, files, maxFilesPerDay, unattachedHours } from '../table/files.ts'
import { type Player, players } from '../table/players.ts'
import { changePictures } from '../table/rosters.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { visiblePictureField, pictureLink } from './pictureLink.ts'

type Api = typeof contract
/** Stores a picture, which expires unless something references it. */
async function storePicture(
  stamp: Stamp,
  id: string,
  { userId, jpeg }: { userId: string; jpeg: string },
): Promise<string> {
  const bytes = smallPicture(jpeg)
  const fileId = `${organizationOf(id)}.${newId('f')}`
  const until = addHours(stamp.at, unattachedHours)
  // Noted first: a noted file that is missing is cleaned up, an unnoted file never is.
  await write(
    stamp,
    files.create({ fileId, userId, name: 'picture.jpg', type: 'image/jpeg', size: bytes.length, state: 'kept', until }),
    fileCounts.upsert(
      { userId, day: stamp.at.slice(0, 10) },
      { add: { sent: 1 }, when: [['sent', '<', maxFilesPerDay]] },
      'too_many_requests',
    ),
  )
  await putObject(`files/${fileId}`, bytes, { 'content-type': 'image/jpeg', 'content-disposition': 'inline' })
  return fileId
}

/** Deletes the previous picture with its bytes. */
const releasePicture = (before: string | undefined, about: string): Write[] =>
  before ? [files.removeAttached(before, about)] : []

async function requirePlayer(playerId: string): Promise<Stored<Player>> {
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) throw new Problem('not_found')
  return player
}

/** The pictures of the caller's players: of all own ones, and of followed ones if the family lets the team see them. One batch read. */
export async function myPictures({ me, now }: CallOf<Api, 'GET /rest-api/pictures/mine'>) {
  const { access } = await me
  const rows = await players.getMany([...access.players, ...access.following].map(({ id }) => ({ playerId: id })))
  const pictureLists = await Promise.all(
    rows.map(async (row) => {
      if (!row) return []
      const subject = { organizationId: organizationOf(row.playerId) }
      const viewer = viewerOf(access, subject, { isRosterVisible: false })
      const { pictureUrl } = await visiblePictureField(row, { viewer, where: 'team', now })
      return pictureUrl === undefined ? [] : [{ id: row.playerId, pictureUrl }]
    }),
  )
  return { players: pictureLists.flat() }
}

export async function putPicture(call: CallOf<Api, 'PUT /rest-api/pictures/player/{playerId}'>) {
  const { params, body, userId, me, stamp, now } = call
  const { playerId } = params
  const { access } = await me
  const isFamily = playersWith(access, 'sees').some(({ id }) => id === playerId)
  const refuseIfUnwanted = (player: Stored<Player>) => {
    if (player.pictures === 'nobody' && !isFamily) throw new Problem('no_pictures_wanted')
    return player
  }
  refuseIfUnwanted(await requirePlayer(playerId))
  const picture = await storePicture(stamp, playerId, { userId, jpeg: body.jpeg })
  await retryOnConflict(async () => {
    const player = refuseIfUnwanted(await requirePlayer(playerId))
    await write(
      stamp,
      ...changePictures(player, { picture }),
      files.attach(picture, { userId, about: playerId }),
      ...releasePicture(player.picture, playerId),
    )
  })
  return { pictureUrl: await pictureLink(picture, now) }
}

export const removePicture = ({
  params: { playerId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/pictures/player/{playerId}'>) =>
  retryOnConflict(async () => {
    const player = await requirePlayer(playerId)
    if (player.picture !== undefined)
      await write(stamp, ...changePictures(player, { picture: undefined }), ...releasePicture(player.picture, playerId))
    return { pictureUrl: null }
  })

/** Saves the family's consent to pictures. */
export async function saveAudience(call: CallOf<Api, 'PUT /rest-api/pictures/player/{playerId}/audience'>) {
  const { params, body, userId, me, stamp, now } = call
  const { playerId } = params
  const { access } = await me
  if (!playersWith(access, 'sees').some(({ id }) => id === playerId)) throw new Problem('not_allowed')
  return retryOnConflict(async () => {
    const player = await requirePlayer(playerId)
    const picturesSaid = { userId, at: now }
    if (player.pictures !== body.to) await write(stamp, ...changePictures(player, { pictures: body.to, picturesSaid }))
    return { to: body.to }
  })
}

export async function putTeamPicture(call: CallOf<Api, 'PUT /rest-api/pictures/team/{teamId}'>) {
  const { params, body, userId, stamp, now } = call
  const { teamId } = params
  await teams.read({ teamId })
  const picture = await storePicture(stamp, teamId, { userId, jpeg: body.jpeg })
  await retryOnConflict(async () => {
    const team = await teams.read({ teamId })
    await write(
      stamp,
      ...teams.setPicture(team, picture),
      files.attach(picture, { userId, about: teamId }),
      ...releasePicture(team.picture, teamId),
    )
  })
  return { pictureUrl: await pictureLink(picture, now) }
}

export const removeTeamPicture = ({
  params: { teamId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/pictures/team/{teamId}'>) =>
  retryOnConflict(async () => {
    const team = await teams.read({ teamId })
    if (team.picture !== undefined)
      await write(stamp, ...teams.setPicture(team, undefined), ...releasePicture(team.picture, teamId))
    return { pictureUrl: null }
  })
