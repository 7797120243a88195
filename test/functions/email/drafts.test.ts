import { expect, it } from 'vitest'
import { call, send } from '../call.ts'
import { aClubWithWriter, aText, newEmail, sentTime } from './writing.ts'

it('a draft changed in another tab is not overwritten; repeating the same change succeeds', async () => {
  const club = await aClubWithWriter()
  const emailId = newEmail(club.falcons)
  const as = club.user('writer')
  const to = { teamIds: [club.falcons.teamId] }
  const keep = (subject: string, revision?: number) => {
    const body = { subject, content: aText('A'), to, ...(revision !== undefined && { revision }) }
    return call('PUT /rest-api/mail/email/{emailId}', { as, emailId, body })
  }
  const read = async () => (await call('GET /rest-api/mail/email/{emailId}', { as, emailId })).body
  expect((await keep('Rain')).body.revision).toBe(1)
  const both = await Promise.all([keep('Rain, so indoors', 1), keep('Sun', 1)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const won = both.find(({ status }) => status === 200)?.body
  const { subject, revision } = await read()
  expect(revision).toBe(won?.revision)
  // Repeated, as after a lost response.
  expect((await keep(subject, 1)).body.revision).toBe(revision)
  expect((await keep('Mine after all')).body.revision).toBe(revision + 1)
  expect((await keep('Later still', revision)).status).toBe(412)
  expect((await read()).subject).toBe('Mine after all')
  const sent = (subject: string, upon: number) => {
    const body = { subject, content: aText('A'), to, revision: upon }
    return call('POST /rest-api/mail/email/{emailId}/send', { as, emailId, body, now: sentTime })
  }
  expect((await sent('Later still', revision)).status).toBe(412)
  expect((await read()).state).toBe('draft')
  expect((await sent('Mine after all', revision)).status).toBe(200)
  expect((await sent('Mine after all', revision)).status).toBe(200)
})

it('content that the table cannot store is rejected with its place: inexact numbers and reserved names', async () => {
  const club = await aClubWithWriter()
  const kept = async (attrs: string) => {
    const rawBody = `{"subject":"Boots","to":{"teamIds":["${club.falcons.teamId}"]},"content":{"type":"doc","content":[{"type":"paragraph","attrs":${attrs}}]}}`
    const emailId = newEmail(club.falcons)
    const { status, refusal } = await send('PUT /rest-api/mail/email/{emailId}', {
      as: club.user('admin'),
      emailId,
      rawBody,
    })
    return [status, refusal.faults?.map(({ at, code }) => `${at}: ${code}`)]
  }
  for (const number of ['1e308', '1e400', '-1e400', '5e-324', '9007199254740991'])
    expect([number, ...(await kept(`{"n":${number}}`))]).toEqual([number, 400, ['content.content.0.attrs.n: invalid']])
  for (const name of ['constructor', '__proto__', ''])
    expect([name, ...(await kept(`{"${name}":{"name":"Set"}}`))]).toEqual([
      name,
      400,
      [`content.content.0.attrs.${name}: invalid`],
    ])
  expect(await kept('{"n":9007199254740990,"small":0.1,"none":-0,"toString":"x","hasOwnProperty":1}')).toEqual([
    200,
    undefined,
  ])
})
