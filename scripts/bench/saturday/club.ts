import { randomUUID } from 'node:crypto'
import type { Event } from '#functions/table/events.ts'
import { inviteOf } from '#shared/ids.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { adminFlags, coachFlags } from '../../demo/accounts.ts'
import { addMinutes, type Club, hour, withEventType } from '../../demo/club.ts'
import { demoPart } from '../../demo/ids.ts'
import type { Bench } from '../cloud.ts'
import { createRegistration } from '../registering.ts'
import { createRequester, type OnResponse, type Requester } from './requester.ts'
import { retryWhenLate } from './retryWhenLate.ts'

/** A club on a Saturday: teams with a game, families with invites, a conversation, fees and a registration. */

const timezone = 'America/Chicago'
const sport = { name: 'Soccer', fieldLabel: 'Field' }

export type SaturdayFamily = {
  userId: string
  ask: Requester
  playerId: string
  inviteId: string
  fees: string[]
  children: number
}
export type SaturdayTeam = {
  teamId: string
  organizationId: string
  conversationSid: string
  registrationId: string
  coach: Requester
  families: SaturdayFamily[]
}
/** `fees`: how many fees each player has, three by default; each can be paid once. */
type ClubOptions = { name: string; teams: number; families: number; fees?: number; onResponse: OnResponse }

/** Creates a club through the product's own writes. `onResponse` is called for each response to its people. */
export async function saturdayClub(
  bench: Bench,
  { name, teams, families, fees = 3, onResponse }: ClubOptions,
): Promise<SaturdayTeam[]> {
  const { organizationAdministrators, teamAdministrators } = await import('#functions/table/administrators.ts')
  const { write } = await import('#functions/table/table.ts')
  const { seedCards } = await import('../../demo/cards.ts')
  const { seedClub } = await import('../../demo/seed.ts')
  const { joinTeam } = await import('#functions/chat/create.ts')
  const { teamConversation } = await import('#functions/table/conversationIds.ts')
  const now = new Date().toISOString()
  const stamp = { actor: 'the-bench', at: now }
  const club = clubOf(name, teams, families, dayIn(now, timezone))
  const { organizationId } = club.organization
  await retryWhenLate(() => seedClub(stamp, club))
  await retryWhenLate(() => seedCards(stamp, club, bench.cloud.origin))
  const admin = await createUser(bench, onResponse)
  await retryWhenLate(() =>
    write(stamp, ...organizationAdministrators.appoint(club.organization, { ...admin, flags: adminFlags })),
  )
  const saturdayTeams: SaturdayTeam[] = []
  for (const { team, players, events } of club.squads) {
    const [event] = events
    if (!event) throw new Error('A team has no game.')
    const coach = await createUser(bench, onResponse)
    await retryWhenLate(() => write(stamp, ...teamAdministrators.appoint(team, { ...coach, flags: coachFlags })))
    await retryWhenLate(() => joinTeam({ actor: coach.userId, at: now }, { userId: coach.userId, teamId: team.teamId }))
    const families: SaturdayFamily[] = []
    for (const player of players) families.push(await family(bench, onResponse, { player, event, teamId: team.teamId }))
    for (let i = 0; i < fees; i++) {
      const body = {
        feeId: `${team.teamId}.${demoPart('d', `${team.teamId} fee ${i}`)}`,
        playerIds: players.map(({ playerId }) => playerId),
        ...{ name: `Fee ${i}`, description: '', amountInCents: 2000, dueOn: '2032-01-15', absorbFees: true },
      }
      const { status, text } = await admin.ask('POST', '/rest-api/fee/create', body)
      if (status !== 200) throw new Error(`A fee was not made: ${status} ${text}`)
      for (const each of families) each.fees.push(`Fee ${i}`)
    }
    const { teamId } = team
    const registrationId = `${teamId}.${demoPart('r', `bench ${teamId} spring`)}`
    // The same price for each child, however many a family registers.
    const registrationDefaults = { waitingList: false, places: null, siblingDiscount: null }
    await retryWhenLate(() => createRegistration(`${teamId} spring`, registrationDefaults, {}, teamId))
    const conversationSid = teamConversation(teamId)
    saturdayTeams.push({ teamId, organizationId, conversationSid, registrationId, coach: coach.ask, families })
  }
  return saturdayTeams
}

function clubOf(name: string, teams: number, families: number, today: string): Club {
  const organizationId = demoPart('o', name)
  const clubSettings = { country: 'US', customRegistrationEnabled: true }
  const squads = Array.from({ length: teams }, (_, t) => {
    const teamId = `${organizationId}.${demoPart('t', `${name} ${t}`)}`
    const team = { teamId, name: `Team ${t}`, organizationName: name, sport, isRosterVisible: true }
    const players = Array.from({ length: families }, (_, p) => ({
      playerId: `${organizationId}.${demoPart('p', `${name} ${t} ${p}`)}`,
      ...{ firstName: `Ada${t}`, lastName: `Diaz${p}`, number: String(p + 1) },
    }))
    // Late in the day, so that the game is not over yet; and four weeks of practice, as a month shows.
    const events = [0, 2, 5, 7, 9, 12, 14].map((offset) => game(team, addDays(today, offset), offset))
    return { team, players, events }
  })
  return { organization: { organizationId, name, sport, timezone, ...clubSettings }, squads }
}

function game(team: { teamId: string; name: string }, day: string, offset: number): Event {
  const start = instantOf(day, '23:00', timezone)
  const place = { name: 'Park', address: '1200 River Road', city: 'Springfield', state: 'IL', zip: '62701' }
  return {
    eventId: `${team.teamId}.${demoPart('e', `${team.teamId} ${offset}`)}`,
    ...{ name: 'League game', description: 'Meet 30 minutes before. White shirts.', start, timezone, field: '1' },
    ...{ end: addMinutes(start, hour / 2), teamName: team.name, fieldLabel: sport.fieldLabel, location: place },
    ...withEventType('game'),
  }
}

async function createUser(bench: Bench, onResponse: OnResponse) {
  // The name with which a waiver is signed.
  const name = { firstName: 'Ada', lastName: 'Bench' }
  const userId = await bench.accountOf({ ...name, email: `${randomUUID()}@bench.touchline.test` })
  return { ...name, userId, ask: await createRequester(bench, userId, onResponse) }
}

type FamilyPlayer = { player: { playerId: string }; event: Event; teamId: string }
async function family(
  bench: Bench,
  onResponse: OnResponse,
  { player, event, teamId }: FamilyPlayer,
): Promise<SaturdayFamily> {
  const { families } = await import('#functions/table/players.ts')
  const { joinTeam } = await import('#functions/chat/create.ts')
  const { playerId } = player
  const { userId, ask } = await createUser(bench, onResponse)
  const stamp = { actor: userId, at: new Date().toISOString() }
  await retryWhenLate(() => families.join(stamp, { playerId, userId, relation: 'own' }))
  await retryWhenLate(() => joinTeam(stamp, { userId, teamId }))
  return { userId, ask, playerId, inviteId: inviteOf(event.eventId, playerId), fees: [], children: 0 }
}
