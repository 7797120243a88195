import { organizationOf, teamOf } from '#shared/ids.ts'
import type { NotSentReason } from '#shared/rules/mails.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { type Email, emails } from '../table/emails.ts'
import { meOf } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { mostAtOnce, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { isToSomething } from './playersIn.ts'
import { mayWriteEmail } from './recipients.ts'
import { unitsOf } from './urgent.ts'

/** Why a due email goes to nobody, regardless of its recipients; undefined if it may be sent. */
export async function whyNotSent(email: Stored<Email>): Promise<NotSentReason | undefined> {
  const { access, session } = await meOf({ userId: email.authorId })
  const [mayWrite, isThere, isArchived] = await Promise.all([
    mayWriteEmail(access, email),
    isToSomething(email.to),
    wasArchivedSince(email),
  ])
  // Accounts disabled by staff cannot write to anyone.
  if (!mayWrite || session.disabled === true) return 'notAllowed'
  // The earlier dates of an archived team are hidden too.
  if (isArchived) return 'archived'
  return isThere ? undefined : 'eventGone'
}

/**
 * Writing to a team that is already archived is deliberate. For one archived since, it is not: the email is sent if any of its
 * teams is still active.
 */
async function wasArchivedSince({ emailId, to, at }: Stored<Email>): Promise<boolean> {
  const from = teamOf(emailId)
  const goesTo = unitsOf(to).flatMap((unit) => teamOf(unit) ?? [])
  const ids = new Set(from === undefined ? goesTo : [from, ...goesTo])
  const found = await teams.getMany(
    [...ids].map((teamId) => ({ teamId })),
    { consistent: true },
  )
  const isSince = (team: (typeof found)[number]) => team?.archivedAt !== undefined && team.archivedAt > at
  const archived = new Set(found.flatMap((team) => (team && isSince(team) ? [team.teamId] : [])))
  if (from !== undefined && archived.has(from)) return true
  return goesTo.length > 0 && goesTo.every((teamId) => archived.has(teamId))
}

/**
 * Ends an email that goes to nobody, with its reason and the letters about it: once, as it is conditional on the version read. It
 * stays in the lists for everyone who may write there, and becomes nobody's draft.
 */
export async function endNotSent(stamp: Stamp, email: Stored<Email>, why: NotSentReason): Promise<string> {
  const { emailId, version } = email
  const set = { state: 'notSent', why, dueAt: undefined } as const
  const told = await telling(stamp, email)
  await write(stamp, emails.change({ emailId }, { set, when: ifUnchanged({ version }) }), ...told)
  return `not sent: ${why}`
}

/** The most people told: leaves room in the transaction for the email. */
const mostTold = mostAtOnce - 1

/** The author, and those who may write where it is from; the whole club's first. */
async function telling(stamp: Stamp, { emailId, authorId }: Email): Promise<Write[]> {
  const teamId = teamOf(emailId)
  const [ofClub, ofTeam] = await Promise.all([
    organizationAdministrators.of({ organizationId: organizationOf(emailId) }),
    teamId === undefined ? [] : teamAdministrators.of({ teamId }),
  ])
  const writers = [...ofClub, ...ofTeam].filter(({ flags }) => flags.includes('canSendMessages'))
  return [...new Set([authorId, ...writers.map(({ userId }) => userId)])]
    .slice(0, mostTold)
    .map((userId) => outbox.want(stamp, { letter: 'emailNotSent', to: { userId }, about: { emailId } }))
}
