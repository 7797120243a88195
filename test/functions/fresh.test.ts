import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isFresh } from '#functions/http/caller.ts'
import { routes } from '#shared/api/index.ts'
import { isStaff } from '#shared/permissions.ts'
import { isPersonalRoute } from '#shared/rules/personalRoutes.ts'
import { exampleRequest, prepare } from './exampleRequest.ts'
import { send } from './call.ts'
import { aClub } from './club.ts'
import { isSampledThisTurn } from './sampling.ts'

/** Every route whose contract requires a recently entered password. */

const fresh = routes.filter(({ route }) => route.signedInWithin !== undefined)
it('exactly these routes require a password entered in the last ten minutes', () => {
  expect(Object.fromEntries(fresh.map(({ key, route }) => [key, route.signedInWithin]))).toEqual({
    'POST /rest-api/privacy/copies/address': 10,
    'POST /rest-api/privacy/erasure': 10,
    'POST /rest-api/session/sessions/end': 10,
    'POST /rest-api/session/end-all': 10,
    'POST /rest-api/session/end-others': 10,
    'POST /rest-api/session/continue': 10,
    'POST /rest-api/developers/tokens/{orgId}': 10,
  })
})

describe.each(fresh)('$key', ({ key }) => {
  const now = '2026-11-21T18:00:00Z'
  const answer = async (signedIn: string | undefined, client = 'web') => {
    // A club per request, as some requests work only once.
    const club = await aClub()
    await prepare(key, club.user('admin'), club)
    const { status, refusal } = await send(
      key,
      await exampleRequest(key, club, { as: club.user('admin'), now, signedIn: signedIn ?? 'never', client }),
    )
    return [status, refusal.code]
  }

  it('rejects a sign-in older than ten minutes, although its token is newer, and accepts one of ten minutes', async () => {
    // The token itself was issued within the hour each time.
    expect(await answer('2026-11-20T18:00:00Z')).toEqual([403, 'password_needed'])
    expect(await answer('2026-11-21T17:49:59Z')).toEqual([403, 'password_needed'])
    expect(await answer(undefined)).toEqual([403, 'password_needed'])
    expect(await answer('2026-11-21T17:50:00Z')).toEqual([200, undefined])
  })

  it('rejects a passkey sign-in, as a stolen token is enough to add a passkey', async () => {
    vi.stubEnv('PASSKEY_CLIENT', 'passkeys')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await answer('2026-11-21T17:59:00Z', 'passkeys')).toEqual([403, 'password_needed'])
    expect(await answer('2026-11-21T17:59:00Z')).toEqual([200, undefined])
  })

  it('is unavailable to staff acting on someone’s behalf', () => expect(isPersonalRoute(key)).toBe(true))
})

const ofStaff = routes.filter(({ route }) => isStaff(route.can) && route.signedInWithin === undefined)
const aShare = ofStaff.filter((_, i) => isSampledThisTurn(i, 4))
describe.each(aShare)('$key, for staff', ({ key }) => {
  it('accepts a sign-in of up to twelve hours ago, and rejects an older one', async () => {
    const club = await aClub()
    const as = club.user('admin')
    await prepare(key, as, club)
    const answer = async (signedIn: string) => {
      const sent = await exampleRequest(key, club, {
        as,
        now: '2026-11-21T18:00:00Z',
        signedIn,
        groups: ['ROLE_ADMIN'],
      })
      return (await send(key, sent)).refusal?.code
    }
    expect(await answer('2026-11-21T05:59:59Z')).toBe('password_needed')
    expect(await answer('2026-11-21T06:00:00Z')).not.toBe('password_needed')
  })
})

it('isFresh is false for staff on someone’s behalf, an access token, a passkey, and without a token', () => {
  const now = '2026-11-21T18:00:00Z'
  const token = { signedIn: Date.parse(now) / 1000, ends: 0, session: 's', bearer: '' }
  expect(isFresh({ userId: 'u', token }, 10, now)).toBe(true)
  expect(isFresh({ userId: 'u', token, staffId: 'staff' }, 10, now)).toBe(false)
  expect(isFresh({ userId: 'u', token: { ...token, club: 'o12345678901', areas: [] } }, 10, now)).toBe(false)
  expect(isFresh({ userId: 'u', token: { ...token, byPasskey: true } }, 10, now)).toBe(false)
  expect(isFresh({ userId: 'u' }, 10, now)).toBe(false)
})
