import { dequal } from 'dequal'
import type { organization } from '#shared/api/organization.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import { whyCannotChangeFlags } from '#shared/rules/administrators.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { type Invitation, invitationHours, invitations, invitedCounts } from '../table/invitations.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { wasRemovedBy } from '../table/wasRemovedBy.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import {
  administratorsOf,
  sortFlags,
  refuseUnknownFlags,
  type EffectiveRights,
  effectiveRights,
  unheldOf,
} from '../access/administrators.ts'
import { unitOf } from './unitOf.ts'

/** The most invitations per club and day (UTC): each is a mail to a typed address. */
const maxInvitedPerDay = 50

export const invitationCard = ({ invitationId, email, flags, inviterName, invitedAt }: Invitation) => ({
  id: invitationId,
  email,
  permissions: flags,
  invitedBy: inviterName,
  invitedAt,
  until: addHours(invitedAt, invitationHours),
})

type Invite = CallOf<typeof organization, 'POST /rest-api/organization/administrators/{orgUnitId}/invite'>

/** The typed address; or that of an administrator of another unit of the club where the caller may edit administrators too. */
async function addressFor({ userId, body: { email, of }, me }: Invite): Promise<string> {
  if (email !== undefined) return email
  if (!of) throw new Problem('bad_request', [faultAt('email', 'required')])
  const { flags } = await effectiveRights(userId, of.orgUnitId, await me)
  if (!flags.has('canEditAdministrators')) throw new Problem('not_allowed')
  const [row, profile] = await Promise.all([
    administratorsOf(of.orgUnitId).get(of.userId),
    profiles.get({ userId: of.userId }, { consistent: true }),
  ])
  if (!row || !profile?.email) throw new Problem('not_found')
  return profile.email
}

/** Invites an administrator by mail. Idempotent; throws `saved_before` if the invitation was sent with another address or other rights. */
export const inviteAdministrator = async (call: Invite) =>
  retryOnConflict(async () => {
    const { userId, params, body, now, stamp, me } = call
    const { orgUnitId } = params
    const { part, of, permissions } = body
    const flags = sortFlags(permissions)
    refuseUnknownFlags(orgUnitId, flags)
    const inviteeEmail = await addressFor(call)
    const [{ name: unitName }, { flags: ownFlags, holds }, profile, suppressed] = await Promise.all([
      unitOf(orgUnitId),
      effectiveRights(userId, orgUnitId, await me),
      profiles.get({ userId }),
      suppressedAddresses.get({ email: normalEmail(inviteeEmail) }, { consistent: true }),
    ])
    const { unheld } = await unheldOf(orgUnitId, ownFlags, flags)
    const why = whyCannotChangeFlags({ ownFlags, before: [], after: flags, isSelf: false, unheld })
    if (why) throw new Problem(why)
    const invitation = {
      invitationId: `${orgUnitId}.${part}`,
      email: normalEmail(inviteeEmail),
      flags,
      unitName,
      invitedBy: userId,
      inviterName: profile ? fullName(profile) : '',
      invitedAt: now,
    }
    const { invitationId, email } = invitation
    const existingInvitation =
      of && (await invitations.to(orgUnitId)).find((each) => coversInvitation(each, invitation) && !isOver(each, now))
    if (existingInvitation) return invitationCard(existingInvitation)
    const day = now.slice(0, 10)
    const organizationId = organizationOf(orgUnitId)
    const withinLimit = { add: { invited: 1 }, when: [['invited', '<', maxInvitedPerDay] as const] }
    const countWrite = invitedCounts.upsert({ organizationId, day }, withinLimit, 'too_many_invitations')
    if (suppressed && !(await invitations.get({ invitationId }, { consistent: true }))) {
      // Its link only goes by mail, so nobody could ever accept it. It counts towards the limit, so that nobody can probe
      // addresses.
      await write(stamp, countWrite)
      throw new Problem('takes_no_mail')
    }
    const outcome = await write(
      stamp,
      invitations.createOnce(invitation, 'already_there'),
      countWrite,
      outbox.add(stamp, {
        letter: 'administer',
        to: { email },
        about: { invitationId, userId: invitation.invitedBy },
      }),
      ...holds.map(({ check }) => check),
    )
    const sent = outcome === 'repeated' ? await invitations.get({ invitationId }, { consistent: true }) : undefined
    // Its link has gone to the first address, with the first rights.
    if (sent && (sent.email !== email || !dequal(sent.flags, flags))) throw new Problem('saved_before')
    return invitationCard(sent ?? invitation)
  })

/** Withdraws an invitation. Idempotent for the same caller; throws `not_found` if it was answered, or withdrawn by somebody else. */
export async function withdrawInvitation({
  params: { invitationId },
  stamp,
}: CallOf<typeof organization, 'DELETE /rest-api/organization/invitation/{invitationId}'>) {
  try {
    await write(stamp, invitations.remove({ invitationId }))
  } catch (error) {
    const isGone = isProblem(error, 'not_found')
    if (!isGone || !(await wasRemovedBy(stamp, invitations.key({ invitationId })))) throw error
  }
  return {}
}

const isOver = ({ invitedAt }: Invitation, now: string): boolean =>
  Date.parse(addHours(invitedAt, invitationHours)) <= Date.parse(now)
/** Whether the same inviter has invited the address already, with at least these rights. */
const coversInvitation = ({ email, invitedBy, flags }: Invitation, requested: Invitation): boolean =>
  email === requested.email &&
  invitedBy === requested.invitedBy &&
  requested.flags.every((flag) => flags.includes(flag))

type OwnInvitation = { invitation: Stored<Invitation>; profile: Profile }
/** An invitation of the caller, at an address that the user pool has verified, now or before; nobody else learns its content. */
async function requireOwnInvitation(invitationId: string, userId: string, now: string): Promise<OwnInvitation> {
  const [invitation, profile] = await Promise.all([
    invitations.get({ invitationId }, { consistent: true }),
    profiles.get({ userId }, { consistent: true }),
  ])
  if (!invitation || isOver(invitation, now)) throw new Problem('not_found')
  if (!profile || !(await emailUsers.addressesOf(profile)).includes(invitation.email))
    throw new Problem('other_address')
  return { invitation, profile }
}

/** The inviter's current rights. An invitation is open only as long as they may still give these rights. */
async function inviterRights({
  invitationId,
  invitedBy,
  flags,
}: Invitation): Promise<EffectiveRights & { lock?: Write }> {
  const orgUnitId = orgUnitOf(invitationId)
  const { flags: ownFlags, holds } = await effectiveRights(invitedBy, orgUnitId)
  const { unheld, ...lockPart } = await unheldOf(orgUnitId, ownFlags, flags)
  if (whyCannotChangeFlags({ ownFlags, before: [], after: flags, isSelf: false, unheld }))
    throw new Problem('not_found')
  return { flags: ownFlags, holds, ...lockPart }
}

export async function readInvitation({
  userId,
  params: { invitationId },
  now,
}: CallOf<typeof organization, 'GET /rest-api/organization/invitation/{invitationId}'>) {
  const { invitation } = await requireOwnInvitation(invitationId, userId, now)
  // Shows the unit's current name, as its page will.
  const [{ name }] = await Promise.all([unitOf(orgUnitOf(invitationId)), inviterRights(invitation)])
  const { inviterName: invitedBy, flags: permissions } = invitation
  return { id: invitationId, name, invitedBy, permissions }
}

/**
 * Accepts an invitation in one transaction: deletes it and gives the rights to the caller, in addition to existing ones, on the condition
 * that the sender still has them. Idempotent.
 */
export const acceptInvitation = async ({
  userId,
  params: { invitationId },
  now,
  stamp,
}: CallOf<typeof organization, 'POST /rest-api/organization/invitation/{invitationId}/accept'>) =>
  retryOnConflict(async () => {
    const orgUnitId = orgUnitOf(invitationId)
    const existing = await administratorsOf(orgUnitId).get(userId)
    const { invitation, profile } = await requireOwnInvitation(invitationId, userId, now)
    const inviter = await inviterRights(invitation)
    const { lock } = inviter
    const lockWrites = lock ? [lock] : []
    const appointWrites = existing
      ? [
          ...administratorsOf(orgUnitId).setFlags(existing, sortFlags([...existing.flags, ...invitation.flags])),
          ...lockWrites,
        ]
      : await appoint(invitation, profile, lock)
    const holds = inviter.holds.filter(({ userId: holderId, unit }) => holderId !== userId || unit !== orgUnitId)
    await write(
      stamp,
      invitations.remove({ invitationId }, 'conflict', ifUnchanged(invitation)),
      ...appointWrites,
      ...holds.map(({ check }) => check),
    )
    return { orgUnitId }
  })

async function appoint(
  { invitationId, flags }: Invitation,
  { userId, firstName, lastName }: Profile,
  lock: Write | undefined,
): Promise<Write[]> {
  const teamId = teamOf(invitationId)
  const administrator = { userId, firstName, lastName, flags }
  if (teamId) {
    const team = await teams.get({ teamId }, { consistent: true })
    if (!team) throw new Problem('not_found')
    return teamAdministrators.appoint(team, administrator)
  }
  const organization = await organizations.get({ organizationId: organizationOf(invitationId) }, { consistent: true })
  if (!organization) throw new Problem('not_found')
  return organizationAdministrators.appoint(organization, administrator, lock)
}

export async function declineInvitation({
  userId,
  params: { invitationId },
  now,
  stamp,
}: CallOf<typeof organization, 'POST /rest-api/organization/invitation/{invitationId}/decline'>) {
  await requireOwnInvitation(invitationId, userId, now)
  await write(stamp, invitations.remove({ invitationId }))
  return {}
}
