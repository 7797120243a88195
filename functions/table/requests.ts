import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { timeToLive } from './retention.ts'
import { all, type Range, startingWith } from './table.ts'

type Wanted = { playerName?: string; teamName?: string }

type SentId = User & { sentId: string }
export type RequestOutcome = 'granted' | 'declined'

/** For how many hours a coach can deal with a request. */
export const requestHours = timeToLive.Request.hours

/**
 * What someone asked of a coach's address, whether or not it is one.
 *   new     nobody has looked whose address it is; or it was nobody's, or there was no place for it
 *   placed  the coach has the request
 *   granted, declined   what the coach has made of it
 */
export type SentRequest = SentId & Wanted & { to: string; askedAt: string; state: 'new' | 'placed' | RequestOutcome }
export const sentRequests = {
  ...entity<SentRequest, SentId>('Sent request', {
    key: (id) => ({ pk: userPartition(id), sk: `SENT#${id.sentId}` }),
  }),
  /** What somebody has asked in the last two months. */
  of: (id: User) => all<SentRequest>({ pk: userPartition(id), ...startingWith('SENT#') }),
}

export const sentCounts = entity<{ sent: number }, User & { day: string }>('Sent count', {
  key: (id) => ({ pk: userPartition(id), sk: `SENT-ON#${id.day}` }),
})

type RequestId = User & { requestId: string }
/** A request as its coach (`userId`) gets it, with its names fit to be shown and mailed; its id is made by `requestIdOf`. */
export type Request = RequestId &
  Wanted & { askedBy: string; sentId: string; name: string; email: string; askedAt: string }
/** A place on a coach's list holds one request: who asks has as many open ones as they have places. */
export const requests = {
  ...entity<Request, RequestId>('Request', {
    key: ({ userId, requestId }) => ({
      pk: userPartition({ userId }),
      sk: `REQUEST#${requestId.replace(/\.[^.]*$/, '')}`,
    }),
    lsi1: by(['askedAt'], ({ askedAt }) => `REQUEST#${askedAt}`),
  }),
  /** A coach's requests since an instant, the oldest first. */
  since: (id: User, instant: string): Range => ({
    index: 'lsi1',
    pk: userPartition(id),
    from: `REQUEST#${instant}`,
    to: startingWith('REQUEST#').to,
  }),
}

/** What a coach has made of a request: the same again is known by it, and changes nothing. */
export type ClosedRequest = RequestId & {
  outcome: RequestOutcome
  closedAt: string
  playerId?: string
  relation?: 'own' | 'following'
}
export const closedRequests = entity<ClosedRequest, RequestId>('Closed request', {
  key: ({ userId, requestId }) => ({ pk: userPartition({ userId }), sk: `REQUEST-CLOSED#${requestId}` }),
})

/** `asker.place.20261121T180000000Z`: the time tells requests apart that had the same place one after the other. */
export const requestIdOf = ({ asker, place, askedAt }: { asker: string; place: number; askedAt: string }) =>
  `${asker}.${place}.${askedAt.replaceAll(/[^\dTZ]/g, '')}`
