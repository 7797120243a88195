import { isProblem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import { digestOf } from '../secrets/digest.ts'
import { quoted } from '../mail/message.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { meOf } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { type Request, requestIdOf, requests, type SentRequest, sentRequests } from '../table/requests.ts'
import { write } from '../table/table.ts'
import { worker } from '../worker.ts'
import { hasRole } from './hasRole.ts'

/**
 * How many requests of one person lie with a coach at a time, so that nobody fills the list, and a family of four asks for each. A further
 * one is not passed on; to say so would tell the asker that the address is a coach's, and what the coach does with the list.
 */
const maxOpen = 5
/** The error for a place on the list that is taken. */
const placeTaken = 'too_many_requests'

/**
 * Runs for each request: adds it to the list of the coach with its address, and mails the coach. Nothing is done for an address without an
 * account or without a role in a club. Idempotent: the request's state changes in the same transaction.
 */
export const handler = worker(async ({ pk, sk }) => {
  const id = { userId: pk.slice('USER#'.length), sentId: sk.slice('SENT#'.length) }
  const sentRequest = await sentRequests.get(id, { consistent: true })
  return sentRequest?.state === 'new' ? deliver(sentRequest) : 'nothing to do'
})

async function deliver(sentRequest: SentRequest): Promise<string> {
  const coach = await emailUsers.get({ email: sentRequest.to })
  if (!coach) return 'to nobody'
  const [{ access }, asker] = await Promise.all([meOf(coach), profiles.get({ userId: sentRequest.userId })])
  if (!hasRole(access)) return 'to no coach'
  return placeRequest(sentRequest, (place) => requestOf(sentRequest, coach.userId, asker, place))
}

/** Writes about a request are on behalf of its sender, and carry its time. */
const stampOf = ({ userId, askedAt }: SentRequest) => ({ actor: 'today-requested', subject: userId, at: askedAt })

/** Names are typed by people whom the coach may not know: quoted on the list as in the mail. */
const requestOf = (sentRequest: SentRequest, coachId: string, asker: Profile | undefined, place: number): Request => ({
  userId: coachId,
  requestId: requestIdOf({ asker: hashedAsker(sentRequest.userId, coachId), place, askedAt: sentRequest.askedAt }),
  askedBy: sentRequest.userId,
  sentId: sentRequest.sentId,
  name: asker ? quoted(fullName(asker)) : '',
  email: asker?.email ?? '',
  ...(sentRequest.playerName !== undefined && { playerName: quoted(sentRequest.playerName) }),
  ...(sentRequest.teamName !== undefined && { teamName: quoted(sentRequest.teamName) }),
  askedAt: sentRequest.askedAt,
})

/** The coach sees the id of a request, but no user id. */
const hashedAsker = (askerId: string, coachId: string) => digestOf(`${askerId} ${coachId}`).slice(0, 22)

/** In one transaction, the coach gets the request, once, in a free place, and a mail about it. */
async function placeRequest(sentRequest: SentRequest, requestAt: (place: number) => Request): Promise<string> {
  const { userId, sentId, askedAt } = sentRequest
  const stamp = stampOf(sentRequest)
  const placedChange = sentRequests.change(
    { userId, sentId },
    {
      set: { state: 'placed' },
      when: [
        ['askedAt', '=', askedAt],
        ['state', '=', 'new'],
      ],
    },
  )
  for (let place = 1; place <= maxOpen; place++) {
    const request = requestAt(place)
    const { userId: coach, requestId } = request
    const mail = outbox.add(stamp, { letter: 'request', to: { userId: coach }, about: { requestId } })
    try {
      await write(stamp, placedChange, requests.create(request, placeTaken), mail)
      return 'listed'
    } catch (error) {
      if (!isProblem(error, placeTaken, 'conflict')) throw error
      if (error.code === 'conflict') return 'nothing to do'
    }
  }
  return 'no place'
}
