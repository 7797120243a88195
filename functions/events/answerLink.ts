import { type Link, writeLink } from '../http/links.ts'

/** The data of a link that answers for one player. `upon`: the id of the answer when the mail was written. */
export type AnswerLink = { inviteId: string; wanted: 'Accepted' | 'Declined'; upon: string }
type AnswerLinkInput = AnswerLink & Pick<Link, 'userId' | 'made' | 'ends'>

export const answerToken = ({ inviteId, wanted, upon, ...link }: AnswerLinkInput): Promise<string> =>
  writeLink('answer', { ...link, about: inviteId, data: [wanted === 'Accepted' ? 1 : 0, upon] })

export function answerLink({ about: inviteId, data: [yes, upon] }: Link): AnswerLink {
  return { inviteId, wanted: yes ? 'Accepted' : 'Declined', upon: String(upon) }
}
