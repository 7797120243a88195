import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { putObject } from '#functions/media/bucket.ts'
import { files } from '#functions/table/files.ts'
import { players } from '#functions/table/players.ts'
import { changePictures } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { organizationOf } from '#shared/ids.ts'
import type { PictureAudience } from '#shared/rules/pictures.ts'
import { demoPart } from './ids.ts'
import { youthPlayer } from './youthClub.ts'

type PictureSeed = { falcons: string; otters: string; parent: string; parent2: string; coach: string }

/**
 * Drawn pictures of some players and teams. For a child's picture, the families have chosen the team or the club as
 * audience, or nothing yet.
 */
export async function seedPictures(
  stamp: Stamp,
  { falcons, otters, parent, parent2, coach }: PictureSeed,
): Promise<void> {
  // The last write of a seeding: if it is there, nothing is added, so that a picture that was taken down since stays down.
  const last = await players.get({ playerId: youthPlayer('Mia Moreno') }, { consistent: true })
  if (last?.picturesSaid) return
  for (const [file, teamId] of [
    ['falcons', falcons],
    ['otters', otters],
  ] as const) {
    const team = await teams.read({ teamId })
    if (team.picture !== undefined) continue
    const stored = await storePicture(stamp, file, { userId: coach, about: teamId })
    await write(stamp, stored.write, ...teams.setPicture(team, stored.fileId))
  }
  const demoPictures: [file: string, name: string, userId: string, to: PictureAudience | undefined][] = [
    ['sam', 'Sam Okafor', parent2, undefined],
    ['ada', 'Ada Okafor', parent2, 'team'],
    ['leo', 'Leo Moreno', parent, 'team'],
    ['mia', 'Mia Moreno', parent, 'club'],
  ]
  for (const [file, name, userId, to] of demoPictures) {
    const player = await players.get({ playerId: youthPlayer(name) }, { consistent: true })
    if (!player || player.picture !== undefined || player.picturesSaid !== undefined) continue
    const stored = await storePicture(stamp, file, { userId, about: player.playerId })
    const audience = to && { pictures: to, picturesSaid: { userId, at: stamp.at } }
    await write(stamp, stored.write, ...changePictures(player, { picture: stored.fileId, ...audience }))
  }
}

async function storePicture(stamp: Stamp, file: string, { userId, about }: { userId: string; about: string }) {
  const bytes = readFileSync(join(import.meta.dirname, `faces/${file}.jpg`))
  const fileId = `${organizationOf(about)}.${demoPart('f', `picture ${file}`)}`
  await putObject(`files/${fileId}`, bytes, { 'content-type': 'image/jpeg', 'content-disposition': 'inline' })
  const row = { fileId, userId, name: 'picture.jpg', type: 'image/jpeg', size: bytes.length, about }
  const fileWrite: Write = files.upsert({ fileId }, { set: { ...row, state: 'kept' } })
  return { fileId, write: fileWrite }
}
