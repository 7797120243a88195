import { isId, organizationOf } from '#shared/ids.ts'
import { ignore } from '../table/ignore.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { type RegistrationInvitation, registrationInvitations, registrations } from '../table/registrations.ts'
import { all, pages, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'
import { invitationMailTime } from './invitationMailTime.ts'

/**
 * Runs for each invitation, each launch, and each change that opens registrations again: mails the invitations to open registrations.
 * Idempotent: the transaction with the mail also changes the invitation's state.
 */
export const handler = worker(async ({ pk, sk, kind }, { now }) => {
  const stamp = { actor: 'registrations-invited', at: now }
  if (kind === teams.kind || kind === organizations.kind) return mailUnit(stamp, idIn(pk))
  const registrationId = pk.slice('REGISTRATION#'.length)
  if (kind !== registrationInvitations.kind) return `told ${await mailAll(stamp, registrationId)}`
  if (!(await isMailingOpen(registrationId, now))) return 'waits until it is open'
  const invited = await registrationInvitations.get({ registrationId, email: sk.slice('INVITED#'.length) })
  return invited ? mailInvitation(stamp, invited) : 'nothing to do'
})

async function isMailingOpen(registrationId: string, now: string): Promise<boolean> {
  const [registration, club] = await Promise.all([
    registrations.get({ registrationId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(registrationId) }, { consistent: true }),
  ])
  return registration !== undefined && (await invitationMailTime(registration, club, now)) === 'now'
}

/** On all registrations of a team, or of a club with all its teams. */
async function mailUnit(stamp: Stamp, id: string): Promise<string> {
  const listed = await all(isId('team', id) ? registrations.ofUnit(id) : registrations.ofClub(id))
  let count = 0
  for (const row of listed) count += await mailAll(stamp, registrations.idOf(row))
  return `told ${count}`
}

async function mailAll(stamp: Stamp, registrationId: string): Promise<number> {
  if (!(await isMailingOpen(registrationId, stamp.at))) return 0
  let count = 0
  for await (const part of pages<Stored<RegistrationInvitation>>({
    ...registrationInvitations.of({ registrationId }),
    consistent: true,
  }))
    for (const invited of part)
      if (invited.mail === 'wanted' && (await mailInvitation(stamp, invited)) === 'told') count += 1
  return count
}

async function mailInvitation(
  stamp: Stamp,
  { registrationId, email, by: userId }: Stored<RegistrationInvitation>,
): Promise<string> {
  const id = { registrationId, email }
  // Otherwise mailed by another run, or withdrawn meanwhile.
  const isWritten = await write(
    stamp,
    registrationInvitations.change(id, { set: { mail: 'told' }, when: [['mail', '=', 'wanted']] }),
    outbox.add(stamp, { letter: 'registrationInvitation', to: { email }, about: { ...id, userId } }),
  ).catch(ignore('conflict'))
  return isWritten ? 'told' : 'nothing to do'
}
