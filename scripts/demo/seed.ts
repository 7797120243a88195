import { createHash } from 'node:crypto'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { appointAdministrator, createOrganization, createTeam } from '#functions/organizations/createOrganization.ts'
import { type Event, invites, type Player, players } from '#functions/table/map.ts'
import { update } from '#functions/table/table.ts'
import { addPlayers, addToTeam, joinFamily } from '#functions/teams/addPlayers.ts'
import { appointCoach } from '#functions/teams/appointCoach.ts'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addDays, dayIn, startOfDay } from '#shared/rules/days.ts'
import { splitName } from '#shared/rules/names.ts'
import { type AccountName, accounts, adminFlags, coachFlags } from './accounts.ts'
import type { Club, Squad } from './club.ts'
import { worldCup } from './worldCup.ts'
import { playerInTwoTeams, playerOnNoTeam, youthClub, youthPlayer } from './youthClub.ts'

export type People = Record<AccountName, string>

const families: [AccountName, 'own' | 'following', string[]][] = [
  ['parent', 'own', ['Mia Moreno', 'Leo Moreno', 'Noa Moreno']],
  ['parent', 'following', ['Max Lindqvist']],
  ['parent2', 'own', ['Ada Okafor', 'Sam Okafor']],
  ['fan', 'following', ['Mia Moreno', 'Felix Becker']],
]

/** Where the demo's clubs are at home. */
const zone = 'America/Chicago'

/** The day of the tournament that falls on the day of seeding: three groups play. */
const liveliestDay = '2026-06-24'

/**
 * Fills an empty table with the demo's clubs, by the product's own writes. Run again, it finds what is there and adds
 * nothing twice. `now` is an instant; the demo is laid around its day. `people` are the user ids of the accounts.
 */
export async function seed({ now, people }: { now: string; people: People }): Promise<void> {
  const today = dayIn(now, zone)
  const days = Temporal.PlainDate.from(liveliestDay).until(today).days
  const tournament = worldCup({ days })
  const youth = youthClub({ today })
  const asked = nextDay(youth, today)
  await seedClub(tournament)
  await seedClub(without(youth, asked))
  await seedPeople(tournament, youth, people)
  for (const { event, players: roster } of asked) await once(createEvent(event, roster, { mail: true }))
  for (const { players: roster, events } of youth.squads)
    await inParallel(
      events.flatMap(({ eventId, start }) =>
        roster.map(
          ({ playerId }) =>
            () =>
              answer(eventId, playerId, start < startOfDay(today, zone)),
        ),
      ),
    )
}

type Asked = { event: Event; players: Squad['players'] }

/** The first event of each team after today: families are asked by mail about those, and answer all others in Touchline. */
const nextDay = ({ squads }: Club, today: string): Asked[] =>
  squads.flatMap(({ players: roster, events }) => {
    const event = events.find(({ start }) => start >= startOfDay(addDays(today, 1), zone))
    return event ? [{ event, players: roster }] : []
  })

/** The club as it is before anyone is asked by mail: whom a mail goes to has to be family then. */
const without = (club: Club, asked: Asked[]): Club => ({
  ...club,
  squads: club.squads.map((squad) => ({
    ...squad,
    events: squad.events.filter(({ eventId }) => asked.every(({ event }) => event.eventId !== eventId)),
  })),
})

/** A club with its teams, rosters and events; also what the benchmarks copy. */
export async function seedClub({ organization, squads }: Club): Promise<void> {
  await once(createOrganization(organization))
  await inParallel(
    squads.map(({ team, players: roster }) => async () => {
      await once(createTeam(team, organization.organizationId))
      await once(addPlayers(roster, team))
    }),
  )
  await inParallel(
    squads.flatMap(({ events, players: roster }) => events.map((event) => () => once(createEvent(event, roster)))),
  )
}

async function seedPeople(tournament: Club, youth: Club, people: People): Promise<void> {
  const who = (name: AccountName) => ({
    userId: people[name],
    firstName: accounts[name].firstName,
    lastName: accounts[name].lastName,
  })
  for (const { organization } of [tournament, youth])
    await once(appointAdministrator(organization, { ...who('admin'), flags: adminFlags }))
  await once(appointCoach(squadOf(youth, 'U12 Falcons').team, { ...who('coach'), flags: coachFlags }))

  await once(addPlayers([{ playerId: youthPlayer(playerOnNoTeam), ...splitName(playerOnNoTeam) }]))
  const both = await playerOf(youthPlayer(playerInTwoTeams.name))
  await once(addToTeam(both, squadOf(youth, playerInTwoTeams.second).team))

  for (const [name, relation, names] of families)
    for (const player of names)
      await once(joinFamily(await playerOf(youthPlayer(player)), { userId: people[name], relation }))
  const captain = squadOf(tournament, 'Argentina').players.find(({ number }) => number === '10')
  if (captain) await once(joinFamily(await playerOf(captain.playerId), { userId: people.fan, relation: 'following' }))
}

function squadOf({ squads }: Club, name: string): Squad {
  const squad = squads.find(({ team }) => team.name === name)
  if (!squad) throw new Error(`The demo has no team ${name}.`)
  return squad
}

async function playerOf(playerId: string): Promise<Player> {
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) throw new Error(`The demo has no player ${playerId}.`)
  return player
}

/** Past events are answered by nearly all, coming ones by some; the families with an account are left to answer theirs. */
async function answer(eventId: string, playerId: string, isPast: boolean): Promise<void> {
  if (!isPast && families.some(([, , names]) => names.some((name) => youthPlayer(name) === playerId))) return
  const inviteId = inviteOf(eventId, playerId)
  const dice = createHash('sha256').update(inviteId).digest().readUInt8(0) / 256
  const status = dice < 0.6 ? 'Accepted' : dice < 0.75 || isPast ? 'Declined' : undefined
  if (status) await once(update(invites.change({ inviteId }, { set: { status }, when: [['status', '=', 'Pending']] })))
}

/** What is there already stays as it is. */
async function once(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}

async function inParallel(work: (() => Promise<unknown>)[], lanes = 8): Promise<void> {
  const rest = work.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const next of rest) await next()
    }),
  )
}
