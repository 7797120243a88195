import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { callApi, callOpen, type Key, readApi } from '#web/api.ts'
import { snapshotName } from '#web/early/snapshot.ts'
import { NoAnswer, standInServer } from './answering.tsx'
import { invite, profile } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const name = snapshotName('user-1', '/payments')
const todays = snapshotName('user-1')
const isKept = () => localStorage.getItem(name) !== null
beforeEach(() => {
  for (const each of [name, todays]) localStorage.setItem(each, 'a picture')
})

describe('pictures of screens go, but not Today’s,', () => {
  const FINALIZE = 'POST /rest-api/register/{registrationId}/withdraw'
  const save = () =>
    callApi(FINALIZE, { registrationId: 'r1', body: { registrationPlayerId: 'p1' } }, { handles: ['failures'] }).catch(
      () => undefined,
    )
  test.each([
    ['went well', () => ({})],
    [
      'was refused',
      () => {
        throw new Problem('not_found')
      },
    ],
    [
      'had its reply lost',
      () => {
        throw new NoAnswer()
      },
    ],
  ])('once something that was sent %s', async (_, answer) => {
    server.answers({ [FINALIZE]: answer })
    await save()
    expect([isKept(), localStorage.getItem(todays)]).toEqual([false, 'a picture'])
  })
  test('while it is not known how it went, and those that were taken meanwhile', async () => {
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
  test('by an answer to an event, whose address is asked by GET', async () => {
    const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
    server.answers({ [ANSWER]: invite('danley', 'Accepted') })
    await callApi(ANSWER, { inviteFile: 'i1.json', query: { format: 'json', status: 'Accepted' } })
    expect(isKept()).toBe(false)
  })
  test('by a page for whoever holds a link', async () => {
    await callOpen('POST /rest-api/pay/{payId}/back', { payId: 'pay-1', body: { paymentId: 'x' } }).catch(
      () => undefined,
    )
    expect(isKept()).toBe(false)
  })
})

test('pictures of screens stay for what is read, and for what a page notes by itself', async () => {
  const NOTED: Key = 'POST /rest-api/session/use'
  server.answers({ 'GET /rest-api/users/profile': profile(), [NOTED]: {} })
  await readApi('GET /rest-api/users/profile', {})
  await callApi('GET /rest-api/users/profile', {})
  await callApi(NOTED, { body: { screens: { today: 1 } } })
  expect(isKept()).toBe(true)
})

test('the page says which screen is drawn, also while the next one is on its way', async () => {
  server.answers({ 'GET /api/v1/playerEvents': { events: [] } })
  open('/calendar')
  await screen.findByRole('heading', { level: 1, name: 'Calendar' })
  const drawn = () => [
    screen.queryByRole('heading', { level: 1 })?.textContent,
    document.querySelector('main')?.dataset['drawn'],
  ]
  expect(drawn()).toEqual(['Calendar', '/calendar'])
  const link = await screen.findByRole('link', { name: 'Touchline: Today' })
  // As a browser does it: what is drawn follows later.
  link.click()
  expect([location.pathname, ...drawn()]).toEqual(['/today', 'Calendar', '/calendar'])
  await waitFor(() => expect(drawn()).toEqual(['Today', '/today']))
})
