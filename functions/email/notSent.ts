import { organizationOf, teamOf } from '#shared/ids.ts'
import type { NotSentReason } from '#shared/rules/mails.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { type Email, emails, type EmailTo } from '../table/emails.ts'
import { meOf } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { maxTransactWrites, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { targetExists } from './playersIn.ts'
import { mayWriteEmail, withoutFormerPlayers } from './recipients.ts'
import { unitsOf } from './urgent.ts'

/** To whom a due email may be sent, and why not at all if so: chosen players who have left the author's teams do not hold up the others. */
export async function checkDue(email: Stored<Email>): Promise<{ to: EmailTo; why?: NotSentReason }> {
  const { access, session } = await meOf({ userId: email.authorId })
  const to = await withoutFormerPlayers(access, email)
  const [mayWrite, hasTarget, isArchived] = await Promise.all([
    mayWriteEmail(access, { ...email, to }),
    targetExists(to),
    wasArchivedSince(email),
  ])
  // Accounts disabled by staff cannot write to anyone.
  if (!mayWrite || session.disabled === true) return { to, why: 'notAllowed' }
  // The earlier dates of an archived team are hidden too.
  if (isArchived) return { to, why: 'archived' }
  return hasTarget ? { to } : { to, why: 'eventGone' }
}

/**
 * Who writes to a team that is archived has chosen it. Of one that was archived since, nobody has: as long as one of its teams plays on, it
 * goes.
 */
async function wasArchivedSince({ emailId, to, at }: Stored<Email>): Promise<boolean> {
  const from = teamOf(emailId)
  const targetTeamIds = unitsOf(to).flatMap((unit) => teamOf(unit) ?? [])
  const ids = new Set(from === undefined ? targetTeamIds : [from, ...targetTeamIds])
  const teamRows = await teams.getMany(
    [...ids].map((teamId) => ({ teamId })),
    { consistent: true },
  )
  const isArchivedSince = (team: (typeof teamRows)[number]) => team?.archivedAt !== undefined && team.archivedAt > at
  const archived = new Set(teamRows.flatMap((team) => (team && isArchivedSince(team) ? [team.teamId] : [])))
  if (from !== undefined && archived.has(from)) return true
  return targetTeamIds.length > 0 && targetTeamIds.every((teamId) => archived.has(teamId))
}

/**
 * Sets an email to not sent, with the reason, and mails its author and the others who may write there. The write requires the version that
 * was read, so the mails are sent once. The email stays in the lists.
 */
export async function endNotSent(stamp: Stamp, email: Stored<Email>, why: NotSentReason): Promise<string> {
  const { emailId, version } = email
  const set = { state: 'notSent', why, dueAt: undefined } as const
  const mails = await notSentMails(stamp, email)
  await write(stamp, emails.change({ emailId }, { set, when: ifUnchanged({ version }) }), ...mails)
  return `not sent: ${why}`
}

/** The most readers of the mails: beside them the transaction has one write for the email. */
const maxNotified = maxTransactWrites - 1

/** The author, and those who may write where it is from; the whole club's first. */
async function notSentMails(stamp: Stamp, { emailId, authorId }: Email): Promise<Write[]> {
  const teamId = teamOf(emailId)
  const [ofClub, ofTeam] = await Promise.all([
    organizationAdministrators.of({ organizationId: organizationOf(emailId) }),
    teamId === undefined ? [] : teamAdministrators.of({ teamId }),
  ])
  const writers = [...ofClub, ...ofTeam].filter(({ flags }) => flags.includes('canSendMessages'))
  return [...new Set([authorId, ...writers.map(({ userId }) => userId)])]
    .slice(0, maxNotified)
    .map((userId) => outbox.add(stamp, { letter: 'emailNotSent', to: { userId }, about: { emailId } }))
}
