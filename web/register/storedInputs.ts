import { hasDraftFrom, keepDraft, onDevice, readDraft, readVisitorDraft, takeVisitorDraft } from '../kit/form/drafts.ts'
import { type Family, newPlayer, toRegistrationPlayerId, type Values } from './formValues.ts'

/** Draft name of a player's input: a new player, or one that the server has. */
export const toDraftName = (registrationId: string, player?: { registrationPlayerId: string }) =>
  `${onDevice}register.${registrationId}${player ? `.${player.registrationPlayerId}` : ''}`

/**
 * What somebody fills in before having an account is a stranger's draft on this device, which becomes theirs after signing in
 * or up, even in another tab. If they already have a draft of their own, it stays as it is.
 */
export function adoptVisitorInput(registrationId: string): void {
  const { own, strangers } = readStoredInputs(registrationId)
  if (!isEmpty(strangers) && isEmpty(own)) continueWith(registrationId, 'strangers')
}

type StoredInput = Partial<Values>
const isEmpty = (input: StoredInput) => Object.keys(input).length === 0

/** The input stored for a new player: the signed-in user's own, and the stranger's. */
export const readStoredInputs = (registrationId: string): { own: StoredInput; strangers: StoredInput } => ({
  own: readDraft(toDraftName(registrationId)),
  strangers: readVisitorDraft(toDraftName(registrationId)),
})

/** Whether both exist: the user is asked, and both stay until they have chosen. */
export function hasTwoInputs(registrationId: string): boolean {
  const { own, strangers } = readStoredInputs(registrationId)
  return !isEmpty(own) && !isEmpty(strangers)
}

/** Keeps one of the two inputs and discards the other. */
export function continueWith(registrationId: string, kept: 'own' | 'strangers'): void {
  const input = takeVisitorDraft(toDraftName(registrationId))
  // A stranger could not choose a player, so it is a new one until the user says otherwise.
  if (kept === 'strangers') keepDraft(toDraftName(registrationId), { player: newPlayer, ...input })
}

/** The server's draft that has unsent input on this device. */
export const findDraftWithInput = (registrationId: string, drafts: Family['drafts']) =>
  drafts.find((each) => hasDraftFrom(toDraftName(registrationId, each)))

/**
 * If a new player's details reached the server but the response was lost, the input becomes a change of that player, so that no
 * second player is created.
 */
export function moveArrivedInput(registrationId: string, drafts: Family['drafts']): void {
  const { player = newPlayer, part = '', ...input } = readDraft(toDraftName(registrationId)) as StoredInput
  const registrationPlayerId = toRegistrationPlayerId(registrationId, { player, part })
  const arrivedDraft = drafts.find((each) => each.registrationPlayerId === registrationPlayerId)
  if (!arrivedDraft) return
  keepDraft(toDraftName(registrationId, arrivedDraft), input)
  keepDraft(toDraftName(registrationId), {})
}

/** Removes the unsent input of a player who was removed or submitted. */
export function clearInput(registrationId: string, registrationPlayerId: string): void {
  keepDraft(toDraftName(registrationId, { registrationPlayerId }), {})
}
