// apart: the configuration is read once per page
import { beforeEach, expect, test, vi } from 'vitest'
import { emailAddress, changePassword, PoolProblem } from '#web/session/ownAccount.ts'

const pool = vi.fn<(what: string) => Response>()
beforeEach(() => {
  vi.stubGlobal('fetch', async (where: string, sent?: RequestInit) =>
    where === '/config.json'
      ? Response.json({ region: 'us-east-1', userPoolId: 'us-east-1_pool', userPoolClientId: 'client' })
      : pool(new Headers(sent?.headers).get('x-amz-target')?.split('.')[1] ?? ''),
  )
})

test('the current address is the one of the user pool', async () => {
  const UserAttributes = [
    { Name: 'sub', Value: 'user-1' },
    { Name: 'email', Value: 'ann@new.example' },
  ]
  pool.mockImplementation((what) => Response.json(what === 'GetUser' ? { UserAttributes } : {}))
  expect(await emailAddress.read('token')).toBe('ann@new.example')
})

test.each([
  [400, 'LimitExceededException', true],
  [500, 'InternalErrorException', false],
])('whether status %s with %s is a definite rejection: %s', async (status, __type, certain) => {
  pool.mockImplementation(() => Response.json({ __type }, { status }))
  const error: unknown = await changePassword('token', 'Touchline-2026', 'Second-half-2026').catch((e: unknown) => e)
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof PoolProblem).toBe(certain)
})
