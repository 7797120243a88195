import { expect, it } from 'vitest'
import { writers } from '#functions/email/mailWriters.ts'
import { sayIn } from '#functions/mail/say.ts'
import { emails } from '#functions/table/emails.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { formerName } from '#shared/rules/names.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithWriter, deliverEmail, newEmail, sendTo } from './writing.ts'

process.env['SITE_URL'] = 'https://app.example.org'

const read = async (club: Club, name: string, emailId: string) => {
  const { status, refusal } = await call('GET /rest-api/mail/email/{emailId}', { as: club.user(name), emailId })
  return status === 200 ? 'read' : refusal.code
}

it('an email stays readable while one of its players is in the reader’s family and none is hidden from them', async () => {
  const club = await aClubWithWriter()
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  const [mia, leo] = [club.mia.playerId, club.leo.playerId]
  const [parent, other] = [club.user('parent'), club.user('parent2')]
  expect([await read(club, 'parent', emailId), await read(club, 'parent2', emailId)]).toEqual(['read', 'read'])
  await write(stamp, ...families.leave({ playerId: mia, userId: parent, relation: 'own' }))
  await write(stamp, ...families.limitRights({ playerId: mia, userId: other }, ['sees']))
  // Leo is still her player.
  expect([await read(club, 'parent', emailId), await read(club, 'parent2', emailId)]).toEqual(['read', 'not_allowed'])
  await write(stamp, ...families.leave({ playerId: leo, userId: parent, relation: 'own' }))
  expect([await read(club, 'parent', emailId), await read(club, 'writer', emailId)]).toEqual(['not_allowed', 'read'])
})

it('an email of an erased author is shown as by a former member, in the reader’s language', async () => {
  const club = await aClubWithWriter()
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  const to = (name: string) => ({
    to: { userId: club.user(name), email: 'a@x.test' },
    now: stamp.at,
    say: sayIn('es'),
  })
  await write(stamp, emails.change({ emailId }, { set: { from: formerName } }))
  expect((await writers.email({ emailId }, to('parent')))?.from).toBe('Antiguo miembro (Springfield FC)')
  await write(stamp, emails.change({ emailId }, { set: { state: 'notSent', why: 'archived' } }))
  expect((await writers.emailNotSent({ emailId }, to('admin')))?.paragraphs[0]).toContain(
    'que Antiguo miembro escribió',
  )
})
