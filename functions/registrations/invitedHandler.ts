import { Problem } from '#shared/problems.ts'
import { outbox } from '../table/outbox.ts'
import { type Invited, registrationInvitations, registrations } from '../table/registrations.ts'
import { pages, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'

/**
 * Hears of each invitation, and of each launch: who is invited to a launched registration is mailed. It may hear twice: the
 * invitation's own state, changed in the same transaction, sees to it that each is mailed once.
 */
export const handler = worker(async ({ pk, sk, kind }, { now }) => {
  const registrationId = pk.slice('REGISTRATION#'.length)
  const registration = await registrations.get({ registrationId }, { consistent: true })
  if (registration?.state !== 'launched') return 'waits for the launch'
  const stamp = { actor: 'registrations-invited', at: now }
  if (kind === registrationInvitations.kind) return tell(stamp, registrationId, sk.slice('INVITED#'.length))
  let told = 0
  for await (const part of pages<Invited>({ ...registrationInvitations.of({ registrationId }), consistent: true }))
    for (const { email, mail } of part)
      if (mail === 'wanted' && (await tell(stamp, registrationId, email)) === 'told') told += 1
  return `told ${told}`
})

async function tell(stamp: Stamp, registrationId: string, email: string): Promise<string> {
  const id = { registrationId, email }
  try {
    await write(
      stamp,
      registrationInvitations.change(id, { set: { mail: 'told' }, when: [['mail', '=', 'wanted']] }),
      outbox.want(stamp, { letter: 'registrationInvitation', to: { email }, about: id }),
    )
    return 'told'
  } catch (error) {
    // Told by another call, or taken back meanwhile.
    if (error instanceof Problem && error.code === 'conflict') return 'nothing to do'
    throw error
  }
}
