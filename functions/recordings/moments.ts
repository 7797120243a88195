import { dequal } from 'dequal'
import type { recordings as area } from '#shared/api/recordings.ts'
import { Problem } from '#shared/problems.ts'
import { maxMoments } from '#shared/rules/recordings.ts'
import type { CallOf } from '../serve.ts'
import { type Moment, type MomentId, moments, recordings } from '../table/recordings.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { checkSecondAdult } from './checkSecondAdult.ts'
import { requireRecording } from './access.ts'

type Api = typeof area

/** Adds a moment. Idempotent; throws `saved_before` if an earlier try of the same call had other values. */
export const addMoment = ({
  params: { recordingId },
  body: { part: momentId, second, comment, strokes },
  userId,
  stamp,
}: CallOf<Api, 'POST /rest-api/recordings/{recordingId}/moments'>) =>
  retryOnConflict(async () => {
    const row = await requireRecording(recordingId)
    if (row.moments >= maxMoments || row.shelf !== 'there') throw new Problem('library_full')
    const { shares } = row
    const secondAdultChecks = await checkSecondAdult({ recordingId, shares, userId, now: stamp.at })
    const moment = { recordingId, momentId, second, comment, ...(strokes.length > 0 && { strokes }) }
    // As long as it is shared with those for whom the rule was checked.
    const when = [
      ['moments', '<', maxMoments],
      ['shelf', '=', 'there'],
      ['shares', '=', shares],
    ] as const
    const outcome = await write(
      stamp,
      moments.createOnce(moment),
      recordings.change({ recordingId }, { add: { moments: 1 }, when }),
      ...secondAdultChecks,
    )
    if (outcome === 'repeated') await refuseOther(moment)
    return { id: momentId }
  })

async function refuseOther(moment: Moment & MomentId): Promise<void> {
  const stored = await moments.get(moment, { consistent: true })
  const isSame = (['second', 'comment', 'strokes'] as const).every((field) => dequal(stored?.[field], moment[field]))
  if (!isSame) throw new Problem('saved_before')
}

export async function removeMoment({
  params: { recordingId, momentId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/recordings/{recordingId}/moments/{momentId}'>) {
  const moment = await moments.get({ recordingId, momentId }, { consistent: true })
  if (!moment) throw new Problem('not_found')
  await write(
    stamp,
    moments.remove({ recordingId, momentId }),
    recordings.change({ recordingId }, { add: { moments: -1 } }, 'not_found'),
  )
  return {}
}
