import { afterEach, describe, expect, it, vi } from 'vitest'
import { accessTokens, tokenLists } from '#functions/table/accessTokens.ts'
import { endedSessions, sessions } from '#functions/table/sessions.ts'
import { interleave } from '../interleave.ts'
import { call, send } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { aToken } from './exampleRequests.ts'
import { byToken } from './requestByToken.ts'

/** A user's tokens under the worst races; and with a guard removed, these checks detect it. */
afterEach(() => {
  vi.restoreAllMocks()
})

const noon = '2026-11-21T18:00:00Z'
const phone = 'phone'
/** A user with a phone who is at their laptop now. */
async function somebody() {
  const club = await aClub()
  const as = club.user('coach')
  for (const session of [phone, 'laptop']) await send('GET /rest-api/users/token', { as, session, now: noon })
  return { club, as }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const make = ({ club, as }: { club: Club; as: string }, tokenId: string, session = phone, now = noon) =>
  call('POST /rest-api/developers/tokens/{orgId}', {
    as,
    session,
    now,
    orgId: club.organizationId,
    body: { tokenId, name: 'Display', areas: ['rosters'], days: 90 },
  })
const endPhone = ({ as }: Somebody) =>
  call('POST /rest-api/session/sessions/end', { as, session: 'laptop', now: noon, body: { id: phone } })
const standing = ({ as }: { as: string }) => accessTokens.of({ userId: as })
const idOf = (i: number) => String(i).padStart(20, '0')

/** Removes the condition on the list, or on the end of the device. */
function unguarded(guard: 'the list' | 'the end of the device') {
  if (guard === 'the list') {
    const { check } = tokenLists
    vi.spyOn(tokenLists, 'save').mockImplementation((_, list) => tokenLists.upsert(list, { set: list }))
    vi.spyOn(tokenLists, 'check').mockImplementation((id) => check(id, []))
    return
  }
  const { checkAbsent } = endedSessions
  vi.spyOn(endedSessions, 'checkAbsent').mockImplementation((id) => checkAbsent({ ...id, sessionId: 'none' }))
}

describe('the limit of twenty tokens per user', () => {
  /** Nineteen tokens, one of them made by the current version; then two more at the same instant. */
  async function twoMore() {
    const who = await somebody()
    for (let i = 0; i < 18; i++) await aToken(who.club, who.as, { id: idOf(i) })
    expect((await make(who, idOf(18))).status).toBe(200)
    const other = { status: 0 }
    const one = await interleave(
      'TransactWriteCommand',
      async () => (other.status = (await make(who, idOf(20))).status),
      () => make(who, idOf(19)),
    )
    return { statuses: [one.status, other.status], count: (await standing(who)).length }
  }

  it('holds for two concurrent requests', async () => {
    expect(await twoMore()).toEqual({ statuses: [400, 200], count: 20 })
  })

  it('depends on the condition on the list', async () => {
    unguarded('the list')
    expect((await twoMore()).count).toBe(21)
  })

  it('holds for many concurrent requests of a user without a list', async () => {
    const who = await somebody()
    for (let i = 0; i < 17; i++) await aToken(who.club, who.as, { id: idOf(i) })
    const made = await Promise.all([20, 21, 22, 23, 24].map((i) => make(who, idOf(i))))
    const good = made.filter(({ status }) => status === 200).length
    const full = made.filter(({ refusal }) => refusal?.faults?.[0]?.code === 'too_many').length
    const busy = made.filter(({ refusal }) => ['conflict', 'busy'].includes(refusal?.code ?? '')).length
    expect(good).toBeLessThanOrEqual(3)
    expect(good + full + busy).toBe(5)
    expect(await standing(who)).toHaveLength(17 + good)
    // Revoked tokens free up their places.
    while ((await standing(who)).length < 20) await make(who, idOf(30 + (await standing(who)).length))
    await call('DELETE /rest-api/developers/tokens/{orgId}/{tokenId}', {
      as: who.as,
      orgId: who.club.organizationId,
      tokenId: idOf(0),
    })
    expect([(await make(who, idOf(40))).status, (await make(who, idOf(41))).status]).toEqual([200, 400])
  })
})

describe('a token created while its device is being signed out', () => {
  /** The device ends just before the token is written. */
  async function endedFirst() {
    const who = await somebody()
    await make(who, idOf(1), 'laptop')
    const one = await interleave(
      'TransactWriteCommand',
      () => endPhone(who),
      () => make(who, idOf(2)),
    )
    return { status: one.status, left: (await standing(who)).map(({ tokenId }) => tokenId) }
  }
  /** The token is written just before the device ends, which has already looked for tokens. */
  async function madeFirst() {
    const who = await somebody()
    await make(who, idOf(1), 'laptop')
    const one = await interleave(
      'TransactWriteCommand',
      () => make(who, idOf(2)),
      () => endPhone(who),
    )
    return { status: one.status, left: (await standing(who)).map(({ tokenId }) => tokenId) }
  }

  it('is rejected, or revoked with the device', async () => {
    expect(await endedFirst()).toEqual({ status: 401, left: [idOf(1)] })
    expect(await madeFirst()).toEqual({ status: 200, left: [idOf(1)] })
  })

  it('would stay without either of the two conditions', async () => {
    unguarded('the end of the device')
    expect((await endedFirst()).left).toContain(idOf(2))
    vi.restoreAllMocks()
    unguarded('the list')
    expect((await madeFirst()).left).toContain(idOf(2))
  })

  it('with no recorded device is revoked with whichever device is signed out', async () => {
    const who = await somebody()
    await aToken(who.club, who.as)
    await make(who, idOf(1), 'laptop')
    await endPhone(who)
    expect((await standing(who)).map(({ tokenId }) => tokenId)).toEqual([idOf(1)])
  })
})

describe('a token created while its owner signs out everywhere', () => {
  const endAll = ({ as }: Somebody, now: string) =>
    call('POST /rest-api/session/end-all', { as, session: 'laptop', now })

  it('is rejected', async () => {
    const who = await somebody()
    const one = await interleave(
      'TransactWriteCommand',
      () => endAll(who, noon),
      () => make(who, idOf(1)),
    )
    expect([one.status, await standing(who)]).toEqual([401, []])
    // The same, once the user's last sign-out is recorded.
    await sessions.get({ userId: who.as })
    const again = await make(who, idOf(2), phone, '2026-11-21T18:00:01Z')
    expect(again.status).toBe(401)
  })

  it('is no longer valid when created in the same second', async () => {
    const who = await somebody()
    const made = await make(who, idOf(1), phone, '2026-11-21T18:00:00.100Z')
    const read = (now: string) =>
      byToken(`/api/v1/team/${who.club.falcons.teamId}`, { token: made.body.token, now }).then(({ status }) => status)
    expect(await read('2026-11-21T18:00:00.200Z')).toBe(200)
    await endAll(who, '2026-11-21T18:00:00.900Z')
    expect(await read('2026-11-21T18:00:01Z')).toBe(401)
  })
})
