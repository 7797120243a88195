import { createHash } from 'node:crypto'
import { ignore } from '#functions/table/ignore.ts'
import { countFigures } from '#functions/staff/countFigures.ts'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { seedAttendance } from './attendance.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { type Event, events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { licences } from '#functions/table/licences.ts'
import { organizations } from '#functions/table/organizations.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families as familyRows } from '#functions/table/players.ts'
import type { TeamPlayer } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { venues } from '#functions/table/venues.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { inviteOf } from '#shared/ids.ts'
import { addDays, addSeconds, dayIn } from '#shared/rules/days.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import { unanswered } from '#shared/rules/invites.ts'
import { splitName } from '#shared/rules/nameInput.ts'
import { type AccountName, accounts, adminFlags, coachFlags } from './accounts.ts'
import { seedAgreements } from './agreements.ts'
import { seedCards, seedFluidPay, seedPayPal } from './cards.ts'
import { seedAssignments } from './assignments.ts'
import { seedChat } from './chat.ts'
import { addMinutes, type Club, hour, type Squad } from './club.ts'
import { seedDeletedEvents } from './deletedEvents.ts'
import { seedDevelopers } from './developers.ts'
import { seedEmails } from './emails.ts'
import { seedFees } from './fees.ts'
import { writeInBatches } from './writeInBatches.ts'
import { seedGrownUps } from './grownUps.ts'
import { seedLibrary } from './library.ts'
import { seedPictures } from './pictures.ts'
import { seedRecordings } from './recordings.ts'
import { addQuestion } from '#functions/support/threads.ts'
import { seedRegistrations } from './registrations.ts'
import { seedScreenUse } from './screenUse.ts'
import { worldCup } from './worldCup.ts'
import { seedSubscription } from './subscriptions.ts'
import { playerInTwoTeams, playersOnNoTeam, youthClub, youthPlayer, youthVenues } from './youthClub.ts'

export type People = Record<AccountName, string>

const families: [AccountName, 'own' | 'following', string[]][] = [
  ['parent', 'own', ['Mia Moreno', 'Leo Moreno', 'Noa Moreno']],
  ['parent', 'following', ['Max Lindqvist']],
  ['parent2', 'own', ['Ada Okafor', 'Sam Okafor']],
  ['fan', 'following', ['Mia Moreno', 'Felix Becker']],
]

/** Accounts that are a player's own. */
const playersThemselves: [AccountName, string][] = [
  ['child', 'Anna Becker'],
  ['teen', 'Daniel Kowalski'],
]

/** The time zone of the demo's clubs. */
const zone = 'America/Chicago'

/** The day of the tournament that is moved to the day of seeding: three groups play. */
const liveliestDay = '2026-06-24'

/**
 * Fills an empty table with the demo's clubs through the product's own writes. Seeding again adds nothing twice. `now`
 * is an instant; the demo is dated around its day. `people` are the user ids of the accounts.
 */
type SeedOptions = {
  now: string
  people: People
  /** The local cloud's origin, whose stand-in for Stripe then has the club's account; without it the club takes no cards. */
  origin?: string
  /** The groups of the tournament whose teams are created; all by default. */
  groups?: string | undefined
}
export async function seed({ now, people, origin, groups }: SeedOptions): Promise<void> {
  const startedAt = performance.now()
  const today = dayIn(now, zone)
  const days = Temporal.PlainDate.from(liveliestDay).until(today).days
  const tournament = worldCup({ days, groups })
  const youth = youthClub({ today })
  const invitations = nextDay(youth, today)
  const stamp = { actor: 'the-demo', at: now }
  const demoAnswerOf: AnswerOf = (event, playerId) =>
    answerOf(event.eventId, playerId, event.start < startOfDay(today, zone))
  await seedClub(stamp, tournament, { isMoved: true })
  await seedClub(stamp, withoutInvited(youth, invitations), { says: demoAnswerOf })
  await seedPeople(stamp, tournament, youth, people)
  await seedChat({ now, people, team: squadOf(youth, 'U12 Falcons').team })
  await seedEmails({ now, people, club: youth, team: squadOf(youth, 'U12 Falcons').team })
  await seedFees(stamp, youth, today)
  if (origin !== undefined) await seedCards(stamp, youth, origin)
  if (origin !== undefined) await seedPayPal(stamp, youth)
  if (origin !== undefined) await seedFluidPay(stamp, tournament)
  await seedLibrary(stamp, {
    organizationId: youth.organization.organizationId,
    teamId: squadOf(youth, 'U12 Falcons').team.teamId,
    playerId: youthPlayer('Mia Moreno'),
    coach: people.coach,
  })
  const { team: falcons, events: falconEvents } = squadOf(youth, 'U12 Falcons')
  await seedPictures(stamp, {
    falcons: falcons.teamId,
    otters: squadOf(youth, 'U10 Otters').team.teamId,
    parent: people.parent,
    parent2: people.parent2,
    coach: people.coach,
  })
  await seedRecordings(stamp, { teamId: falcons.teamId, coach: people.coach, events: falconEvents })
  for (const club of [youth, tournament])
    await ignoreExisting(seedSubscription(stamp, club, { userId: people.admin, today, origin }))
  await seedRegistrations(stamp, youth, today)
  await addQuestion(stamp, {
    threadId: people.coach,
    messageId: 'demo-question',
    text: 'Can a registration have two prices?',
  })
  await seedAssignments(stamp, youth, today)
  await seedAgreements(stamp, youth)
  await seedGrownUps(stamp, youth)
  await seedAttendance(stamp, youth, now, demoAnswerOf)
  await seedDeletedEvents(stamp, youth, today)
  await seedScreenUse(stamp, now.slice(0, 10))
  await countFigures(now)
  for (const { event, players: roster } of invitations) {
    await ignoreExisting(createEvent(stamp, event, roster, { mail: true }))
    for (const { playerId } of roster) {
      const status = demoAnswerOf(event, playerId)
      const inviteId = inviteOf(event.eventId, playerId)
      if (status) await ignoreExisting(invites.answer(stamp, { inviteId, status, name: 'demo', replaces: unanswered }))
    }
  }
  const since = addSeconds(now, (performance.now() - startedAt) / 1000 + 2)
  await seedDevelopers(stamp, youth, { admin: people.admin, coach: people.coach, since })
}

/** How many more teams a demo club may create. */
const spareLicences = 2

type Invitation = { event: Event; players: Squad['players'] }

/**
 * The first event of each team after today: families are invited by mail to those, and answer all others in Touchline.
 * In the weekly teams only two players have an account, and are not mailed.
 */
const nextDay = ({ squads }: Club, today: string): Invitation[] =>
  squads.flatMap(({ players: roster, events, weekly }) => {
    if (weekly) return []
    const event = events.find(({ start }) => start >= startOfDay(addDays(today, 1), zone))
    return event ? [{ event, players: roster }] : []
  })

/** The club before anyone is invited by mail, since recipients must be family by then. */
const withoutInvited = (club: Club, invitations: Invitation[]): Club => ({
  ...club,
  squads: club.squads.map((squad) => ({
    ...squad,
    events: squad.events.filter(({ eventId }) => invitations.every(({ event }) => event.eventId !== eventId)),
  })),
})

/** A family's answer to an invite: `undefined` if there is none. */
type AnswerOf = (event: Event, playerId: string) => 'Accepted' | 'Declined' | undefined

/**
 * A club with its teams, rosters and events, which benchmarks copy too. The item that completes others is written last:
 * events after their invites, the organization after its people. So an interrupted seeding is completed, and existing
 * items are not written again. `isMoved`: its players and events count as those of a club that moves here, about which
 * nobody is notified; thousands of notifications would keep a machine busy for minutes. The same applies to all
 * invites: families are invited by mail later.
 */
export async function seedClub(
  stamp: Stamp,
  { organization, squads }: Club,
  { says: answerFor, isMoved = false }: { says?: AnswerOf; isMoved?: boolean } = {},
): Promise<void> {
  const { organizationId } = organization
  const asMoved = (rows: readonly Write[]) => rows.map((row) => markMoved(row, stamp))
  const inTimeline = (rows: readonly Write[]) => (isMoved ? asMoved(rows) : rows)
  if (!(await organizations.get({ organizationId }, { consistent: true }))) {
    const rows = squads.flatMap(({ team, players: roster }) => [
      ...teams.createUnlicensed(team),
      ...inTimeline(roster.flatMap((player) => teamPlayers.newPlayer(player, team))),
    ])
    await writeInBatches(stamp, rows)
    const usedLicences = squads.length
    await write(
      stamp,
      organizations.create(organization),
      licences.create({ organizationId, given: usedLicences + spareLicences, used: usedLicences }),
    )
  }
  const nextWeek = addMinutes(stamp.at, 7 * 24 * hour)
  const all = squads.flatMap(({ events: list, players: roster, weekly }) =>
    list.map((event) => ({ event, roster: weekly && event.start > nextWeek ? [] : roster })),
  )
  const existingEvents = await events.getMany(
    all.map(({ event: { eventId } }) => ({ eventId })),
    { consistent: true },
  )
  const missing = all.filter((_, i) => !existingEvents[i])
  const inviteOfOne = (event: Event, player: TeamPlayer) => {
    const invite = invites.unansweredInvite(event, player)
    const status = answerFor?.(event, player.playerId)
    const answered = status && { status, answerId: 'demo', answeredBy: stamp.actor, answeredAt: stamp.at }
    return invites.create({ ...invite, ...answered })
  }
  await writeInBatches(
    stamp,
    asMoved(missing.flatMap(({ event, roster }) => roster.map((player) => inviteOfOne(event, player)))),
  )
  await writeInBatches(stamp, inTimeline(missing.map(({ event }) => events.create(event))))
}

const markMoved = (row: Write, { at }: Stamp): Write =>
  row.operation === 'create' ? { ...row, item: { ...row.item, movedAt: at } } : row

async function seedPeople(stamp: Stamp, tournament: Club, youth: Club, people: People): Promise<void> {
  const userOf = (name: AccountName) => ({
    userId: people[name],
    firstName: accounts[name].firstName,
    lastName: accounts[name].lastName,
  })
  for (const { organization } of [tournament, youth])
    await ignoreExisting(
      write(stamp, ...organizationAdministrators.appoint(organization, { ...userOf('admin'), flags: adminFlags })),
    )
  const { team } = squadOf(youth, 'U12 Falcons')
  await ignoreExisting(write(stamp, ...teamAdministrators.appoint(team, { ...userOf('coach'), flags: coachFlags })))

  for (const venue of youthVenues(team.teamId)) await ignoreExisting(write(stamp, venues.create(venue)))
  for (const player of playersOnNoTeam)
    await ignoreExisting(teamPlayers.addNew(stamp, [{ playerId: youthPlayer(player), ...splitName(player) }]))
  const answers = { school: 'Lincoln Elementary', shirt: 'S', rides: 'yes' }
  await update(stamp, playerDetails.upsert({ playerId: youthPlayer('Mia Moreno') }, { set: { fields: answers } }))
  const second = squadOf(youth, playerInTwoTeams.second).team
  await ignoreExisting(teamPlayers.add(stamp, youthPlayer(playerInTwoTeams.name), second))

  for (const [name, relation, names] of families)
    for (const player of names)
      await ignoreExisting(familyRows.join(stamp, { playerId: youthPlayer(player), userId: people[name], relation }))
  for (const [name, player] of playersThemselves) {
    const own = { playerId: youthPlayer(player), userId: people[name] }
    await ignoreExisting(familyRows.join(stamp, { ...own, relation: 'own' }))
    await ignoreExisting(write(stamp, playerAccounts.create(own)))
  }
  const captain = squadOf(tournament, 'Argentina').players.find(({ number }) => number === '10')
  const fan = { userId: people.fan, relation: 'following' } as const
  if (captain) await ignoreExisting(familyRows.join(stamp, { playerId: captain.playerId, ...fan }))
}

function squadOf({ squads }: Club, name: string): Squad {
  const squad = squads.find(({ team }) => team.name === name)
  if (!squad) throw new Error(`The demo has no team ${name}.`)
  return squad
}

/** Nearly all past events are answered, and some coming ones; families with an account are left to answer theirs. */
function answerOf(eventId: string, playerId: string, isPast: boolean): ReturnType<AnswerOf> {
  const withAccount = [...families.flatMap(([, , names]) => names), ...playersThemselves.map(([, name]) => name)]
  if (!isPast && withAccount.some((name) => youthPlayer(name) === playerId)) return undefined
  const dice = createHash('sha256').update(inviteOf(eventId, playerId)).digest().readUInt8(0) / 256
  return dice < 0.6 ? 'Accepted' : dice < 0.75 || isPast ? 'Declined' : undefined
}

/** Existing items stay as they are. */
const ignoreExisting = (work: Promise<unknown>) => work.catch(ignore('conflict', 'already_there', 'answered_meanwhile'))
