import { describe, expect, it } from 'vitest'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithWriter } from './writing.ts'

const choose = (club: Club, more: object = {}) =>
  call('PUT /rest-api/mail/notices', {
    as: club.user('parent'),
    body: { choices: [], quiet: null, timezone: 'America/Chicago', language: 'en', ...more },
  })
const wants = async (club: Club, notice: string) => {
  const { body } = await call('GET /rest-api/mail/notices', { as: club.user('parent') })
  return body.choices.find((choice) => choice.notice === notice && choice.channel === 'mail')?.state
}

describe('notification choices', () => {
  it('belong to one user, and concurrent changes are all kept', async () => {
    const club = await aClubWithWriter()
    const off = (notice: string) => choose(club, { choices: [{ notice, channel: 'mail', on: false }] })
    await Promise.all([off('news'), off('invites'), off('tasks')])
    const states = await Promise.all(['news', 'invites', 'tasks'].map((notice) => wants(club, notice)))
    expect(states).toEqual(['off', 'off', 'off'])
    expect(await noticeChoices.get({ userId: club.user('parent2') })).toBeUndefined()
  })

  it('keep the user’s time zone unless another is given', async () => {
    const club = await aClubWithWriter()
    const as = club.user('parent')
    const body = { choices: [], quiet: { from: '22:00', to: '07:00' }, language: 'en' as const }
    const zoneOf = async (more: object) =>
      (await call('PUT /rest-api/mail/notices', { as, body: { ...body, ...more } })).body.timezone
    expect(await zoneOf({ timezone: 'America/Chicago' })).toBe('America/Chicago')
    expect(await zoneOf({ choices: [{ notice: 'chat', channel: 'push', on: false }] })).toBe('America/Chicago')
    expect(await zoneOf({ timezone: 'Europe/Berlin' })).toBe('Europe/Berlin')
  })

  it('keep quiet hours and language when only one switch is changed', async () => {
    const club = await aClubWithWriter()
    const as = club.user('parent')
    const said = async (body: object) => {
      const sent = { choices: [], ...body }
      const { quiet, language } = (await call('PUT /rest-api/mail/notices', { as, body: sent })).body
      return { quiet, language }
    }
    const off = { choices: [{ notice: 'chat', channel: 'push', on: false }] }
    await said(off)
    // The browser's language still applies.
    await call('PUT /rest-api/mail/notices/browser', { as, body: { language: 'es' } })
    expect(await said(off)).toEqual({ quiet: null, language: 'es' })
    const quiet = { from: '22:00', to: '07:00' }
    expect(await said({ quiet, language: 'en' })).toEqual({ quiet, language: 'en' })
    expect(await said(off)).toEqual({ quiet, language: 'en' })
    expect(await said({ quiet: null })).toEqual({ quiet: null, language: 'en' })
  })

  it('are rejected when invalid', async () => {
    const club = await aClubWithWriter()
    const refused = async (more: object) => (await choose(club, more)).status
    expect(await refused({ timezone: 'Mars/Olympus' })).toBe(400)
    expect(await refused({ quiet: { from: '22:00', to: '22:00' } })).toBe(400)
    expect(await refused({ quiet: { from: '25:00', to: '07:00' } })).toBe(400)
    expect(await refused({ choices: [{ notice: '__proto__', channel: 'mail', on: false }] })).toBe(400)
    expect(await refused({ language: 'de' })).toBe(400)
  })
})
