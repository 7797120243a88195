import { organizationOf, playerFeeOf, registrationPlayerOf } from '#shared/ids.ts'
import type { ChangeKind, ChangeVerb } from '#shared/rules/changes.ts'
import { isProblem } from '#shared/problems.ts'
import { digestOf } from '../secrets/digest.ts'
import { developerSettings } from '../table/accessTokens.ts'
import { changeCounts, clubChanges, placeOf, seenChanges } from '../table/clubChanges.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { deliveries, deliveryIdOf, type Webhook, webhooks } from '../table/webhooks.ts'
import { sendTo } from '../runtime/queues.ts'
import { type Change, idIn, type ChangeDetails, worker } from '../worker.ts'

/**
 * Stores the changes of clubs that use the API's change list or webhooks. Idempotent: the id of a change is derived from the item and its
 * version.
 */
export const handler = worker(async (change, { now }) => {
  const described = describeChange(change)
  if (!described) return 'nothing to tell'
  const organizationId = organizationOf(described.about)
  const settings = await settingsOf(organizationId)
  // The stream's timestamps have no fractions of a second.
  const since = settings?.changesSince && Math.floor(Date.parse(settings.changesSince) / 1000) * 1000
  if (settings?.changes !== 'on' || !since || Date.parse(described.when) < since) return 'nobody asks'
  const changeId = idOf(change)
  const addresses = settings.webhooks ? await webhooks.ofClub({ organizationId }) : []
  const recipients = addresses.filter(({ state, kinds }) => state === 'on' && kinds.includes(described.what))
  const entry = { organizationId, changeId, ...described, recordedAt: now }
  const outcome = await runSerially(organizationId, () => retryOnConflict(() => storeChange(entry, recipients), 20))
  // If this is not sent now, it is due, and the scheduled function finds it.
  if (outcome === 'put down')
    for (const { webhookId } of recipients)
      await sendTo('developers-deliver', {
        organizationId,
        webhookId,
        deliveryId: deliveryIdOf(changeId, described.when),
      })
  return outcome
})

/**
 * For a club that imports a thousand players at once, the settings are read at most once a second; `enableChanges` allows for that
 * delay.
 */
const settingsCache = new Map<string, { at: number; read: ReturnType<typeof developerSettings.get> }>()
const cacheMs = 1000
function settingsOf(organizationId: string) {
  const at = performance.now()
  const cached = settingsCache.get(organizationId)
  if (cached && at - cached.at < cacheMs) return cached.read
  const read = developerSettings.get({ organizationId })
  settingsCache.clear()
  settingsCache.set(organizationId, { at, read })
  return read
}

type ChangeDescription = { what: ChangeKind; verb: ChangeVerb; about: string; when: string }

type ChangeEntry = ChangeDescription & { organizationId: string; changeId: string; recordedAt: string }
async function storeChange({ organizationId, changeId, ...described }: ChangeEntry, recipients: readonly Webhook[]) {
  const club = { organizationId }
  const { when, recordedAt } = described
  const waiting = { state: 'waiting', tries: 0, dueAt: when } as const
  if (await seenChanges.get({ ...club, changeId }, { consistent: true })) return 'told before'
  const count = await changeCounts.get(club, { consistent: true })
  const last = count?.last ?? 0
  const next = { set: { last: last + 1 } }
  const change = { ...club, place: placeOf(last + 1), changeId, ...described }
  try {
    await write(
      { actor: 'developers-changed', at: recordedAt },
      seenChanges.create({ ...club, changeId, recordedAt }, 'already_there'),
      count
        ? changeCounts.change(club, { ...next, when: [['last', '=', last]] })
        : changeCounts.create({ ...club, last: 1 }),
      clubChanges.create(change),
      ...recipients.map(({ webhookId }) =>
        deliveries.create({
          ...club,
          webhookId,
          deliveryId: deliveryIdOf(changeId, when),
          changeId,
          ...described,
          ...waiting,
        }),
      ),
    )
  } catch (error) {
    if (isProblem(error, 'already_there')) return 'told before'
    throw error
  }
  return 'put down'
}

/** One club's changes are handled one after the other within this instance; conflicts with other instances are retried. */
const pending = new Map<string, Promise<unknown>>()
function runSerially<T>(club: string, work: () => Promise<T>): Promise<T> {
  const result = (pending.get(club) ?? Promise.resolve()).then(work, work)
  pending.set(club, result)
  const release = () => pending.get(club) === result && pending.delete(club)
  result.then(release, release)
  return result
}

const idOf = ({ pk, sk, change, told: details }: Change): string =>
  digestOf([pk, sk, change, details?.version, details?.stamped].join('\n')).slice(0, 22)

/** What programs are told of a change; undefined if nothing. */
function describeChange(change: Change): ChangeDescription | undefined {
  const { kind, pk, sk, at: when, told: details } = change
  // Copies follow from a change that is told by itself; but archiving a team removes an event, or brings it back.
  const isOfTeam = kind === 'Event' && details?.changed['archivedAt'] !== undefined
  if (!details || (details.by === 'copies' && !isOfTeam)) return undefined
  if (change.change === 'changed' && Object.keys(details.changed).length === 0) return undefined
  const verb = kind === 'Event' ? verbOfEvent(change, details) : verbs[change.change]
  if (!verb) return undefined
  switch (kind) {
    case 'Event':
      return { what: 'event', verb, about: idIn(sk), when }
    case 'Team':
      return { what: 'team', verb, about: idIn(pk), when }
    case 'Team player':
      return { what: 'roster', verb: 'changed', about: idIn(pk), when }
    case 'Player':
      return { what: 'player', verb, about: idIn(pk), when }
    case 'Fee':
      return { what: 'fee', verb, about: playerFeeOf(idIn(sk), idIn(pk)), when }
    case 'Registration':
      return { what: 'registration', verb, about: idIn(pk), when }
    case 'Registration entry':
      return {
        what: 'registrationEntry',
        verb,
        about: registrationPlayerOf(idIn(pk), `${organizationOf(idIn(pk))}.${idIn(sk)}`),
        when,
      }
    default:
      return undefined
  }
}

const verbs = { created: 'added', changed: 'changed', removed: 'removed' } as const satisfies Record<string, ChangeVerb>

/**
 * A deleted event still exists for a while and can be restored; an event of an archived team comes back with the team. Undefined for an
 * event that was hidden before and still is.
 */
function verbOfEvent({ change }: Change, { changed, stands }: ChangeDetails): ChangeVerb | undefined {
  const isHidden = (when: 'before' | 'after') =>
    (['deletedAt', 'archivedAt'] as const).some(
      (name) => (changed[name] ? changed[name][when] : stands?.[name]) !== undefined,
    )
  const wasVisible = change !== 'created' && !isHidden('before')
  const isVisible = change !== 'removed' && !isHidden('after')
  if (wasVisible) return isVisible ? 'changed' : 'removed'
  return isVisible ? 'added' : undefined
}
