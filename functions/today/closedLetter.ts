import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { SentRequest } from '../table/requests.ts'

/** What who asked a coach reads in the mailbox. Who has decided is not said. */
export function closedLetter({ state, playerName, teamName }: SentRequest): Letter {
  const facts = [
    ...(playerName === undefined ? [] : [['Player', quoted(playerName)] as const]),
    ...(teamName === undefined ? [] : [['Team', quoted(teamName)] as const]),
  ]
  if (state === 'granted')
    return {
      subject: 'You have been let in',
      paragraphs: ['The coach has let you in: the player stands among yours in Touchline from now on.'],
      facts,
      link: { address: `${siteUrl()}/today`, text: 'Open Today' },
    }
  return {
    subject: 'Your request was declined',
    paragraphs: ['The coach has declined your request to be let in. If that is a mistake, call or write to your club.'],
    facts,
    link: { address: `${siteUrl()}/today`, text: 'Open Today' },
  }
}
