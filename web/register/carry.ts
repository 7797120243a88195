import { hasDraftFrom, keepDraft, onDevice, readDraft, readVisitorDraft, takeVisitorDraft } from '../kit/form/drafts.ts'
import { type Family, newPlayer, sentOf, type Values } from './filled.ts'

/** Draft name of a player's input: a new player, or one that the server has. */
export const draftOf = (registrationId: string, player?: { registrationPlayerId: string }) =>
  `${onDevice}register.${registrationId}${player ? `.${player.registrationPlayerId}` : ''}`

/**
 * What somebody fills in before having an account is a stranger's draft on this device, which becomes theirs after signing in
 * or up, even in another tab. If they already have a draft of their own, it stays as it is.
 */
export function takeOver(registrationId: string): void {
  const { own, strangers } = typedOnDevice(registrationId)
  if (!isEmpty(strangers) && isEmpty(own)) goOnWith(registrationId, 'strangers')
}

type Typed = Partial<Values>
const isEmpty = (typed: Typed) => Object.keys(typed).length === 0

/** The input stored for a new player: the signed-in user's own, and the stranger's. */
export const typedOnDevice = (registrationId: string): { own: Typed; strangers: Typed } => ({
  own: readDraft(draftOf(registrationId)),
  strangers: readVisitorDraft(draftOf(registrationId)),
})

/** Whether both exist: the user is asked, and both stay until they have chosen. */
export function isTwice(registrationId: string): boolean {
  const { own, strangers } = typedOnDevice(registrationId)
  return !isEmpty(own) && !isEmpty(strangers)
}

/** Keeps one of the two inputs and discards the other. */
export function goOnWith(registrationId: string, whose: 'own' | 'strangers'): void {
  const typed = takeVisitorDraft(draftOf(registrationId))
  // A stranger could not choose a player, so it is a new one until the user says otherwise.
  if (whose === 'strangers') keepDraft(draftOf(registrationId), { player: newPlayer, ...typed })
}

/** The server's draft that has unsent input on this device. */
export const typedOf = (registrationId: string, drafts: Family['drafts']) =>
  drafts.find((each) => hasDraftFrom(draftOf(registrationId, each)))

/**
 * If a new player's details reached the server but the response was lost, the input becomes a change of that player, so that no
 * second player is created.
 */
export function settle(registrationId: string, drafts: Family['drafts']): void {
  const { player = newPlayer, part = '', ...typed } = readDraft(draftOf(registrationId)) as Typed
  const sent = sentOf(registrationId, { player, part })
  const there = drafts.find((each) => each.registrationPlayerId === sent)
  if (!there) return
  keepDraft(draftOf(registrationId, there), typed)
  keepDraft(draftOf(registrationId), {})
}

/** Removes the unsent input of a player who was removed or submitted. */
export function forgetTyped(registrationId: string, registrationPlayerId: string): void {
  keepDraft(draftOf(registrationId, { registrationPlayerId }), {})
}
