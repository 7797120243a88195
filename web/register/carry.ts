import { isTyped, keepDraft, onDevice, readDraft, takeStrangersDraft } from '../kit/form/drafts.ts'
import { type Family, newPlayer, sentOf, type Values } from './filled.ts'

/** What is typed of a player: a new one, or the one of whom the server has something. */
export const draftOf = (registrationId: string, player?: { registrationPlayerId: string }) =>
  `${onDevice}register.${registrationId}${player ? `.${player.registrationPlayerId}` : ''}`

/**
 * What somebody has filled in before they had an account is a stranger's draft on this device while they sign in or up, and
 * becomes a draft of theirs when they are back: nothing is typed twice, though they come back in another tab.
 */
export function takeOver(registrationId: string): void {
  const typed = takeStrangersDraft(draftOf(registrationId))
  // A stranger has nobody to choose from: whom they have filled in is new until they say otherwise.
  if (Object.keys(typed).length > 0) keepDraft(draftOf(registrationId), { player: newPlayer, ...typed })
}

/** The one of the server's drafts in which something is typed and not sent. */
export const typedOf = (registrationId: string, drafts: Family['drafts']) =>
  drafts.find((each) => isTyped(draftOf(registrationId, each)))

/**
 * What has reached the server though no answer came back: what is typed of that player here is a change of it from now on, and
 * no second player.
 */
export function settle(registrationId: string, drafts: Family['drafts']): void {
  const { player = newPlayer, part = '', ...typed } = readDraft(draftOf(registrationId)) as Partial<Values>
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
