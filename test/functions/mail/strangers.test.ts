// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { handler as invitedHandler } from '#functions/registrations/invitedHandler.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { organizations } from '#functions/table/organizations.ts'
import { registrationInvitations, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'
import { openPost } from './post.ts'

const post = openPost()
type Language = 'en' | 'es'
const speaks = (userId: string, language: Language) => write(stamp, noticeChoices.create({ userId, language }))

/** The administrator invites an address as an administrator, to a family, and to register. */
async function inviteAll({ user, falcons, mia, organizationId }: Club, email: string): Promise<void> {
  const as = user('admin')
  await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    as,
    orgUnitId: falcons.teamId,
    body: { part: newPart('i'), email, permissions: ['canEditEvents'] },
  })
  await call('POST /rest-api/families/player/{playerId}/invite', {
    as,
    playerId: mia.playerId,
    body: { invitationId: `invitation${newPart('i')}`, email, name: 'Gran', relation: 'own' },
  })
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const registrationId = `${falcons.teamId}.${newPart('r')}`
  const draft = { registrationId, registrationType: 'TEAM' as const, orgUnitId: falcons.teamId }
  await call('POST /rest-api/registration/create', { as, body: draft })
  await write(stamp, registrations.change({ registrationId }, { set: { state: 'launched', name: 'Fall' } }))
  const people = [{ email }]
  await call('POST /rest-api/registration/invitations/{registrationId}', { as, registrationId, body: { people } })
  const key = registrationInvitations.key({ registrationId, email })
  await deliverTo(invitedHandler, { ...key, kind: 'Registration invitation' })
}

it.each<[string, Language | undefined, Language]>([
  ['the account with its address', 'es', 'en'],
  ['the account with its address', 'en', 'es'],
  ['the inviter, for an unknown address', undefined, 'es'],
  ['the inviter, for an unknown address', undefined, 'en'],
])('an invitation is in the language of %s: %s, inviter’s language %s', async (_whose, theirs, inviters) => {
  const club = await aClubWithPost()
  const email = theirs ? emailOf(club, 'nobody') : `gran-${club.organizationId}@family.example`
  if (theirs) await speaks(club.user('nobody'), theirs)
  await speaks(club.user('admin'), inviters)
  await inviteAll(club, email)
  await post.deliver()
  const mails = post.mails.filter(({ to }) => to === email)
  expect(mails).toHaveLength(3)
  const wanted = theirs ?? inviters
  expect(mails.map(({ html }) => /<html lang="(..)/.exec(html)?.[1])).toEqual([wanted, wanted, wanted])
})
