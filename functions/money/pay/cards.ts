import type { pay } from '#shared/api/money/pay.ts'
import { dayIn } from '#shared/rules/days.ts'
import type { CallOf } from '../../serve.ts'
import { organizations } from '../../table/organizations.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { untilSettled, update } from '../../table/table.ts'

/** The cards from which one's clubs take what is due. */
export async function listMyCards({ userId }: CallOf<typeof pay, 'GET /rest-api/fee/cards'>) {
  const kept = (await savedCards.of(userId)).filter(({ state }) => state !== 'off')
  const clubs = await organizations.getMany(kept)
  return { cards: kept.map((card, i) => cardOf(card, clubs[i]?.name ?? '', clubs[i]?.timezone ?? 'UTC')) }
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
    const card = await savedCards.get(id, { consistent: true })
    if (!card || card.state === 'off') return
    const set = { state: 'off', lookAt: stamp.at } as const
    await update(stamp, savedCards.change(id, { set, when: [['version', '=', card.version]] }))
  })
  return {}
}
