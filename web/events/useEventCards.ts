import type { ComponentProps } from 'react'
import { ApiProblem } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import type { EventCard } from './EventCard.tsx'
import type { InvitedEvent, TodaysEvent } from './eventTypes.ts'
import { type AnswerInput, isOutgoing, type OutboxEntry } from './outbox/entry.ts'
import { useAnswers } from './outbox/useAnswers.ts'
import { type Failure, useFailures } from './useFailures.ts'
import texts from './texts.en.json'

/**
 * The cards of a list of events, and what happens when one is answered: `items` are the events in the order of time, with
 * others whose answers are to be told of; `propsOf` is what the card of one takes.
 */
export function useEventCards(events: readonly TodaysEvent[]) {
  const t = useTexts('events', texts)
  const sayProblem = useProblemText()
  const { failures, report, clear } = useFailures(t('answerFailed'))
  const { unsent, shown, give, insist, drop } = useAnswers()

  async function answer(item: InvitedEvent, input: AnswerInput) {
    clear(item.invite.id)
    const outcome = await give(item, input)
    if (outcome instanceof ApiProblem) report(item, outcome)
    else if (outcome === 'sent') clear(item.invite.id)
  }
  async function saveNote(item: InvitedEvent, note: string) {
    // Only the note was meant: what somebody else has answered meanwhile is not replaced by it.
    const outcome = await give(item, { status: shown(item.invite).status, note }, item.invite.answerId)
    if (outcome instanceof ApiProblem && outcome.code === 'invite_removed') report(item, outcome)
    return outcome
  }
  async function insistOn(item: InvitedEvent) {
    const outcome = await insist(item.invite.id)
    if (outcome instanceof ApiProblem) report(item, outcome)
  }
  function closeFailure(inviteId: string) {
    clear(inviteId)
    drop(inviteId)
  }
  function failureOf(inviteId: string) {
    const refused = unsent.get(inviteId)?.refused
    if (refused && refused.code !== 'answered_meanwhile') return `${t('answerFailed')} ${sayProblem(refused)}`
    return failures.get(inviteId)?.sentence
  }

  const listed = new Set(events.map(cardKey))
  const isListed = (item: TodaysEvent) => listed.has(cardKey(item))
  function propsOf(item: TodaysEvent): ComponentProps<typeof EventCard> {
    const entry = item.invite ? unsent.get(item.invite.id) : undefined
    return {
      item,
      shown: item.invite ? shown(item.invite) : undefined,
      unsent: entry,
      failure: item.invite ? failureOf(item.invite.id) : undefined,
      removed: !isListed(item) && !(entry && isOutgoing(entry)),
      onAnswer: answer,
      onSaveNote: saveNote,
      onInsist: insistOn,
      onCloseFailure: closeFailure,
    }
  }
  return { items: withOthers(events, [...failures.values(), ...unsent.values()]), propsOf }
}

export const cardKey = ({ event, player }: TodaysEvent): string => `${event.id} ${player?.id ?? ''}`

/** By time; at one time the same event of several players stands together, and a card keeps its place. */
const byTime = (a: TodaysEvent, b: TodaysEvent) =>
  Date.parse(a.event.start) - Date.parse(b.event.start) || (cardKey(a) < cardKey(b) ? -1 : 1)

/**
 * The events, and among them others whose answers are to be told of: those whose invite went away while it was being
 * answered, and those that are not on this list and whose answers wait.
 */
function withOthers(events: readonly TodaysEvent[], told: readonly (Failure | OutboxEntry)[]): TodaysEvent[] {
  const all = new Map<string, TodaysEvent>()
  for (const item of [...events, ...told.map(({ item }) => item)]) {
    if (!all.has(cardKey(item))) all.set(cardKey(item), item)
  }
  return [...all.values()].toSorted(byTime)
}
