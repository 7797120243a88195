// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithPost, deliverRequests, askCoach, emailOf, requestsOf, sentRequests } from './coachRequests.ts'

const DONE = 'DELETE /rest-api/today/requests/{requestId}'

const post = openPost()

/** A request on the coach's list, with its mail in the outbox. */
async function listed() {
  const club = await aClubWithPost()
  await askCoach(club)
  const { handler: requested } = await import('#functions/today/requestedHandler.ts')
  for (const sent of await sentRequests(club.user('parent'))) await deliverTo(requested, sent)
  expect(await requestsOf(club.user('coach'))).toHaveLength(1)
  return club
}

describe('the mail about an access request', () => {
  it('is retried when it cannot be sent; the request stays on the list, once', async () => {
    const club = await aClubWithPost()
    await askCoach(club)
    post.mood = 'refuses'
    await expect(deliverRequests(club, post)).rejects.toThrow('left in the queue')
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    post.mood = 'takes'
    await deliverRequests(club, post, { times: 3 })
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toHaveLength(1)
  })

  it('is not sent once the coach has removed the request, which stays removed', async () => {
    const club = await listed()
    const [row] = await requestsOf(club.user('coach'))
    expect((await call(DONE, { as: club.user('coach'), requestId: row?.requestId ?? '' })).status).toBe(200)
    await deliverRequests(club, post)
    expect(await requestsOf(club.user('coach'))).toEqual([])
    expect(post.mails).toEqual([])
    expect(await post.outcomes(club.user('coach'))).toMatchObject([{ state: 'gone', why: 'nothing left to tell' }])
  })

  it('is not sent when the coach’s or the requester’s address now belongs to another account', async () => {
    for (const name of ['coach', 'parent']) {
      const club = await listed()
      const stranger = { set: { userId: club.user('stranger') } }
      await update(stamp, emailUsers.upsert({ email: emailOf(club, name) }, stranger))
      await post.deliver()
      expect(post.mails).toEqual([])
    }
  })
})
