import { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import type { InvitedEvent, TodaysEvent } from './eventTypes.ts'
import { entryKey, type EventGroup, groupByEvent } from './groupByEvent.ts'
import type { Outcome } from './outbox/deliver.ts'
import { type Answer, type AnswerInput, isOutgoing, type OutboxEntry } from './outbox/entry.ts'
import { useAnswers } from './outbox/useAnswers.ts'
import texts from './texts.en.json'
import { isInviteRemoved, useFailures } from './useFailures.ts'

/** The state of the answer to one invite. */
export type AnswerState = {
  /** The answer to show, which may not have been sent yet. */
  shown: Answer
  /** The entry in the outbox: being sent, queued, or refused after being queued. */
  unsent: OutboxEntry | undefined
  /** Why the last answer failed. */
  failure: string | undefined
  /** The invite is no longer listed: only the outcome remains to be shown. */
  removed: boolean
}
export type AnswerActions = {
  stateOf: (item: InvitedEvent) => AnswerState
  /** `upon`: only while that answer stands, as when answering many at once. */
  answer: (item: InvitedEvent, input: AnswerInput, upon?: string) => Promise<void>
  saveNote: (item: InvitedEvent, note: string) => Promise<Outcome>
  /** Sends an answer that was refused because another person's stands. */
  insist: (item: InvitedEvent) => Promise<void>
  /** Dismisses the notice about an answer. */
  dismiss: (inviteId: string) => void
}

/**
 * Turns entries into event cards in chronological order, adding entries whose answers have something to report, and handles
 * answers. `isReportedHere` selects which of those this list shows.
 */
export function useEventCards(
  entries: readonly TodaysEvent[],
  isReportedHere: (item: TodaysEvent) => boolean = () => true,
): { groups: EventGroup[]; answers: AnswerActions } {
  const t = useTexts('events', texts)
  const { failures, report, clear } = useFailures(t('answerFailed'))
  const { unsent, shownAnswer, sendAnswer, insist, drop } = useAnswers()

  const listedKeys = new Set(entries.map(entryKey))
  function failureOf(inviteId: string) {
    const refusal = unsent.get(inviteId)?.refused
    if (refusal && refusal.code !== 'answered_meanwhile') return `${t('answerFailed')} ${problemText(refusal)}`
    return failures.get(inviteId)?.sentence
  }
  const answers: AnswerActions = {
    stateOf: (item) => {
      const entry = unsent.get(item.invite.id)
      return {
        shown: shownAnswer(item.invite),
        unsent: entry,
        failure: failureOf(item.invite.id),
        removed: !listedKeys.has(entryKey(item)) && !(entry && isOutgoing(entry)),
      }
    },
    answer: async (item, input, upon) => {
      clear(item.invite.id)
      const outcome = await sendAnswer(item, input, upon)
      if (outcome instanceof ApiProblem) report(item, outcome)
      else if (outcome === 'sent') clear(item.invite.id)
    },
    saveNote: async (item, note) => {
      // Only the note is meant: it must not replace someone else's answer.
      const outcome = await sendAnswer(item, { status: shownAnswer(item.invite).status, note }, item.invite.answerId)
      if (outcome instanceof ApiProblem && isInviteRemoved(outcome)) report(item, outcome)
      return outcome
    },
    insist: async (item) => {
      const outcome = await insist(item.invite.id)
      if (outcome instanceof ApiProblem) report(item, outcome)
    },
    dismiss: (inviteId) => {
      clear(inviteId)
      drop(inviteId)
    },
  }
  const reportedItems = [...failures.values(), ...unsent.values()].map(({ item }) => item)
  return { groups: groupByEvent([...entries, ...unlisted(reportedItems, listedKeys).filter(isReportedHere)]), answers }
}

/**
 * Entries to report on that are not in the list: invites that were removed while being answered, and queued answers
 * from another list.
 */
const unlisted = (items: readonly TodaysEvent[], listedKeys: ReadonlySet<string>): TodaysEvent[] => [
  ...new Map(items.map((item) => [entryKey(item), item])).values().filter((item) => !listedKeys.has(entryKey(item))),
]
