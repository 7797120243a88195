import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClubThatWrites, aText, newEmail, when } from './writing.ts'

it('a draft that was changed in another tab is not written over; the same kept twice is told what stands', async () => {
  const club = await aClubThatWrites()
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
  // Its answer was lost, and it comes again.
  expect((await keep(subject, 1)).body.revision).toBe(revision)
  expect((await keep('Mine after all')).body.revision).toBe(revision + 1)
  expect((await keep('Later still', revision)).status).toBe(412)
  expect((await read()).subject).toBe('Mine after all')
  const send = (subject: string, upon: number) => {
    const body = { subject, content: aText('A'), to, revision: upon }
    return call('POST /rest-api/mail/email/{emailId}/send', { as, emailId, body, now: when })
  }
  expect((await send('Later still', revision)).status).toBe(412)
  expect((await read()).state).toBe('draft')
  expect((await send('Mine after all', revision)).status).toBe(200)
  expect((await send('Mine after all', revision)).status).toBe(200)
})
