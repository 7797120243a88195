import type { staff } from '#shared/api/staff.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { type Erasure, erasures } from '../table/privacy.ts'
import { page } from '../table/table.ts'

const maxListed = 100
/** Erasures start hourly, and some take another run. */
const graceHours = -2

/** The pending erasures, with the data of their receipts only, which contain no name. */
export async function listErasures({ now }: CallOf<typeof staff, 'GET /rest-api/staff/erasures'>) {
  const { rows } = await page<Erasure>({ ...erasures.pending, limit: maxListed })
  const lateBefore = addHours(now, graceHours)
  return { erasures: rows.map(({ receiptId, due }) => ({ receiptId, due, late: due < lateBefore })) }
}
