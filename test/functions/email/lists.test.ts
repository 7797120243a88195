// apart: delayed messages go to its own queue
import { beforeEach, describe, expect, it } from 'vitest'
import { emails, teamEmails } from '#functions/table/emails.ts'
import { chunks } from '#functions/table/chunks.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aClubWithWriter, deliverEmail, resetDelayedMessages, sendTo, sentTime } from './writing.ts'

beforeEach(resetDelayedMessages)

describe('an email to several teams', () => {
  it('reaches all 121 teams, and is listed for each although the worker was interrupted', async () => {
    const club = await aClubWithWriter()
    const many = Array.from({ length: 120 }, (_, i) => ({
      ...club.otters,
      teamId: `${club.organizationId}.${newPart('t')}`,
      name: `Team ${i}`,
    }))
    for (const some of chunks(many, 20)) await write(stamp, ...some.flatMap((team) => teams.createUnlicensed(team)))
    const emailId = `${club.organizationId}.${newPart('m')}`
    const teamIds = [...many.map(({ teamId }) => teamId), club.falcons.teamId]
    expect((await sendTo(club, emailId, { as: 'admin', to: { teamIds } })).status).toBe(200)
    const last = { orgUnitId: club.falcons.teamId, emailId }
    await deliverEmail(emailId, { seconds: 1 })
    expect(await teamEmails.get(last, { consistent: true })).toBeDefined()
    await write(stamp, teamEmails.remove(last))
    await deliverEmail(emailId)
    const listed = await teamEmails.getMany(
      teamIds.map((orgUnitId) => ({ orgUnitId, emailId })),
      { consistent: true },
    )
    expect(listed.filter((row) => row !== undefined)).toHaveLength(121)
    expect(await emails.get({ emailId })).toMatchObject({ state: 'sent', people: 2 })
  })

  it('taken back and sent to fewer teams is not listed for the others', async () => {
    const club = await aClubWithWriter()
    const emailId = `${club.organizationId}.${newPart('m')}`
    const listOf = async ({ teamId: orgUnitId }: { teamId: string }) =>
      (await call('GET /rest-api/mail/team/getEmails/{orgUnitId}', { as: club.user('admin'), orgUnitId, query: {} }))
        .body.emails
    await sendTo(club, emailId, { as: 'admin', to: { teamIds: [club.falcons.teamId, club.otters.teamId] } })
    await deliverEmail(emailId, { seconds: 1 })
    expect(await listOf(club.otters)).toHaveLength(1)
    await call('POST /rest-api/mail/email/{emailId}/take-back', { as: club.user('admin'), emailId, now: sentTime })
    await sendTo(club, emailId, { as: 'admin' })
    await deliverEmail(emailId, { seconds: 1 })
    expect(await listOf(club.falcons)).toHaveLength(1)
    expect(await listOf(club.otters)).toEqual([])
  })
})
