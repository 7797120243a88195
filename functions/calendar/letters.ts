import { eventOf, playerOf } from '#shared/ids.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { families } from '../table/players.ts'

/** The letters of this area. Nothing is said of older news than the event's last, nor of what is over or deleted. */

const eventNews: Writer<'eventNews'> = async ({ inviteId, newsAt }, { to: { userId }, now }) => {
  if (!userId) return undefined
  const [event, family] = await Promise.all([
    events.get({ eventId: eventOf(inviteId) }, { consistent: true }),
    families.get({ playerId: playerOf(inviteId), userId }),
  ])
  if (!event || !isThere(event) || event.newsAt !== newsAt || family?.relation !== 'own') return undefined
  return new Date(event.start).toISOString() > now ? letterOf(event) : undefined
}

function letterOf(event: Event): Letter | undefined {
  const { news, name, teamName, location, field } = event
  const what = quoted(name)
  const place = [location?.name, field]
    .filter(Boolean)
    .map((text) => quoted(text ?? ''))
    .join(', ')
  const facts = [
    ['When', spanText(event)],
    ...(place ? [['Where', place] as const] : []),
    ['Team', quoted(teamName)],
  ] as const
  const said = {
    moved: [
      `${what} has moved: ${startText(event)}`,
      `${what} has moved. It was ${news?.was ? spanText(news.was) : 'elsewhere'}.`,
    ],
    cancelled: [`${what} is cancelled, ${startText(event)}`, `${what} does not take place.`],
    back: [`${what} takes place after all, ${startText(event)}`, `${what} takes place after all.`],
  } as const
  const told = news && news.what !== 'asked' ? said[news.what] : undefined
  if (!told) return undefined
  const [subject, paragraph] = told
  return {
    subject,
    paragraphs: [paragraph],
    facts,
    link: { address: `${siteUrl()}/calendar`, text: 'Open your calendar' },
  }
}

export const letters = { eventNews }
