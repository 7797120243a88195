import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { callApi, callOpen, type Key, readApi } from '#web/api.ts'
import { snapshotName } from '#web/early/snapshot.ts'
import { NoResponse, standInServer } from './fakeServer.tsx'
import { invite, profile } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const name = snapshotName('user-1', '/payments')
const todays = snapshotName('user-1')
const isKept = () => localStorage.getItem(name) !== null
beforeEach(() => {
  for (const each of [name, todays]) localStorage.setItem(each, 'a picture')
})

describe('snapshots of screens other than Today are deleted', () => {
  const FINALIZE = 'POST /rest-api/register/{registrationId}/withdraw'
  const save = () =>
    callApi(FINALIZE, { registrationId: 'r1', body: { registrationPlayerId: 'p1' } }, { handles: ['failures'] }).catch(
      () => undefined,
    )
  test.each([
    ['succeeded', () => ({})],
    [
      'was rejected',
      () => {
        throw new Problem('not_found')
      },
    ],
    [
      'had its response lost',
      () => {
        throw new NoResponse()
      },
    ],
  ])('by a write that %s', async (_, answer) => {
    server.answers({ [FINALIZE]: answer })
    await save()
    expect([isKept(), localStorage.getItem(todays)]).toEqual([false, 'a picture'])
  })
  test('while a write is pending, including those taken meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    server.answers({ [FINALIZE]: () => held.promise.then(() => ({})) })
    const sent = save()
    await expect.poll(() => server.asked(FINALIZE).length).toBe(1)
    expect(isKept()).toBe(false)
    localStorage.setItem(name, 'a picture')
    held.resolve()
    await sent
    expect(isKept()).toBe(false)
  })
  test('by the answer to an invitation, although it is a GET request', async () => {
    const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
    server.answers({ [ANSWER]: invite('danley', 'Accepted') })
    await callApi(ANSWER, { inviteFile: 'i1.json', query: { format: 'json', status: 'Accepted' } })
    expect(isKept()).toBe(false)
  })
  test('by a write on a public payment page', async () => {
    await callOpen('POST /rest-api/pay/{payId}/back', { payId: 'pay-1', body: { paymentId: 'x' } }).catch(
      () => undefined,
    )
    expect(isKept()).toBe(false)
  })
})

test('snapshots stay after reads and after background writes', async () => {
  const NOTED: Key = 'POST /rest-api/session/use'
  server.answers({ 'GET /rest-api/users/profile': profile(), [NOTED]: {} })
  await readApi('GET /rest-api/users/profile', {})
  await callApi('GET /rest-api/users/profile', {})
  await callApi(NOTED, { body: { screens: { today: 1 } } })
  expect(isKept()).toBe(true)
})

test('the document names the rendered screen, also while the next one is loading', async () => {
  server.answers({ 'GET /api/v1/playerEvents': { events: [] } })
  open('/calendar')
  await screen.findByRole('heading', { level: 1, name: 'Calendar' })
  const drawn = () => [
    screen.queryByRole('heading', { level: 1 })?.textContent,
    document.querySelector('main')?.dataset['drawn'],
  ]
  expect(drawn()).toEqual(['Calendar', '/calendar'])
  const link = await screen.findByRole('link', { name: 'Touchline: Today' })
  // As in a browser: the address changes first, the rendering follows.
  link.click()
  expect([location.pathname, ...drawn()]).toEqual(['/today', 'Calendar', '/calendar'])
  await waitFor(() => expect(drawn()).toEqual(['Today', '/today']))
})
