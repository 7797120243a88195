import { fullName } from '#shared/rules/names.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Profile } from '../table/profiles.ts'
import type { Request } from '../table/requests.ts'

/** What a coach reads in the mailbox. Names are typed by people whom the coach may not know. */
export function requestLetter({ playerName, teamName }: Request, asker: Profile): Letter {
  const name = quoted(fullName(asker))
  return {
    replyTo: asker.email,
    subject: `${name} asks to be let in`,
    paragraphs: [`${name} uses Touchline and asks you, as a coach, to be let in.`],
    facts: [
      ['From', `${name}, ${asker.email}`],
      ...(playerName === undefined ? [] : [['Player', playerName] as const]),
      ...(teamName === undefined ? [] : [['Team', teamName] as const]),
    ],
    link: { address: `${siteUrl()}/today`, text: 'Open the request on Today' },
    closing:
      'The request is also on your Today in Touchline. To answer, reply to this mail. ' +
      'If you do not know who this is, do nothing: nobody was let in.',
  }
}
