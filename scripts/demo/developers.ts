import { randomBytes } from 'node:crypto'
import { digestOf } from '#functions/secrets/digest.ts'
import { seal } from '#functions/secrets/sealed.ts'
import { accessTokens, developerSettings } from '#functions/table/accessTokens.ts'
import { changeCounts, clubChanges, placeOf } from '#functions/table/clubChanges.ts'
import { deliveries, type Delivery, deliveryIdOf, webhookSecrets, webhooks } from '#functions/table/webhooks.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays, addHours, addSeconds } from '#shared/rules/days.ts'
import type { Club } from './club.ts'
import { writeInBatches } from './writeInBatches.ts'

const webhookId = 'DEM0WEBH00K000000000'
/** How many hours ago something changed, and the outcome of its delivery to the club’s webhook. */
type SentDelivery = [hours: number, tries: number, how: Pick<Delivery, 'state' | 'status' | 'why'>]
const demoDeliveries: SentDelivery[] = [
  [90, 7, { state: 'dead', why: 'unreachable' }],
  [50, 3, { state: 'delivered', status: 200 }],
  [26, 1, { state: 'delivered', status: 200 }],
  [2, 1, { state: 'delivered', status: 204 }],
]

/**
 * The integrations of a club: a display with an administrator's token, an expired token, a webhook with its deliveries,
 * and the changes they are about. Changes are recorded from `since` on, so that none of the seeding is.
 */
export async function seedDevelopers(
  stamp: Stamp,
  { organization: { organizationId }, squads }: Club,
  { admin, coach, since }: { admin: string; coach: string; since: string },
): Promise<void> {
  const { at: now } = stamp
  const club = { organizationId }
  // Nobody has these secrets: to make calls, people create their own token.
  const token = () => ({ ...club, secretHash: digestOf(randomBytes(32).toString('base64url')) })
  const webhookKey = { ...club, webhookId }
  const current = await seal(webhookSecrets.key(webhookKey), `whsec_${randomBytes(32).toString('base64url')}`)
  const events = squads[0]?.events.slice(0, demoDeliveries.length) ?? []
  const deliveryRows = events.map(({ eventId }, i) => {
    const [hours, tries, outcome] = demoDeliveries[i] ?? [0, 0, { state: 'delivered' as const }]
    const changeId = `demochange${i}`.padEnd(22, '0')
    const sentAt = addSeconds(addHours(now, -hours), 0)
    const change = {
      ...club,
      changeId,
      what: 'event',
      verb: 'changed',
      about: eventId,
      when: sentAt,
      recordedAt: sentAt,
    } as const
    const lastAt = addSeconds(sentAt, 2)
    return [
      clubChanges.create({ ...change, place: placeOf(i + 1) }),
      deliveries.create({
        ...change,
        ...webhookKey,
        deliveryId: deliveryIdOf(changeId, sentAt),
        tries,
        lastAt,
        ...outcome,
      }),
    ]
  })
  const day = now.slice(0, 10)
  await writeInBatches(stamp, [
    accessTokens.create({
      ...token(),
      tokenId: 'DEM0DISPLAY000000000',
      userId: admin,
      name: 'Display in the clubhouse',
      areas: ['calendar', 'rosters'],
      madeAt: addHours(now, -24 * 20),
      endsAt: addHours(now, 24 * 70),
      usedOn: addDays(day, -1),
    }),
    accessTokens.create({
      ...token(),
      tokenId: 'DEM0SHEET00000000000',
      userId: coach,
      name: 'Spreadsheet',
      areas: ['calendar'],
      madeAt: addHours(now, -24 * 40),
      endsAt: addHours(now, -24 * 10),
    }),
    webhooks.create({
      ...webhookKey,
      url: 'https://webhooks.touchline.example/riverside',
      kinds: ['event', 'fee'],
      state: 'on',
      madeAt: addHours(now, -24 * 20),
      rotatedAt: addHours(now, -24 * 20),
    }),
    webhookSecrets.create({ ...webhookKey, current }),
    changeCounts.create({ ...club, last: deliveryRows.length }),
    ...deliveryRows.flat(),
    developerSettings.create({ ...club, tokens: 'on', changes: 'on', changesSince: since, webhooks: 1 }),
  ])
}
