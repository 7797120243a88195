// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, deliverRequests, askCoach, emailOf } from '../today/coachRequests.ts'

const post = openPost()

describe('a requester', () => {
  it.each([
    ['grant', 'You have been given access'],
    ['decline', 'Your request was declined'],
  ] as const)('is told the decision by mail, once: %s', async (does, subject) => {
    const club = await aClubWithPost()
    await askCoach(club)
    await deliverRequests(club, post)
    const as = club.user('coach')
    const { body } = await call('GET /rest-api/today/requests', { as })
    const requestId = body.requests[0]?.id ?? ''
    post.mails = []
    for (let i = 0; i < 2; i++)
      if (does === 'grant')
        await call('POST /rest-api/today/requests/{requestId}/grant', {
          as,
          requestId,
          body: { playerId: club.ada.playerId, teamId: club.falcons.teamId, relation: 'own' },
        })
      else await call('POST /rest-api/today/requests/{requestId}/decline', { as, requestId })
    await post.deliver({ times: 2 })
    // Mails of earlier tests may still be on their way.
    const told = post.mails.filter(({ to }) => to === emailOf(club, 'parent'))
    expect(told.map((mail) => mail.subject)).toEqual([subject])
    expect(told[0]?.text).toContain('Player: Noa Moreno')
  })
})
