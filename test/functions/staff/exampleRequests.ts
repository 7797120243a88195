import { profiles } from '#functions/table/profiles.ts'
import { update } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of staff, and the setup they need. */

const reason = 'They have asked for it by telephone.'
const bodies: Record<string, object> = {
  'POST /rest-api/staff/users/search': {},
  'POST /rest-api/staff/user/{userId}/end-sessions': { reason },
  'PUT /rest-api/staff/user/{userId}/disabled': { disabled: false, reason },
  'POST /rest-api/staff/user/{userId}/in-place': { reason },
}

async function anAccount(_as: string, club: Club) {
  const userId = club.user('extra')
  const set = { userId, email: `${userId}@club.example`, firstName: 'One', lastName: 'More' }
  await update(stamp, profiles.upsert({ userId }, { set }))
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'GET /rest-api/staff/user/{userId}': anAccount,
  'POST /rest-api/staff/user/{userId}/end-sessions': anAccount,
  'PUT /rest-api/staff/user/{userId}/disabled': anAccount,
  'POST /rest-api/staff/user/{userId}/in-place': anAccount,
}

export const exampleRequests: Requests = { bodies, prepared }
