import { randomBytes } from 'node:crypto'
import type { chat } from '#shared/api/chat.ts'
import { addSeconds } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { connectionTickets } from '../table/connections.ts'
import { write } from '../table/table.ts'

/** How long a ticket is valid, in seconds. */
const validitySeconds = 60

export async function createTicket({ userId, token, stamp, now }: CallOf<typeof chat, 'POST /rest-api/chat/ticket'>) {
  const { session, signedIn } = token
  const ticket = randomBytes(24).toString('base64url')
  await write(
    stamp,
    connectionTickets.create({ ticket, userId, session, signedIn, ends: addSeconds(now, validitySeconds) }),
  )
  return { ticket }
}
