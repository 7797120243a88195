import * as z from 'zod/mini'
import { isEmptyText, isTooNested, longestText, type RichText } from '../../rules/richText.ts'
import {
  maxChosenPeople,
  maxTagsChosen,
  maxTeams,
  notSentReasons,
  subjectLimit,
  whyCannotSubject,
} from '../../rules/mails.ts'
import { Day, id, rule } from '../fields.ts'

/** Text from the editor. Nodes and marks other than those of `rules/richText.ts` are dropped when it is shown or mailed. */
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
/** The subject of a draft, which may be empty. */
export const DraftSubject = z.string().check(
  z.trim(),
  rule((text: string) => (text === '' ? undefined : whyCannotSubject(text)), subjectLimit),
)

/**
 * The recipients of an email: the families of whole teams, of those invited to an event, of selected players, or of players with
 * certain tags in a team or the whole club.
 */
export const To = z.union([
  z.object({ teamIds: z.array(id('team')).check(z.maxLength(maxTeams)) }),
  z.object({ eventId: id('event'), invited: z.enum(['all', 'going', 'notAnswered']) }),
  z.object({ playerIds: z.array(id('player')).check(z.maxLength(maxChosenPeople)) }),
  z.object({ tagIds: z.array(id('tag')).check(z.maxLength(maxTagsChosen)), among: id('organization', 'team') }),
])

/** A local day and time in the club's time zone. */
export const SendTime = z.object({ day: Day, time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) })

export const Person = z.object({ id: z.string(), name: z.string() })

/**
 * The states of an email.
 *   draft    being written; only its author sees it
 *   waiting  to be sent at `dueAt`, and can be taken back until then
 *   sending  under way
 *   sent     everyone has it
 *   notSent  its time came, but it went to nobody
 */
export const EmailState = z.enum(['draft', 'waiting', 'sending', 'sent', 'notSent'])
/** Only if it was not sent. */
export const NotSentReason = z.optional(z.enum(notSentReasons))

/** The number of recipients, and what became of the mails. */
export const Tally = z.object({
  people: z.int(),
  /** Those without an address: they find it in Touchline. */
  unmailed: z.int(),
  delivered: z.int(),
  opened: z.int(),
  failed: z.int(),
})
