import { randomBytes } from 'node:crypto'
import type { chat } from '#shared/api/chat.ts'
import { addSeconds } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { lineTickets } from '../table/lines.ts'
import { write } from '../table/table.ts'

/** Lifetime of a ticket, in seconds. */
const good = 60

export async function giveTicket({ userId, stamp, now }: CallOf<typeof chat, 'POST /rest-api/chat/ticket'>) {
  const ticket = randomBytes(24).toString('base64url')
  await write(stamp, lineTickets.create({ ticket, userId, ends: addSeconds(now, good) }))
  return { ticket }
}
