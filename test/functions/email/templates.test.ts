import { describe, expect, it } from 'vitest'
import { emailContents, emailTemplates, templateCounts } from '#functions/table/emails.ts'
import { update } from '#functions/table/table.ts'
import { maxTemplates } from '#shared/rules/mails.ts'
import type { RichText } from '#shared/rules/richText.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { aClubWithWriter, aText, newEmail, sendTo } from './writing.ts'

const READ = 'GET /rest-api/mail/templates/{orgUnitId}/{templateId}'
const keep = (
  club: Club,
  templateId: string,
  {
    name = 'Saturdays',
    as = 'admin',
    content = aText('Be there.'),
    revision,
  }: { name?: string; as?: string; content?: RichText; revision?: number } = {},
) =>
  call('PUT /rest-api/mail/template/{templateId}', {
    as: club.user(as),
    templateId,
    body: { name, subject: 'Saturday', content, ...(revision !== undefined && { revision }) },
  })
const listed = async (club: Club, orgUnitId: string, as = 'writer') =>
  (await call('GET /rest-api/mail/templates/{orgUnitId}', { as: club.user(as), orgUnitId })).body.templates.map(
    ({ name, ofClub }) => `${name}${ofClub ? ' of the club' : ''}`,
  )
const ofTeam = ({ teamId }: { teamId: string }) => `${teamId}.${newPart('m')}`

describe('a template', () => {
  it('is listed for its team, or for all teams if it is the club’s, and is read without pictures', async () => {
    const club = await aClubWithWriter()
    const { falcons, otters, organizationId } = club
    const [own, clubs] = [ofTeam(falcons), `${organizationId}.${newPart('m')}`]
    const picture = { type: 'picture', attrs: { fileId: `${organizationId}.${newPart('f')}`, alt: 'Us' } }
    const nested = { type: 'blockquote', content: [picture, ...aText('Said.').content] }
    await keep(club, own, {
      as: 'writer',
      content: { type: 'doc', content: [picture, nested, ...aText('Rain.').content] },
    })
    await keep(club, clubs, { name: 'A rainy day' })
    await keep(club, ofTeam(otters), { name: 'Otters only' })
    expect(await listed(club, falcons.teamId)).toEqual(['A rainy day of the club', 'Saturdays'])
    expect(await listed(club, organizationId, 'admin')).toEqual(['A rainy day of the club'])
    const read = async (templateId: string, orgUnitId = falcons.teamId) =>
      call(READ, { as: club.user('admin'), orgUnitId, templateId })
    expect((await read(own)).body).toEqual({
      name: 'Saturdays',
      subject: 'Saturday',
      content: {
        type: 'doc',
        content: [{ type: 'blockquote', content: aText('Said.').content }, ...aText('Rain.').content],
      },
    })
    expect((await read(clubs)).status).toBe(200)
    expect((await read(own, otters.teamId)).refusal.code).toBe('not_found')
    expect((await read(own, organizationId)).refusal.code).toBe('not_found')
  })

  it('is changed and deleted by those who may write for its team or club', async () => {
    const club = await aClubWithWriter()
    const [own, clubs] = [ofTeam(club.falcons), `${club.organizationId}.${newPart('m')}`]
    const remove = (templateId: string, as: string) =>
      call('DELETE /rest-api/mail/template/{templateId}', { as: club.user(as), templateId })
    await keep(club, own)
    await keep(club, clubs)
    expect((await keep(club, own, { as: 'writer', name: 'Sundays', revision: 1 })).status).toBe(200)
    expect((await keep(club, clubs, { as: 'writer', revision: 1 })).status).toBe(403)
    expect((await remove(clubs, 'writer')).status).toBe(403)
    expect(await listed(club, club.falcons.teamId)).toEqual(['Saturdays of the club', 'Sundays'])
    expect((await remove(own, 'writer')).status).toBe(200)
    expect((await remove(own, 'writer')).status).toBe(404)
    expect(await emailContents.get({ emailId: own }, { consistent: true })).toBeUndefined()
    expect(await listed(club, club.falcons.teamId)).toEqual(['Saturdays of the club'])
  })

  it('cannot overwrite or delete an email with the same id', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { as: 'admin' })
    expect((await keep(club, emailId, { as: 'writer', content: aText('Stay at home.') })).refusal.code).toBe('conflict')
    const said = await call('GET /rest-api/mail/email/{emailId}', { as: club.user('admin'), emailId })
    expect(said.body.content).toEqual(aText('Be there at nine.'))
    const removed = await call('DELETE /rest-api/mail/template/{templateId}', {
      as: club.user('writer'),
      templateId: emailId,
    })
    expect(removed.status).toBe(404)
    expect(await listed(club, club.falcons.teamId)).toEqual([])
  })

  it('is limited to fifty per team, also with concurrent requests; deleting one makes room', async () => {
    const club = await aClubWithWriter()
    const ids = Array.from({ length: maxTemplates - 1 }, () => ofTeam(club.falcons))
    const [first = '', ...others] = ids
    await keep(club, first)
    const orgUnitId = club.falcons.teamId
    expect(await templateCounts.get({ orgUnitId }, { consistent: true })).toMatchObject({ templates: 1 })
    await putIn(
      stamp,
      others.map((templateId, i) => emailTemplates.create({ templateId, name: `No. ${i}`, subject: 'Saturday' })),
    )
    await update(stamp, templateCounts.upsert({ orgUnitId }, { set: { templates: ids.length } }))
    const last = [ofTeam(club.falcons), ofTeam(club.falcons)]
    const codes = await Promise.all(last.map((id) => keep(club, id)))
    expect(codes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(codes.find(({ status }) => status !== 200)?.refusal.code).toBe('too_many_templates')
    expect((await keep(club, ofTeam(club.falcons))).refusal.code).toBe('too_many_templates')
    // Repeated, as after a lost response: it already exists, and is counted once.
    expect((await keep(club, first)).status).toBe(200)
    await call('DELETE /rest-api/mail/template/{templateId}', { as: club.user('admin'), templateId: first })
    expect((await keep(club, ofTeam(club.falcons))).status).toBe(200)
    expect((await keep(club, ofTeam(club.falcons))).refusal.code).toBe('too_many_templates')
    expect(await listed(club, club.falcons.teamId)).toHaveLength(maxTemplates)
  })

  it('is not overwritten by a change based on a stale revision', async () => {
    const club = await aClubWithWriter()
    const own = ofTeam(club.falcons)
    await keep(club, own, { as: 'writer' })
    expect((await keep(club, own, { as: 'writer', name: 'Sundays', revision: 1 })).status).toBe(200)
    expect((await keep(club, own, { name: 'Mondays', revision: 1 })).refusal.code).toBe('conflict')
    // An id used by someone else does not count as new.
    expect((await keep(club, own, { name: 'Mondays' })).refusal.code).toBe('conflict')
    expect(await listed(club, club.falcons.teamId)).toEqual(['Sundays'])
    for (const name of ['', ' ', 'x'.repeat(65), 'a\nb'])
      expect((await keep(club, own, { name, revision: 2 })).refusal.code).toBe('bad_request')
  })
})
