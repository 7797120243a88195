import { playerOf, registrationOf, registrationPlayerOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import { harmfulAmong } from '../media/harmful.ts'
import { chargeWrites } from '../table/chargeFees.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import {
  filesOfForm,
  isActive,
  isOfPlayer,
  type RegistrationDraft,
  type RegistrationEntry,
  registrationDrafts,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { checkItemSize } from '../table/itemSizeLimit.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { statusCard } from './cards.ts'
import { checkDates } from './dates.ts'
import { depositCentsOf, depositFees } from './deposits.ts'
import { type FinalizeCall, type FinalizeContext, readFinalizeContext } from './finalizeContext.ts'
import { remainingFiles } from './forgetAnswers.ts'
import { checkOnlyPlace } from './checkOnlyPlace.ts'
import { checkInvited, checkOpen, type LaunchedRegistration, type Registrar } from './launchedRegistration.ts'
import { newEntriesOf } from './newEntries.ts'
import { faultsOf, fileIdsOf, questionIdsOf } from './saveDetails.ts'
import { currentSignatures } from './signatures.ts'
import {
  checkAvailable,
  checkOfferUnchanged,
  fitsInTransaction,
  reserveWrites,
  sortByAvailability,
  touchWrites,
} from './reservations.ts'

/**
 * Registers children: takes their places and everything else that is limited, and keeps what they filled in, in one transaction.
 * A request that is repeated after a lost response is answered with the current status.
 */
export const finalize = (call: FinalizeCall) =>
  retryOnConflict(async () => {
    const { params, body, userId, stamp, now, permitted } = call
    const { registrationId } = params
    const requestedIds = [...new Set(body.registrationPlayerIds)]
    if (requestedIds.some((id) => registrationOf(id) !== registrationId)) throw new Problem('not_found')
    const playerIds = requestedIds.map(playerOf)
    const context = await readFinalizeContext(call, requestedIds.length)
    const { registration, registrar, taken, entries, drafts } = context
    const repeated = entriesOfRepetition(entries, playerIds, userId)
    if (repeated) return { players: repeated.map((entry) => statusCard(entry, userId)) }
    checkOpen(registration, now)
    await checkInvited(registration, registrar)
    const ownDrafts = drafts.filter(({ playerId }) => playerIds.includes(playerId))
    const children = sortByAvailability(registration, ownDrafts, taken)
    if (children.length < requestedIds.length) throw new Problem('nothing_to_register')
    await checkDates(registration, children, now)
    const replaced = await replacedFiles(entries, children, playerIds)
    await checkFiles(registration, children, { replaced, wait: body.wait })
    checkUnchanged(children, registration, registrar)
    const newEntries = newEntriesOf(call, context, children)
    for (const entry of newEntries) checkItemSize(entry)
    if (body.wait !== true) checkAvailable(registration, newEntries, taken)
    const writes = await placeWrites(call, registration, newEntries)
    await permitted
    await write(
      stamp,
      ...writes,
      ...(body.wait === true ? [waitingMail(stamp, requestedIds, userId)] : []),
      ...draftWrites(registration, children),
      // A conflict if a file has gone meanwhile, or belongs to something else: then all is read again.
      ...replaced.map(({ fileId, about }) => files.removeAttached(fileId, about, 'conflict')),
      cartWrite({ registrationId, userId }, context.cart, playerIds),
      ...context.invited,
    )
    return { players: newEntries.map((entry) => statusCard(entry, userId)) }
  })

/**
 * The entries of these players if the same user has made all of them before, by a request whose response was lost. Throws
 * `already_registered` if some of the players have entries otherwise.
 */
function entriesOfRepetition(
  entries: readonly RegistrationEntry[],
  playerIds: readonly string[],
  userId: string,
): RegistrationEntry[] | undefined {
  const existing = entries.filter(
    (entry) => isActive(entry) && playerIds.some((playerId) => isOfPlayer(entry, playerId)),
  )
  if (existing.length === playerIds.length && existing.every((entry) => entry.userId === userId)) return existing
  if (existing.length > 0) throw new Problem('already_registered')
  return undefined
}

/** The writes of the entries, and of what they take: places, options and add-ons; or a position on the waiting list. */
async function placeWrites(
  { body, userId, stamp }: FinalizeCall,
  registration: LaunchedRegistration,
  newEntries: readonly RegistrationEntry[],
): Promise<Write[]> {
  const onlyPlaceChecks = await Promise.all(newEntries.map(checkOnlyPlace))
  if (onlyPlaceChecks.includes(undefined)) throw new Problem('already_registered')
  const newDepositFees = await depositFees(newEntries, userId, registration)
  return [
    ...newEntries.map((entry) =>
      // Conflicts with another registration of the same child, perhaps by the same tap: then everything is read again.
      registrationEntries.upsert(entry, { set: entry, when: [['state', '=', 'cancelled']] }),
    ),
    // Conflicts with a merge of the player: whichever comes second reads again.
    ...onlyPlaceChecks.flatMap((writes) => writes ?? []),
    ...checkOfferUnchanged(registration),
    ...(body.wait === true
      ? [...touchWrites(registration.registrationId, newEntries), ...chargeWrites(stamp, newDepositFees)]
      : reserveWrites(registration, newEntries)),
  ]
}

type Child = Stored<RegistrationDraft>

/** Files of these players' cancelled registrations: deleted, unless they are sent along again. */
async function replacedFiles(
  entries: readonly RegistrationEntry[],
  children: readonly Child[],
  playerIds: readonly string[],
): Promise<{ fileId: string; about: string }[]> {
  const resentIds = new Set(children.flatMap(filesOfForm).map(([fileId]) => fileId))
  const previousFiles = await Promise.all(
    entries.filter(({ playerId }) => playerIds.includes(playerId)).map(remainingFiles),
  )
  return previousFiles.flat().filter(({ fileId }) => !resentIds.has(fileId))
}

/** Refuses a file in which malware was found since it was saved, and more children than fit into one transaction. */
async function checkFiles(
  registration: LaunchedRegistration,
  children: readonly Child[],
  { replaced, wait }: { replaced: readonly object[]; wait: boolean | undefined },
): Promise<void> {
  const fileIds = fileIdsOf(registration, children)
  if ((await harmfulAmong(fileIds)).size > 0) throw new Problem('file_harmful')
  const fileCount = fileIds.length + replaced.length
  if (!fitsInTransaction(children, fileCount, wait && depositCentsOf(registration.registration) > 0))
    throw new Problem('too_many_children')
}

/** Deletes the drafts; their files are kept. */
const draftWrites = (registration: LaunchedRegistration, children: readonly Child[]): Write[] => [
  ...children.map((child) => registrationDrafts.remove(child, 'conflict', ifUnchanged(child))),
  ...children.flatMap((child) => keepDraftFiles(registration, child)),
]

/** Adds these players to the user's cart. */
const cartWrite = (
  id: { registrationId: string; userId: string },
  cart: FinalizeContext['cart'],
  playerIds: readonly string[],
): Write =>
  registrationDrafts.carts.upsert(id, {
    set: { ...id, playerIds: [...new Set([...(cart?.playerIds ?? []), ...playerIds])] },
    when: [['version', '=', cart?.version ?? 0]],
  })

/** Keeps the files of a draft: they belong to the registration from now on. */
function keepDraftFiles(registration: LaunchedRegistration, draft: RegistrationDraft): Write[] {
  const about = registrationPlayerOf(draft.registrationId, draft.playerId)
  return fileIdsOf(registration, [draft]).map((fileId) => files.keepUntil(fileId, { about }))
}

/** Throws `registration_changed` if the club now asks for other details, naming the children for whom something is missing. */
function checkUnchanged(
  children: readonly RegistrationDraft[],
  registration: LaunchedRegistration,
  registrar: Registrar,
): void {
  const outdatedDrafts = children.filter((child) => {
    const signed = currentSignatures(registration, child)
    return !signed || Object.values(faultsOf(child, registration, registrar, questionIdsOf(signed))).some(Boolean)
  })
  if (outdatedDrafts.length === 0) return
  const message = problems.registration_changed[1]
  const fieldOf = ({ registrationId, playerId }: RegistrationDraft) =>
    `registrationPlayerRequestForm.${registrationPlayerOf(registrationId, playerId)}`
  throw new Problem(
    'registration_changed',
    outdatedDrafts.map((child) => faultAt(fieldOf(child), 'invalid', { message })),
  )
}

/** One mail for all children of a family who are put on the waiting list. */
const waitingMail = (stamp: Stamp, [first = '', ...also]: readonly string[], userId: string): Write =>
  outbox.add(stamp, {
    letter: 'waiting',
    to: { userId },
    about: { registrationPlayerId: first, ...(also.length > 0 && { also: also.join(',') }) },
  })
