import { isTyped, keepDraft, onDevice, readDraft, readStrangersDraft, takeStrangersDraft } from '../kit/form/drafts.ts'
import { type Family, newPlayer, sentOf, type Values } from './filled.ts'

/** What is typed of a player: a new one, or the one of whom the server has something. */
export const draftOf = (registrationId: string, player?: { registrationPlayerId: string }) =>
  `${onDevice}register.${registrationId}${player ? `.${player.registrationPlayerId}` : ''}`

/**
 * What somebody has filled in before they had an account is a stranger's draft on this device while they sign in or up, and
 * becomes a draft of theirs when they are back: nothing is typed twice, though they come back in another tab. Where they have
 * one already, that stays as it is.
 */
export function takeOver(registrationId: string): void {
  const { own, strangers } = typedOnDevice(registrationId)
  if (!isEmpty(strangers) && isEmpty(own)) goOnWith(registrationId, 'strangers')
}

type Typed = Partial<Values>
const isEmpty = (typed: Typed) => Object.keys(typed).length === 0

/** What lies on the device for a new player: what this person has typed signed in, and what was typed by nobody in particular. */
export const typedOnDevice = (registrationId: string): { own: Typed; strangers: Typed } => ({
  own: readDraft(draftOf(registrationId)),
  strangers: readStrangersDraft(draftOf(registrationId)),
})

/** Whether there is more than one form holds: the person is asked, and both stay until they have said. */
export function isTwice(registrationId: string): boolean {
  const { own, strangers } = typedOnDevice(registrationId)
  return !isEmpty(own) && !isEmpty(strangers)
}

/** Of what was typed signed in and what was typed before, one is theirs from now on, and the other is thrown away. */
export function goOnWith(registrationId: string, whose: 'own' | 'strangers'): void {
  const typed = takeStrangersDraft(draftOf(registrationId))
  // A stranger has nobody to choose from: whom they have filled in is new until they say otherwise.
  if (whose === 'strangers') keepDraft(draftOf(registrationId), { player: newPlayer, ...typed })
}

/** The one of the server's drafts in which something is typed and not sent. */
export const typedOf = (registrationId: string, drafts: Family['drafts']) =>
  drafts.find((each) => isTyped(draftOf(registrationId, each)))

/**
 * What has reached the server though no answer came back: what is typed of that player here is a change of it from now on, and
 * no second player.
 */
export function settle(registrationId: string, drafts: Family['drafts']): void {
  const { player = newPlayer, part = '', ...typed } = readDraft(draftOf(registrationId)) as Typed
  const sent = sentOf(registrationId, { player, part })
  const there = drafts.find((each) => each.registrationPlayerId === sent)
  if (!there) return
  keepDraft(draftOf(registrationId, there), typed)
  keepDraft(draftOf(registrationId), {})
}

/** Of who is taken off, or sent off, nothing that was typed and not sent stays on the device. */
export function forgetTyped(registrationId: string, registrationPlayerId: string): void {
  keepDraft(draftOf(registrationId, { registrationPlayerId }), {})
}
