import { randomInt } from 'node:crypto'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { appointAdministrator, createOrganization, createTeam } from '#functions/organizations/createOrganization.ts'
import type { Event, Team } from '#functions/table/map.ts'
import { addPlayers, joinFamily, type NewPlayer } from '#functions/teams/addPlayers.ts'
import { appointCoach } from '#functions/teams/appointCoach.ts'
import { alphabet, inviteOf, partLength } from '#shared/ids.ts'
import { flags } from '#shared/permissions.ts'

export const newPart = (letter: string): string =>
  letter + Array.from({ length: partLength }, () => alphabet[randomInt(alphabet.length)]).join('')

const park = { name: 'North Park', address: '12 Main Street', city: 'Springfield', state: 'IL', zip: '60601' }

/** An event of a team; half past six in the evening in Chicago on 21 November unless said otherwise. */
export function anEvent(team: Team, changes: Partial<Event> = {}): Event {
  return {
    eventId: `${team.teamId}.${newPart('e')}`,
    name: 'Practice',
    description: 'Bring water.',
    start: '2026-11-22T00:30:00Z',
    end: '2026-11-22T02:00:00Z',
    timezone: 'America/Chicago',
    field: '3',
    eventType: { name: 'Practice', color: '#2b8a3e' },
    teamName: team.name,
    fieldLabel: 'Field',
    location: park,
    ...changes,
  }
}

type Wanted = { isRosterVisible?: boolean; roster?: string[]; event?: Partial<Event> }

/**
 * A club of its own for one test: two teams, the Falcons with a game today; Mia (whose parent and fan are here), Leo and
 * Ada on it; a coach of the Falcons; an administrator. Tests share a table and run side by side.
 */
export async function aClub({ isRosterVisible = true, roster = [], event: changes = {} }: Wanted = {}) {
  const organizationId = newPart('o')
  const user = (name: string) => `${name}-${organizationId}`
  const sport = { name: 'Soccer', fieldLabel: 'Field' }
  const organization = { organizationId, name: 'Springfield FC', sport, timezone: 'America/Chicago' }
  const team = (name: string): Team => ({
    teamId: `${organizationId}.${newPart('t')}`,
    name,
    organizationName: organization.name,
    sport,
    isRosterVisible,
  })
  const falcons = team('Falcons')
  const otters = team('Otters')
  const player = (name: string): NewPlayer => ({
    playerId: `${organizationId}.${newPart('p')}`,
    firstName: name,
    lastName: 'Moreno',
  })
  const [mia, leo, ada] = [player('Mia'), player('Leo'), player('Ada')]
  const falconPlayers = [mia, leo, ada, ...roster.map(player)]
  const sam = player('Sam')

  await createOrganization(organization)
  await createTeam(falcons, organizationId)
  await createTeam(otters, organizationId)
  await addPlayers(falconPlayers, falcons)
  await addPlayers([sam], otters)
  const named = (name: string) => ({ userId: user(name), firstName: name, lastName: 'Okafor' })
  await appointAdministrator(organization, { ...named('admin'), flags: [...flags] })
  await appointCoach(falcons, { ...named('coach'), flags: ['canEditEvents', 'canEditPlayers'] })
  const onFalcons = { teams: [{ id: falcons.teamId, name: falcons.name }] }
  await joinFamily({ ...mia, ...onFalcons }, { userId: user('parent'), relation: 'own' })
  await joinFamily({ ...mia, ...onFalcons }, { userId: user('parent2'), relation: 'own' })
  await joinFamily({ ...mia, ...onFalcons }, { userId: user('fan'), relation: 'following' })
  const game = anEvent(falcons, changes)
  await createEvent(game, falconPlayers)
  return {
    organizationId,
    organization,
    falcons,
    otters,
    mia,
    leo,
    ada,
    sam,
    falconPlayers,
    game,
    user,
    invite: (of: NewPlayer) => inviteOf(game.eventId, of.playerId),
  } // prettier-ignore
}
export type Club = Awaited<ReturnType<typeof aClub>>
export const people = ['nobody', 'parent', 'fan', 'coach', 'admin'] as const
