import {
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
  GlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { describe, expect, it, vi } from 'vitest'
import { handler as confirmed } from '#functions/session/confirmedHandler.ts'
import { sessions } from '#functions/table/sessions.ts'
import { write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call, send, userPool } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const CHECK = 'GET /rest-api/users/token'
const before = '2026-11-21T17:00:00Z'
const noon = '2026-11-21T18:00:00Z'

type With = { session?: string; signedIn?: string }
/** A parent's requests that read and write, on one device or another. */
async function reads(userId: string, how: With = {}) {
  const { status, refusal } = await call('GET /api/v1/today', { as: userId, query: { startUtc: noon }, ...how })
  return status === 200 ? 200 : refusal.code
}
async function writes(club: Club, name: string, how: With = {}) {
  const query = { status: 'Accepted' } as const
  const { status, refusal } = await call(ANSWER, {
    as: club.user(name),
    inviteFile: club.invite(club.mia),
    query,
    ...how,
  })
  return status === 200 ? 200 : refusal.code
}

describe('an ended session', () => {
  it('on one device is rejected from the next request on; other devices stay signed in', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    expect((await call('POST /rest-api/session/end', { as: userId, session: 'phone' })).status).toBe(200)
    expect(await reads(userId, { session: 'phone' })).toBe('not_signed_in')
    expect(await writes(club, 'parent', { session: 'phone' })).toBe('not_signed_in')
    expect(await reads(userId, { session: 'laptop' })).toBe(200)
    expect(await reads(club.user('parent2'), { session: 'phone' })).toBe(200)
  })

  it('is rejected when ended again, as is a request without a token', async () => {
    const userId = crypto.randomUUID()
    const end = (how: object) => send('POST /rest-api/session/end', { as: userId, ...how })
    expect((await end({ session: 'phone' })).status).toBe(200)
    expect((await end({ session: 'phone' })).status).toBe(401)
    expect((await end({ as: undefined })).status).toBe(401)
  })

  it('ends on every device after a password reset; a new sign-in is accepted at once', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    const reset = {
      triggerSource: 'PostConfirmation_ConfirmForgotPassword',
      userPoolId: 'the-pool',
      request: { userAttributes: { sub: userId } },
    }
    await confirmed(reset as unknown as PostConfirmationTriggerEvent)
    for (const session of ['phone', 'laptop']) expect(await reads(userId, { session })).toBe('not_signed_in')
    expect(await writes(club, 'parent')).toBe('not_signed_in')
    expect(await reads(userId, { signedIn: new Date().toISOString() })).toBe(200)
    expect(await reads(club.user('parent2'))).toBe(200)
    // A refresh token from before would still be valid there.
    const asked = userPool.commandCalls(AdminUserGlobalSignOutCommand).map(({ args: [command] }) => command.input)
    expect(asked).toEqual([{ UserPoolId: 'the-pool', Username: userId }])
  })

  it('everywhere also signs out at the user pool; if that fails the response is 503, but our sessions end', async () => {
    const all = (as: string) => send('POST /rest-api/session/end-all', { as, now: noon })
    const [userId, other] = [crypto.randomUUID(), crypto.randomUUID()]
    expect((await all(userId)).status).toBe(200)
    const asked = userPool.commandCalls(GlobalSignOutCommand).map(({ args: [command] }) => command.input.AccessToken)
    expect(asked).toEqual([`token of ${userId}`])
    userPool.on(GlobalSignOutCommand).rejects(new Error('no answer'))
    expect((await all(other)).status).toBe(503)
    expect(await reads(other, { signedIn: before })).toBe('not_signed_in')
  })

  it('on other devices: sessions older than the caller’s end, the caller’s continues', async () => {
    const userId = crypto.randomUUID()
    const own = { session: 'laptop', signedIn: '2026-11-21T17:58:00Z' }
    expect((await send('POST /rest-api/session/end-others', { as: userId, now: noon, ...own })).status).toBe(200)
    expect(await reads(userId, { session: 'phone', signedIn: '2026-11-21T17:57:59Z' })).toBe('not_signed_in')
    expect(await reads(userId, own)).toBe(200)
    expect(await reads(userId, { session: 'phone', signedIn: '2026-11-21T17:59:00Z' })).toBe(200)
  })

  it('everywhere ends sign-ins of earlier seconds, as tokens have a precision of seconds', async () => {
    const userId = crypto.randomUUID()
    await sessions.endAll(stamp, { userId }, '2026-11-21T17:30:00.900Z')
    expect(await reads(userId, { signedIn: before })).toBe('not_signed_in')
    expect(await reads(userId, { signedIn: '2026-11-21T17:29:59Z' })).toBe('not_signed_in')
    expect(await reads(userId, { signedIn: '2026-11-21T17:30:00Z' })).toBe(200)
  })

  it('is rejected for a disabled user, whenever they signed in', async () => {
    const club = await aClub()
    await write(stamp, sessions.upsert({ userId: club.user('parent') }, { set: { disabled: true } }))
    expect(await reads(club.user('parent'), { signedIn: noon })).toBe('not_signed_in')
    expect(await writes(club, 'parent', { signedIn: noon })).toBe('not_signed_in')
  })
})

describe('signing out everywhere', () => {
  const seconds = (after: number) => new Date(Date.parse(noon) + after * 1000).toISOString()
  const reset = (userId: string) => {
    const request = { userAttributes: { sub: userId } }
    return confirmed({ triggerSource: 'PostConfirmation_ConfirmForgotPassword', request } as never)
  }
  const byOwner = (userId: string) => send('POST /rest-api/session/end-all', { as: userId, now: seconds(60) })
  /**
   * A thief’s request passed the session check just before, and is written after it. Returns the result of their next request.
   */
  async function raced(ended: (userId: string) => Promise<unknown>, userId: string = crypto.randomUUID()) {
    const thief = { session: 'theirs', signedIn: noon }
    const others = () => send('POST /rest-api/session/end-others', { as: userId, now: seconds(59), ...thief })
    const { status } = await interleave('TransactWriteCommand', () => ended(userId), others)
    return [status, await reads(userId, thief)]
  }

  it('stays in effect despite a concurrent request that passed the session check before', async () => {
    expect(await raced(byOwner)).toEqual([200, 'not_signed_in'])
    expect(await raced(reset)).toEqual([200, 'not_signed_in'])
    // Also if the request has read an earlier end.
    const userId = crypto.randomUUID()
    await sessions.endAll(stamp, { userId }, seconds(-60))
    expect(await raced(byOwner, userId)).toEqual([200, 'not_signed_in'])
    await sessions.endAll(stamp, { userId }, noon)
    expect((await sessions.get({ userId }))?.validAfter).toBe(seconds(60))
  })

  it('would be undone by that race without the condition on the write', async () => {
    const planted = vi
      .spyOn(sessions, 'endAll')
      .mockImplementation(
        async (by, { userId }, at) => void (await write(by, sessions.upsert({ userId }, { set: { validAfter: at } }))),
      )
    try {
      expect(await raced(byOwner)).toEqual([200, 200])
    } finally {
      planted.mockRestore()
    }
  })
})

describe('the user pool’s response at a start', () => {
  const says = (name: string, message: string) =>
    userPool.on(GetUserCommand).rejects(Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } }))
  const start = (userId: string, session: string) => send(CHECK, { as: userId, session })

  it('about a revoked token ends that session', async () => {
    const userId = crypto.randomUUID()
    says('NotAuthorizedException', 'Access Token has been revoked')
    expect((await start(userId, 'phone')).status).toBe(401)
    expect(await reads(userId, { session: 'phone' })).toBe('not_signed_in')
    expect(await reads(userId, { session: 'laptop' })).toBe(200)
  })

  it.each([
    ['NotAuthorizedException', 'User is disabled.'],
    ['UserNotFoundException', 'User does not exist.'],
    ['PasswordResetRequiredException', 'Password reset required for the user'],
    ['UserNotConfirmedException', 'User is not confirmed.'],
  ])('about an account, %s, ends all of its sessions until it may sign in again', async (name, message) => {
    const userId = crypto.randomUUID()
    says(name, message)
    expect((await start(userId, 'phone')).status).toBe(401)
    expect(await reads(userId, { session: 'laptop' })).toBe('not_signed_in')
    expect(await reads(userId, { session: 'laptop', signedIn: noon })).toBe(200)
  })

  it('about an expired token, or a server error, ends none', async () => {
    const userId = crypto.randomUUID()
    says('NotAuthorizedException', 'Access Token has expired')
    expect((await start(userId, 'phone')).status).toBe(401)
    says('InternalErrorException', 'revoked disabled')
    expect((await start(userId, 'phone')).status).toBe(503)
    expect(await reads(userId, { session: 'phone' })).toBe(200)
  })
})
