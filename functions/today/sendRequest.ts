import type { today } from '#shared/api/today.ts'
import { addHours } from '#shared/rules/days.ts'
import { digestOf } from '../secrets/digest.ts'
import { ignoreConflict } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { normalEmail } from '../table/emailUsers.ts'
import { sentCounts, sentRequests } from '../table/requests.ts'
import { write } from '../table/table.ts'

/** The most requests a user may send per day (UTC). */
const maxPerDay = 10

type RequestInput = { userId: string; now: string; to: string; playerName?: string; teamName?: string }

/**
 * Sends a request to the owner of this address. Everything here is the same for every address: `requestedHandler.ts` finds out
 * later whether it is a coach's. So neither the response nor its timing tells who has an account. The same request again within
 * 24 hours changes nothing. Throws `too_many_requests` beyond ten a day.
 */
async function sendRequest({ userId, now, to: typedAddress, ...names }: RequestInput) {
  const to = normalEmail(typedAddress)
  const requestedNames = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, oneLine(text)]))
  const sentId = idOf(userId, to, requestedNames)
  const day = now.slice(0, 10)
  const dayAgo = addHours(now, -24)
  await ignoreConflict(
    write(
      { actor: userId, at: now },
      sentRequests.upsert(
        { userId, sentId },
        {
          set: { userId, sentId, to, ...requestedNames, askedAt: now, state: 'new' },
          when: [['askedAt', '<', dayAgo]],
        },
      ),
      sentCounts.upsert({ userId, day }, { add: { sent: 1 }, when: [['sent', '<', maxPerDay]] }, 'too_many_requests'),
    ),
  )
  return { success: true, message: 'Your request has been sent to the coach.' }
}

export const requestInvite = ({
  userId,
  now,
  body: { email: to, playerName },
}: CallOf<typeof today, 'POST /api/v1/requestInvite'>) => sendRequest({ userId, now, to, playerName })

export const requestAccessToTeam = ({
  userId,
  now,
  body: { email: to, teamName },
}: CallOf<typeof today, 'POST /api/v1/requestAccessToTeam'>) => sendRequest({ userId, now, to, teamName })

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The same id for the same request: from this user, to this address, for this name. */
const idOf = (userId: string, to: string, requestedNames: Record<string, string>) =>
  digestOf(JSON.stringify([userId, to, requestedNames]).toLowerCase()).slice(0, 22)
