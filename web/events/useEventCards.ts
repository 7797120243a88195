import { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import type { InvitedEvent, TodaysEvent } from './eventTypes.ts'
import { entryKey, type EventGroup, groupByEvent } from './groupByEvent.ts'
import type { Outcome } from './outbox/deliver.ts'
import { type Answer, type AnswerInput, isOutgoing, type OutboxEntry } from './outbox/entry.ts'
import { useAnswers } from './outbox/useAnswers.ts'
import texts from './texts.en.json'
import { isGone, useFailures } from './useFailures.ts'

/** What is known of the answer to one invite on this device. */
export type AnswerState = {
  /** The answer to show, which may still be on its way. */
  shown: Answer
  /** As it lies on the device: on its way, queued, or refused after it had waited. */
  unsent: OutboxEntry | undefined
  /** Why the last answer did not arrive. */
  failure: string | undefined
  /** The invite is not on its list any more: only what happened is left to say. */
  removed: boolean
}
export type AnswerActions = {
  stateOf: (item: InvitedEvent) => AnswerState
  /** `upon`: only while that answer stands, as where one is given for many. */
  answer: (item: InvitedEvent, input: AnswerInput, upon?: string) => Promise<void>
  saveNote: (item: InvitedEvent, note: string) => Promise<Outcome>
  /** Sends an answer all the same that was refused because another person's stands. */
  insist: (item: InvitedEvent) => Promise<void>
  /** What was told of an answer has been seen. */
  dismiss: (inviteId: string) => void
}

/**
 * A list of entries as cards, one for each event, in the order of time, with others whose answers are to be told of; and
 * what happens when one is answered. `tellsOf` says of which others this list tells.
 */
export function useEventCards(
  entries: readonly TodaysEvent[],
  tellsOf: (item: TodaysEvent) => boolean = () => true,
): { groups: EventGroup[]; answers: AnswerActions } {
  const t = useTexts('events', texts)
  const { failures, report, clear } = useFailures(t('answerFailed'))
  const { unsent, shown, give, insist, drop } = useAnswers()

  const listed = new Set(entries.map(entryKey))
  function failureOf(inviteId: string) {
    const refused = unsent.get(inviteId)?.refused
    if (refused && refused.code !== 'answered_meanwhile') return `${t('answerFailed')} ${problemText(refused)}`
    return failures.get(inviteId)?.sentence
  }
  const answers: AnswerActions = {
    stateOf: (item) => {
      const entry = unsent.get(item.invite.id)
      return {
        shown: shown(item.invite),
        unsent: entry,
        failure: failureOf(item.invite.id),
        removed: !listed.has(entryKey(item)) && !(entry && isOutgoing(entry)),
      }
    },
    answer: async (item, input, upon) => {
      clear(item.invite.id)
      const outcome = await give(item, input, upon)
      if (outcome instanceof ApiProblem) report(item, outcome)
      else if (outcome === 'sent') clear(item.invite.id)
    },
    saveNote: async (item, note) => {
      // Only the note was meant: what somebody else has answered meanwhile is not replaced by it.
      const outcome = await give(item, { status: shown(item.invite).status, note }, item.invite.answerId)
      if (outcome instanceof ApiProblem && isGone(outcome)) report(item, outcome)
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
  const others = [...failures.values(), ...unsent.values()].map(({ item }) => item)
  return { groups: groupByEvent([...entries, ...unlisted(others, listed).filter(tellsOf)]), answers }
}

/**
 * Entries whose answers are to be told of, and that are not on the list: those whose invite went away while it was being
 * answered, and those of another list whose answers wait.
 */
const unlisted = (others: readonly TodaysEvent[], listed: ReadonlySet<string>): TodaysEvent[] => [
  ...new Map(others.map((item) => [entryKey(item), item])).values().filter((item) => !listed.has(entryKey(item))),
]
