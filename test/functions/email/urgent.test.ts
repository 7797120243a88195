import { describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { aClubWithWriter, newEmail, sendTo, sentTime } from './writing.ts'

describe('an urgent email', () => {
  it('requires the right to edit events, is sent at once, and is limited per day for a team', async () => {
    const club = await aClubWithWriter()
    const urgent = async (more: Parameters<typeof sendTo>[2] = {}, emailId = newEmail(club.falcons)) => {
      const { status, refusal } = await sendTo(club, emailId, { as: 'admin', urgent: true, ...more })
      return status === 200 ? 'sent' : refusal.code
    }
    expect(await urgent({ as: 'writer' })).toBe('not_allowed')
    expect(await urgent({ later: { day: '2026-11-25', time: '18:00' } })).toBe('bad_request')
    const first = newEmail(club.falcons)
    const [one, same] = [await urgent({}, first), await urgent({}, first)]
    expect([one, same]).toEqual(['sent', 'sent'])
    const raced = await Promise.all([urgent(), urgent(), urgent()])
    expect(raced.toSorted()).toEqual(['sent', 'too_many_urgent', 'too_many_urgent'])
    expect(await urgent({}, `${club.organizationId}.${newPart('m')}`)).toBe('sent')
    // Midnight in Chicago.
    expect(await urgent({ now: '2026-11-22T05:59:00Z' })).toBe('too_many_urgent')
    expect(await urgent({ now: '2026-11-22T06:01:00Z' })).toBe('sent')
  })

  it('taken back is no longer counted, once', async () => {
    const club = await aClubWithWriter()
    const send = async (now: string) => {
      const emailId = newEmail(club.falcons)
      const { status, refusal } = await sendTo(club, emailId, { as: 'admin', urgent: true, now })
      return { emailId, became: status === 200 ? 'sent' : refusal.code }
    }
    const takeBack = (emailId: string, now: string) =>
      call('POST /rest-api/mail/email/{emailId}/take-back', { as: club.user('admin'), emailId, now })
    // Sent in the last seconds of a day in Chicago, and taken back on the next one.
    const [late, early] = ['2026-11-22T05:59:55Z', '2026-11-22T06:00:02Z']
    const [first] = [await send(late), await send(late)]
    expect((await send(late)).became).toBe('too_many_urgent')
    await Promise.all([takeBack(first.emailId, early), takeBack(first.emailId, early)])
    expect((await send(late)).became).toBe('sent')
    expect((await send(late)).became).toBe('too_many_urgent')
  })

  it('taken back and sent normally is no longer urgent', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { as: 'admin', urgent: true })
    await call('POST /rest-api/mail/email/{emailId}/take-back', { as: club.user('admin'), emailId, now: sentTime })
    await sendTo(club, emailId, { as: 'admin' })
    const read = await call('GET /rest-api/mail/email/{emailId}', { as: club.user('admin'), emailId })
    expect(read.body).toMatchObject({ state: 'waiting', urgent: false })
  })
})
