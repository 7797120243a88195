import { createHash } from 'node:crypto'
import { runMetered, type Meter, uploadsOfRequest } from '../table/meter.ts'
import { update } from '../table/table.ts'
import { clubUsage } from '../table/usage.ts'
import { logTrace } from '../runtime/logTrace.ts'

type RequestUse = { requestId: string; club: string; meter: Meter; ms: number; now: string }

/**
 * Adds the cost of a request to the month of its club. A sample: one request in USAGE_SHARE is counted that many times, since counting
 * each would cost more than most requests do. The hash of the request id, which is random, decides which.
 */
export async function countUse({ requestId, club, meter, ms, now }: RequestUse): Promise<void> {
  const share = Number(process.env.USAGE_SHARE ?? 0)
  if (share < 1 || createHash('sha256').update(requestId).digest().readUInt32BE(0) % share !== 0) return
  const month = now.slice(0, 7)
  const { readUnits, writeUnits } = meter
  const objectPuts = uploadsOfRequest()
  const add = {
    requests: share,
    readUnits: share * readUnits,
    writeUnits: share * writeUnits,
    ms: share * Math.ceil(ms),
    ...(objectPuts &&
      objectPuts.objects > 0 && { scans: share * objectPuts.objects, scannedBytes: share * objectPuts.bytes }),
  }
  const usageChange = clubUsage.upsert({ organizationId: club, month }, { set: { month }, add })
  // With a meter of its own, since counting is not a cost of the club. If it fails, the request does not.
  await runMetered(() => update({ actor: 'usage', at: now }, usageChange)).catch(logTrace)
}
