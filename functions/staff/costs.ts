import type { staff } from '#shared/api/staff.ts'
import { centsOf, type Usage } from '#shared/rules/costs.ts'
import { storedInMonth, storedNow } from '#shared/rules/recordings.ts'
import { plans, type SubscriptionStatus } from '#shared/rules/subscriptions.ts'
import type { CallOf } from '../serve.ts'
import { type ClubLine, clubLines } from '../table/clubLines.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { libraryUsage } from '../table/libraries.ts'
import { recordingMonths } from '../table/recordings.ts'
import { page } from '../table/table.ts'
import { clubUsage } from '../table/usage.ts'

const pageSize = 20

/** For each club, in the same order: its usage in a month, what that cost us, and the monthly price of its plan. */
export async function costsOf(lines: readonly ClubLine[], month: string) {
  const ids = lines.map(({ organizationId }) => ({ organizationId }))
  const [usageRows, libraries, recordings] = await Promise.all([
    clubUsage.getMany(ids.map((id) => ({ ...id, month }))),
    libraryUsage.getMany(ids),
    recordingMonths.getMany(ids),
  ])
  return lines.map(({ organizationId: id, name, plan, status, given }, i) => {
    const {
      requests = 0,
      readUnits = 0,
      writeUnits = 0,
      ms = 0,
      mails = 0,
      scans = 0,
      scannedBytes = 0,
    } = usageRows[i] ?? {}
    const { months = {} } = recordings[i] ?? {}
    // What the library holds now includes the recordings that there are now.
    const otherBytes = Math.max(0, (libraries[i]?.bytes ?? 0) - storedNow(months))
    const usage: Usage = {
      requests,
      readUnits,
      writeUnits,
      ms,
      mails,
      scans,
      scannedBytes,
      bytes: otherBytes + storedInMonth(months, month),
    }
    const paysCents = plan && isPaying(status) ? plans[plan].monthlyCents * given : 0
    return { id, name, usage, costCents: centsOf(usage), paysCents }
  })
}

const isPaying = (status: SubscriptionStatus | undefined) => status === 'active' || status === 'past_due'

export async function listCosts({ query: { month, cursor }, now }: CallOf<typeof staff, 'GET /rest-api/report/costs'>) {
  const list = 'costs of clubs'
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<ClubLine>({ ...clubLines.named(), limit: pageSize, after })
  const shownMonth = month ?? now.slice(0, 7)
  return { month: shownMonth, clubs: await costsOf(rows, shownMonth), cursor: await cursorAt(list, next) }
}
