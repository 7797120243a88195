import { type Link, writeLink } from '../http/links.ts'

/** A link in an availability mail that answers for one player. `upon` is the answer id at the time of the mail. */
export type AnswerLink = { inviteId: string; wanted: 'Accepted' | 'Declined'; upon: string }
type Made = AnswerLink & Pick<Link, 'userId' | 'made' | 'ends'>

export const answerToken = ({ inviteId, wanted, upon, ...link }: Made): Promise<string> =>
  writeLink('answer', { ...link, about: inviteId, data: [wanted === 'Accepted' ? 1 : 0, upon] })

export function answerLink({ about: inviteId, data: [yes, upon] }: Link): AnswerLink {
  return { inviteId, wanted: yes ? 'Accepted' : 'Declined', upon: String(upon) }
}
