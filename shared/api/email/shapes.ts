import * as z from 'zod/mini'
import { isEmptyText, isTooNested, longestText, type RichText } from '../../rules/richText.ts'
import {
  mostChosen,
  mostTagsChosen,
  mostTeams,
  notSentReasons,
  subjectLimit,
  whyCannotSubject,
} from '../../rules/mails.ts'
import { Day, id, rule } from '../fields.ts'

/** What the editor wrote. Nodes and marks that are not among those of `rules/richText.ts` are left out where it is shown or mailed. */
export const Content = z.object({
  type: z.literal('doc'),
  content: z.array(z.record(z.string(), z.unknown())),
})
export const WrittenContent = Content.check(
  rule<RichText>((text) => {
    if (isTooNested(text)) return 'too_nested'
    return JSON.stringify(text).length > longestText ? 'too_long' : undefined
  }, longestText),
)
export const SentContent = WrittenContent.check(rule<RichText>((text) => (isEmptyText(text) ? 'required' : undefined)))

export const Subject = z.string().check(z.trim(), rule(whyCannotSubject, subjectLimit))
/** Of a draft, which may have none yet. */
export const DraftSubject = z.string().check(
  z.trim(),
  rule((text: string) => (text === '' ? undefined : whyCannotSubject(text)), subjectLimit),
)

/**
 * To whom an email goes: the families of whole teams, of those invited to an event, of chosen players, or of those players of
 * a team, or of the whole club, who have one of some tags.
 */
export const To = z.union([
  z.object({ teamIds: z.array(id('team')).check(z.maxLength(mostTeams)) }),
  z.object({ eventId: id('event'), invited: z.enum(['all', 'going', 'notAnswered']) }),
  z.object({ playerIds: z.array(id('player')).check(z.maxLength(mostChosen)) }),
  z.object({ tagIds: z.array(id('tag')).check(z.maxLength(mostTagsChosen)), among: id('organization', 'team') }),
])

/** Day and time of a clock where the club is. */
export const Later = z.object({ day: Day, time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) })

export const Person = z.object({ id: z.string(), name: z.string() })

/**
 *   draft    being written; nobody but its author sees it
 *   waiting  to be sent at `dueAt`, and can be taken back until then
 *   sending  under way
 *   sent     everybody has it
 *   notSent  its time came, and it went to nobody
 */
export const EmailState = z.enum(['draft', 'waiting', 'sending', 'sent', 'notSent'])
/** Of one that is not sent; left out otherwise. */
export const NotSent = z.optional(z.enum(notSentReasons))

/** How many people an email has gone to, and what became of it there. */
export const Tally = z.object({
  people: z.int(),
  /** Of them, those without an address: they find it in Touchline. */
  unmailed: z.int(),
  delivered: z.int(),
  opened: z.int(),
  failed: z.int(),
})
