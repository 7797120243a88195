import { describe, expect, it } from 'vitest'
import { type WalkthroughName, walkthroughs } from '#shared/rules/walkthroughs.ts'
import { call } from '../call.ts'

const read = async (as: string, walkthroughId: WalkthroughName = 'coachNav') =>
  (await call('GET /rest-api/users/feature-walkthrough', { as, query: { walkthroughId } })).body
const note = (as: string, isCompleted: 'true' | 'false', walkthroughId: WalkthroughName = 'coachNav') =>
  call('POST /rest-api/users/update-feature-walkthrough', { as, query: { walkthroughId, isCompleted } })

describe('a walkthrough', () => {
  it('starts uncompleted for each user separately', async () => {
    const [me, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await note(other, 'false')
    for (const name of walkthroughs) expect(await read(me, name)).toEqual({ name, completed: false, closeCount: 0 })
  })

  it('counts each close, separately per walkthrough', async () => {
    const me = crypto.randomUUID()
    expect((await note(me, 'false')).body).toEqual({ name: 'coachNav', completed: false, closeCount: 1 })
    expect((await note(me, 'false')).body.closeCount).toBe(2)
    expect(await read(me)).toEqual({ name: 'coachNav', completed: false, closeCount: 2 })
    expect(await read(me, 'coachTeam')).toEqual({ name: 'coachTeam', completed: false, closeCount: 0 })
  })

  it('is completed once; repeating that changes nothing', async () => {
    const me = crypto.randomUUID()
    await note(me, 'false')
    for (const _ of [1, 2, 3])
      expect((await note(me, 'true')).body).toEqual({ name: 'coachNav', completed: true, closeCount: 1 })
    const alone = crypto.randomUUID()
    expect((await note(alone, 'true')).body).toEqual({ name: 'coachNav', completed: true, closeCount: 0 })
  })

  it('is no longer completed when it is skipped later', async () => {
    const me = crypto.randomUUID()
    await note(me, 'true')
    expect((await note(me, 'false')).body).toEqual({ name: 'coachNav', completed: false, closeCount: 1 })
  })

  it('closed in five tabs concurrently counts five times', async () => {
    const me = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => note(me, 'false')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await read(me)).closeCount).toBe(5)
  })

  it.each([
    [{ walkthroughId: 'coachDance', isCompleted: 'true' }],
    [{ walkthroughId: 'coachNav', isCompleted: 'maybe' }],
    [{ walkthroughId: 'coachNav' }],
  ])('is rejected as %j', async (query) => {
    const { status } = await call('POST /rest-api/users/update-feature-walkthrough', {
      as: 'u1',
      query: query as never,
    })
    expect(status).toBe(400)
  })
})

describe('session expiration', () => {
  const ends = async (now: string) => {
    const { body } = await call('GET /rest-api/users/expiration-token', { as: 'u1', now })
    return JSON.parse(Buffer.from(body.data, 'base64url').toString()) as Record<string, number>
  }
  it('is the token’s own expiration, and 30 days after signing in', async () => {
    // The token of these tests expires in 50 minutes and stems from a sign-in a day ago.
    const now = Date.parse('2026-11-21T18:00:00Z')
    expect(await ends('2026-11-21T18:00:00Z')).toEqual({
      authTokenExpiration: now + 50 * 60_000,
      refreshTokenExpiration: now + 29 * 86_400_000,
    })
  })
})
