import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { dayIn } from '#shared/rules/days.ts'
import type { CallOf } from '../../serve.ts'
import { organizations } from '../../table/organizations.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { untilSettled, update } from '../../table/table.ts'
import { asRead } from '../../table/writes.ts'
import { endSetUp, keepsCards } from './setUpCard.ts'

/** The cards from which one's clubs take what is due. */
export async function listMyCards({ userId, me }: CallOf<typeof pay, 'GET /rest-api/fee/cards'>) {
  const [all, { access }] = await Promise.all([savedCards.of(userId), me])
  const kept = all.filter(({ state }) => state !== 'off')
  const here = new Set(playersWith(access, 'pays').map(({ id }) => organizationOf(id)))
  const others = [...here].filter(
    (id) => !kept.some(({ organizationId, state }) => organizationId === id && state === 'on'),
  )
  const [clubs, free, accounts] = await Promise.all([
    organizations.getMany(kept),
    organizations.getMany(others.map((organizationId) => ({ organizationId }))),
    Promise.all(others.map(keepsCards)),
  ])
  return {
    cards: kept.map((card, i) => cardOf(card, clubs[i]?.name ?? '', clubs[i]?.timezone ?? 'UTC')),
    canKeep: free.flatMap((club, i) => (club && accounts[i] ? [{ id: club.organizationId, name: club.name }] : [])),
  }
}

const cardOf = ({ organizationId, label, state, refusals, lookAt }: SavedCard, club: string, timezone: string) => ({
  organization: { id: organizationId, name: club },
  label,
  state: state === 'stopped' ? ('stopped' as const) : refusals > 0 ? ('refused' as const) : ('on' as const),
  nextTryOn: refusals > 0 && lookAt !== undefined ? dayIn(lookAt, timezone) : null,
})

/** Nothing more is taken from a card, and the provider forgets it soon. What is being charged this moment is charged. */
export async function forgetCard({
  params: { orgId: organizationId },
  userId,
  stamp,
}: CallOf<typeof pay, 'DELETE /rest-api/fee/cards/{orgId}'>) {
  const id = { organizationId, userId }
  await untilSettled(async () => {
    const before = await savedCards.get(id, { consistent: true })
    // Nor is one kept that is left on the provider's page from now on.
    const card = before && (await endSetUp(stamp, before))
    if (!card || (card.state === 'off' && card.settingUp === undefined)) return
    const set = { state: 'off' as const, lookAt: stamp.at, settingUp: undefined, settingUpAt: undefined }
    await update(stamp, savedCards.change(id, { set, when: asRead(card) }))
  })
  return {}
}
