import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { putObject } from '#functions/media/bucket.ts'
import type { Event } from '#functions/table/events.ts'
import { files } from '#functions/table/files.ts'
import { libraryUsage } from '#functions/table/libraries.ts'
import { moments, recordings, recordingMonths } from '#functions/table/recordings.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { organizationOf, recordingOf } from '#shared/ids.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { addToMonth } from '#shared/rules/recordings.ts'
import { demoPart } from './ids.ts'

type RecordingOptions = { teamId: string; coach: string; events: readonly Event[] }

/** Two recordings of a team, drawn for the demo: one of its last game, with moments, and one private to its coach. */
export async function seedRecordings(stamp: Stamp, { teamId, coach, events }: RecordingOptions): Promise<void> {
  const organizationId = organizationOf(teamId)
  if (await recordingMonths.get({ organizationId })) return
  const film = readFileSync(join(import.meta.dirname, 'practice.webm'))
  const size = film.length
  const last = events.findLast(({ end }) => end < stamp.at)
  const demoRecordings = [
    { title: 'Building up from the back (demo)', event: last, shares: { [teamId]: 'USER' as const }, moments: 2 },
    { title: 'Corners, for the coaches (demo)', event: undefined, shares: {}, moments: 0 },
  ]
  const idsOf = (title: string) => {
    const fileId = `${organizationId}.${demoPart('f', title)}`
    return { fileId, recordingId: recordingOf(teamId, fileId) }
  }
  const marked = [
    { second: 1, comment: 'Look how wide the back four stands (demo).', points: [120, 220, 300, 180, 520, 240] },
    { second: 3.5, comment: 'Here the pass into the middle is free (demo).', points: [380, 560, 520, 480, 640, 500] },
  ]
  for (const { title } of demoRecordings)
    await putObject(`files/${idsOf(title).fileId}`, film, { 'content-type': 'video/webm' })
  await write(
    stamp,
    recordingMonths.create({
      organizationId,
      months: addToMonth({}, stamp.at.slice(0, 7), demoRecordings.length * size),
    }),
    libraryUsage.take(organizationId, demoRecordings.length * size, storageLimit(1)),
    ...demoRecordings.flatMap(({ title, event, ...details }) => {
      const { fileId, recordingId } = idsOf(title)
      const fileRow = { userId: coach, name: 'film.webm', type: 'video/webm', size, state: 'kept' } as const
      return [
        recordings.create({
          ...details,
          recordingId,
          title,
          startsAt: event?.start ?? stamp.at,
          ...(event && { eventId: event.eventId }),
          media: 'video/webm',
          amount: size,
          shelf: 'there',
          addedBy: coach,
        }),
        files.create({ fileId, ...fileRow, about: recordingId }),
      ]
    }),
    ...marked.map(({ second, comment, points }, i) =>
      moments.create({
        recordingId: idsOf(demoRecordings[0]?.title ?? '').recordingId,
        momentId: demoPart('q', `moment ${i}`),
        second,
        comment,
        strokes: [{ color: 'yellow', points }],
      }),
    ),
  )
}
