import { organizationOf } from '#shared/ids.ts'
import { former, formerName } from '#shared/rules/names.ts'
import { files } from '../table/files.ts'
import { allIdsOf, players } from '../table/players.ts'
import {
  filesOfForm,
  ownerOf,
  registrationDrafts,
  registrationEntries,
  type RegistrationEntry,
} from '../table/registrationEntries.ts'
import { type Registration, registrationNotifications, registrations } from '../table/registrations.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { forEachItem, removalOf, writeIdempotently } from './erasedUser.ts'

/**
 * Deletes a user's unsent draft of a registration with its files. For a child of theirs that never became a player of the club, the answers
 * and the name are removed; its place, or its position on the waiting list, is kept.
 */
export async function eraseOnRegistration(stamp: Stamp, userId: string, registrationId: string): Promise<void> {
  await writeIdempotently(stamp, registrationNotifications.remove({ registrationId, userId }))
  const { cart, drafts } = await registrationDrafts.of({ registrationId, userId })
  const sentIds = (cart?.playerIds ?? []).map((playerId) => ({ registrationId, playerId }))
  for (const entry of await registrationEntries.getMany(sentIds, { consistent: true }))
    if (entry?.userId === userId && !(await players.get({ playerId: ownerOf(entry) }, { consistent: true })))
      await eraseEntry(stamp, entry, { keepAnswers: false, keepName: false })
  for (const draft of drafts) {
    await releaseFiles(stamp, filesOfForm(draft))
    await writeIdempotently(stamp, removalOf(draft))
  }
  // The others are found by it, so it goes last.
  if (cart) await writeIdempotently(stamp, removalOf(cart))
}

export const eraseOnRegistrations = (stamp: Stamp, userId: string, organizationId: string): Promise<void> =>
  forEachItem<Registration>(registrations.ofClub(organizationId), ({ registrationId }) =>
    eraseOnRegistration(stamp, userId, registrationId),
  )

/** Removes the user's name from what they have signed for a player, and their answers too if the player has no other guardian. */
export async function eraseEntries(
  stamp: Stamp,
  userId: string,
  playerId: string,
  { keepAnswers }: { keepAnswers: boolean },
): Promise<void> {
  // Including entries from a merge, which keep the earlier id.
  const ids = allIdsOf((await players.get({ playerId }, { consistent: true })) ?? { playerId })
  await forEachItem<Registration>(registrations.ofClub(organizationOf(playerId)), async ({ registrationId }) => {
    const keys = ids.map((id) => ({ registrationId, playerId: id }))
    for (const entry of await registrationEntries.getMany(keys, { consistent: true }))
      if (entry?.userId === userId) await eraseEntry(stamp, entry, { keepAnswers, keepName: true })
  })
}

/**
 * `keepAnswers`: the answers stay, except for the name typed as a signature. `keepName`: the child is a player of the club, which keeps the
 * name. Read again if changed meanwhile.
 */
async function eraseEntry(
  stamp: Stamp,
  storedEntry: RegistrationEntry,
  { keepAnswers, keepName }: { keepAnswers: boolean; keepName: boolean },
): Promise<void> {
  if (!keepAnswers) await releaseFiles(stamp, filesOfForm(storedEntry))
  await retryOnConflict(async () => {
    const entry = await registrationEntries.get(storedEntry, { consistent: true })
    if (!entry) return
    const signed = entry.signed.map((each) => ({ ...each, name: formerName }))
    const answerFields = keepAnswers ? { answers: withoutSignature(entry) } : { answers: {}, avatarId: undefined }
    const set = { signed, ...answerFields, ...(!keepName && former) }
    await write(stamp, registrationEntries.change(entry, { set, when: ifUnchanged(entry) }))
  })
}

/** The answers, with the signing name replaced. */
const withoutSignature = ({ answers, signed }: RegistrationEntry) => ({
  ...answers,
  ...Object.fromEntries(signed.flatMap(({ questionId }) => (answers[questionId] ? [[questionId, [formerName]]] : []))),
})

/** Files that answer questions, and the picture unless it is the player's by now. */
async function releaseFiles(stamp: Stamp, fileRefs: ReturnType<typeof filesOfForm>): Promise<void> {
  for (const [fileId, about] of fileRefs) await writeIdempotently(stamp, files.removeAttached(fileId, about))
}
