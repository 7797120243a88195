import { inviteOf, isId, organizationOf, teamOf } from '#shared/ids.ts'
import { isThere } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { idsOf, players } from '../table/players.ts'
import { isActive, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrationOptions, registrations, type WholeRegistration } from '../table/registrations.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { all, untilSettled, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** What belongs to some of the options. */
export const eventsOf = ({ options }: Pick<WholeRegistration, 'options'>, optionIds: readonly string[]): Set<string> =>
  new Set(options.filter(({ id }) => optionIds.includes(id)).flatMap(({ eventIds }) => eventIds))

/** Which of these events belong to what the player has another place for, on whichever registration of the club. */
async function heldElsewhere(entry: RegistrationEntry, left: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const playerId = ownerOf(entry)
  const [listed, player] = await Promise.all([
    all(registrations.ofClub(organizationOf(entry.registrationId))),
    players.get({ playerId }, { consistent: true }),
  ])
  const ids = new Set([entry.playerId, ...(player ? idsOf(player) : [playerId])])
  const kept = await registrationOptions.getMany(listed.map((row) => ({ registrationId: registrations.idOf(row) })))
  const having = listed.flatMap((row, i) => {
    const options = kept[i]?.options.filter(({ eventIds }) => eventIds.some((id) => left.has(id))) ?? []
    return options.length > 0 ? [{ registrationId: registrations.idOf(row), options }] : []
  })
  const others = having.flatMap(({ registrationId, options }) =>
    [...ids]
      .filter((id) => registrationId !== entry.registrationId || id !== entry.playerId)
      .map((id) => ({ registrationId, playerId: id, options })),
  )
  const found = await registrationEntries.getMany(others, { consistent: true })
  return new Set(
    found.flatMap((other, i) =>
      other?.state === 'registered' ? [...eventsOf({ options: others[i]?.options ?? [] }, other.optionIds)] : [],
    ),
  )
}

/**
 * Takes back that the player comes to what belongs to the options that the club has taken from them, or to the
 * whole of what they are taken off, where it is still to come and they have no other place for it: who is on the team of an event is asked again, anybody else is invited no more. May be repeated and be cut short
 * anywhere.
 */
export async function leaveEvents(stamp: Stamp, entry: RegistrationEntry, whole: WholeRegistration): Promise<void> {
  const playerId = ownerOf(entry)
  const chosen = eventsOf(whole, isActive(entry) ? entry.optionIds : [])
  const left = [...eventsOf(whole, entry.left ?? [])].filter((id) => isId('event', id) && !chosen.has(id))
  const held = left.length > 0 ? await heldElsewhere(entry, new Set(left)) : new Set()
  for (const eventId of left.filter((id) => !held.has(id)))
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
