import { moments, recordings } from '#functions/table/recordings.ts'
import { files } from '#functions/table/files.ts'
import { update, write } from '#functions/table/table.ts'
import { fileOf, recordingOf } from '#shared/ids.ts'
import { aJpeg } from '../pictures.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aFilm } from './films.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of recordings, and the setup they need. */

const momentId = 'q0000000000a'
const recordingIn = ({ falcons, organizationId }: Club) => recordingOf(falcons.teamId, `${organizationId}.f0000000000z`)
const params = (club: Club) => ({ recordingId: recordingIn(club), momentId })

const title = 'First half'
const sharedWith = { team: true, playerIds: [] }
const base = '/rest-api/recordings'
const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  [`POST ${base}/team/{teamId}`]: async ({ organizationId }: Club) => ({
    fileId: `${organizationId}.f0000000000y`,
    title,
    eventId: null,
    sharedWith,
  }),
  [`PUT ${base}/{recordingId}`]: { title, eventId: null, sharedWith },
  [`PUT ${base}/{recordingId}/poster`]: { jpeg: aJpeg().toString('base64'), seconds: 60 },
  [`POST ${base}/{recordingId}/moments`]: async () => ({
    part: newPart('q'),
    second: 4.5,
    comment: 'Look at the far post.',
    strokes: [{ color: 'yellow', points: [0, 0, 1000, 1000] }],
  }),
}

/** A recording shared with its team, with a moment. */
async function aRecording(userId: string, club: Club) {
  const recordingId = recordingIn(club)
  const fileId = await aFilm(club, userId, { part: 'f0000000000z' })
  const set = {
    recordingId,
    title,
    startsAt: stamp.at,
    media: 'video/mp4',
    amount: 1000,
    moments: 1,
    shares: { [club.falcons.teamId]: 'USER' },
    shelf: 'there',
    deletedAt: undefined,
    addedBy: userId,
  } as const
  await write(
    stamp,
    recordings.upsert({ recordingId }, { set }),
    files.change({ fileId: fileOf(recordingId) }, { set: { about: recordingId, until: undefined } }),
    moments.upsert({ recordingId, momentId }, { set: { recordingId, momentId, second: 3, comment: 'Here.' } }),
  )
  return fileId
}
async function deletedRecording(userId: string, club: Club) {
  await aRecording(userId, club)
  const recordingId = recordingIn(club)
  const set = { recordingId, startsAt: stamp.at, shelf: 'bin', deletedAt: stamp.at } as const
  await update(stamp, recordings.change({ recordingId }, { set }))
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  [`POST ${base}/team/{teamId}`]: async (as, club) => {
    const recordingId = recordingOf(club.falcons.teamId, await aFilm(club, as, { part: 'f0000000000y' }))
    if (await recordings.get({ recordingId })) await write(stamp, recordings.remove({ recordingId }))
  },
  ...Object.fromEntries(
    [
      `GET ${base}/{recordingId}`,
      `PUT ${base}/{recordingId}`,
      `PUT ${base}/{recordingId}/poster`,
      `DELETE ${base}/{recordingId}`,
      `POST ${base}/{recordingId}/moments`,
      `DELETE ${base}/{recordingId}/moments/{momentId}`,
    ].map((key) => [key, aRecording]),
  ),
  [`POST ${base}/{recordingId}/restore`]: deletedRecording,
}

export const exampleRequests: Requests = { params, bodies, prepared }
