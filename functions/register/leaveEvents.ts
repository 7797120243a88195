import { inviteOf, isId, teamOf } from '#shared/ids.ts'
import { isThere } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { ownerOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import type { WholeRegistration } from '../table/registrations.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { untilSettled, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** What belongs to some of the options. */
export const eventsOf = ({ options }: Pick<WholeRegistration, 'options'>, optionIds: readonly string[]): Set<string> =>
  new Set(options.filter(({ id }) => optionIds.includes(id)).flatMap(({ eventIds }) => eventIds))

/**
 * Takes back that the player comes to what belongs to the options that the club has taken from them, where it is still to
 * come: who is on the team of an event is asked again, anybody else is invited no more. May be repeated and be cut short
 * anywhere.
 */
export async function leaveEvents(stamp: Stamp, entry: RegistrationEntry, whole: WholeRegistration): Promise<void> {
  const playerId = ownerOf(entry)
  const chosen = eventsOf(whole, entry.optionIds)
  const left = [...eventsOf(whole, entry.left ?? [])].filter((id) => isId('event', id) && !chosen.has(id))
  for (const eventId of left)
    await untilSettled(async () => {
      const inviteId = inviteOf(eventId, playerId)
      const teamId = teamOf(eventId)
      const [invite, onTeam] = await Promise.all([
        invites.get({ inviteId }, { consistent: true }),
        teamId === undefined ? undefined : rosterRows.get({ teamId, playerId }, { consistent: true }),
      ])
      if (!invite || !isThere(invite) || invite.end <= stamp.at) return
      const when = [['version', '=', invite.version]] as const
      if (!onTeam) return void (await write(stamp, invites.remove({ inviteId }, 'conflict', when)))
      if (invite.status === 'Pending') return
      const unsaid = { answeredBy: undefined, answeredAt: undefined, answerName: undefined, note: undefined }
      const asked = { status: 'Pending' as const, answerId: invites.newAnswerId(), ...unsaid }
      await write(stamp, invites.change({ inviteId }, { set: asked, when }))
    })
}
