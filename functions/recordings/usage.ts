import type { recordings as area } from '#shared/api/recordings.ts'
import { addToMonth, lastMonths } from '#shared/rules/recordings.ts'
import type { CallOf } from '../serve.ts'
import { recordingMonths } from '../table/recordings.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

const monthOf = (at: string) => at.slice(0, 7)

/** The write that adds bytes to the club's usage (negative to subtract); it fails with `conflict` after a concurrent change. */
export async function countWrite(organizationId: string, at: string): Promise<(more: number) => Write> {
  const row = await recordingMonths.get({ organizationId }, { consistent: true })
  return (more) => {
    const months = addToMonth(row?.months ?? {}, monthOf(at), more)
    return row
      ? recordingMonths.change({ organizationId }, { set: { months }, when: ifUnchanged(row) })
      : recordingMonths.create({ organizationId, months })
  }
}

export async function readUsage({
  params: { orgId: organizationId },
  now,
}: CallOf<typeof area, 'GET /rest-api/recordings/usage/{orgId}'>) {
  const row = await recordingMonths.get({ organizationId })
  return { months: lastMonths(row?.months ?? {}, monthOf(now)) }
}
