import { organizationAdministrators } from '#functions/table/administrators.ts'
import { organizations } from '#functions/table/organizations.ts'
import { meOf } from '#functions/table/me.ts'
import { dataCopies, erasureReceipts } from '#functions/table/privacy.ts'
import { update, write } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of privacy, and the setup they need. */

export const copyId = 'c'.repeat(22)
export const receiptId = 'r'.repeat(22)
const bodies: Record<string, object> = {
  'POST /rest-api/privacy/copies': { copyId },
  'POST /rest-api/privacy/copies/address': { copyId },
}

async function aCopy(userId: string) {
  const day = '2026-11-21'
  const set = { day, copyId, state: 'ready' as const, done: 100, wantedAt: `${day}T12:00:00.000Z`, bytes: 1000 }
  await update(stamp, dataCopies.upsert({ userId, day }, { set }))
}
/** A second user who can appoint administrators, in each club that the user runs. */
async function aSecond(userId: string, club: Club) {
  const second = { userId: club.user('second'), firstName: 'Sal', lastName: 'Second' }
  const { access } = await meOf({ userId })
  for (const { id: organizationId } of access.organizations) {
    const storedAdministrator = await organizationAdministrators.get({ ...second, organizationId })
    // Read again, as the club may have been renamed.
    const organization = await organizations.get({ organizationId }, { consistent: true })
    if (storedAdministrator || !organization) continue
    await write(
      stamp,
      ...organizationAdministrators.appoint(organization, { ...second, flags: ['canEditAdministrators'] }),
    )
  }
}
async function aReceipt() {
  const set = { receiptId, digest: '', state: 'wanted' as const, wantedAt: stamp.at, due: stamp.at }
  await update(stamp, erasureReceipts.upsert({ receiptId }, { set }))
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'POST /rest-api/privacy/copies/address': aCopy,
  'POST /rest-api/privacy/erasure': aSecond,
  'GET /rest-api/privacy/receipt/{receiptId}': aReceipt,
}

export const exampleRequests: Requests = { params: () => ({ receiptId }), bodies, prepared }
