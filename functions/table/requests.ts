import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { timeToLive } from './retention.ts'
import { all, type Range, startingWith } from './table.ts'

type RequestSubject = { playerName?: string; teamName?: string }

type SentId = User & { sentId: string }
export type RequestOutcome = 'granted' | 'declined'

/** For how many hours a coach can deal with a request. */
export const requestHours = timeToLive.Request.hours

/**
 * A request to a coach's address, which may not be one.
 *   new     not processed; or the address belongs to nobody, or the list had no room
 *   placed  the coach has the request
 *   granted, declined   the coach's decision
 */
export type SentRequest = SentId &
  RequestSubject & { to: string; askedAt: string; state: 'new' | 'placed' | RequestOutcome }
export const sentRequests = {
  ...entity<SentRequest, SentId>('Sent request', {
    key: (id) => ({ pk: userPartition(id), sk: `SENT#${id.sentId}` }),
  }),
  /** A person's requests in the last two months. */
  of: (id: User) => all<SentRequest>({ pk: userPartition(id), ...startingWith('SENT#') }),
}

export const sentCounts = entity<{ sent: number }, User & { day: string }>('Sent count', {
  key: (id) => ({ pk: userPartition(id), sk: `SENT-ON#${id.day}` }),
})

type RequestId = User & { requestId: string }
/** A request as its coach (`userId`) gets it, with names safe to show and mail; its id is made by `requestIdOf`. */
export type Request = RequestId &
  RequestSubject & { askedBy: string; sentId: string; name: string; email: string; askedAt: string }
/** Each place in a coach's list holds one request, so a person has at most as many open requests as places. */
export const requests = {
  ...entity<Request, RequestId>('Request', {
    key: ({ userId, requestId }) => ({
      pk: userPartition({ userId }),
      sk: `REQUEST#${requestId.replace(/\.[^.]*$/, '')}`,
    }),
    lsi1: by(['askedAt'], ({ askedAt }) => `REQUEST#${askedAt}`),
  }),
  /** A coach's requests since an instant, oldest first. */
  since: (id: User, instant: string): Range => ({
    index: 'lsi1',
    pk: userPartition(id),
    from: `REQUEST#${instant}`,
    to: startingWith('REQUEST#').to,
  }),
}

/** A coach's decision on a request: a repeated one is recognized by it, and changes nothing. */
export type ClosedRequest = RequestId & {
  outcome: RequestOutcome
  closedAt: string
  playerId?: string
  relation?: 'own' | 'following'
}
export const closedRequests = entity<ClosedRequest, RequestId>('Closed request', {
  key: ({ userId, requestId }) => ({ pk: userPartition({ userId }), sk: `REQUEST-CLOSED#${requestId}` }),
})

/** `asker.place.20261121T180000000Z`: the time distinguishes consecutive requests in the same place. */
export const requestIdOf = ({ asker, place, askedAt }: { asker: string; place: number; askedAt: string }) =>
  `${asker}.${place}.${askedAt.replaceAll(/[^\dTZ]/g, '')}`
