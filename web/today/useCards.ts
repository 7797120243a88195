import type { ComponentProps } from 'react'
import { useTexts } from '../i18n.ts'
import type { EventCard } from './EventCard.tsx'
import texts from './texts.en.json'
import { type Sent, useAnswers } from './useAnswers.ts'
import { type Failure, type InvitedEvent, useFailures } from './useFailures.ts'
import type { Invite, TodaysEvent } from './useToday.ts'

type Told = { answered: (invite: Invite) => void; failed: () => void }

/**
 * The cards of a list of events, and what happens when one is answered: `items` are the events in the order of time, with
 * those whose invite went away while it was being answered; `propsOf` is what the card of one takes.
 */
export function useCards(events: readonly TodaysEvent[], told: Told) {
  const t = useTexts('today', texts)
  const { failures, report, clear } = useFailures(t('answerFailed'))
  const { shown, send } = useAnswers(told)

  async function answer(item: InvitedEvent, sent: Sent) {
    clear(item.invite.id)
    const problem = await send(item.invite, shown(item.invite), sent)
    if (problem) report(item, problem)
    else clear(item.invite.id)
  }
  async function saveNote(item: InvitedEvent, note: string) {
    const known = shown(item.invite)
    const problem = await send(item.invite, known, { status: known.status, note })
    if (problem?.code === 'invite_removed') report(item, problem)
    return problem
  }
  const known = new Set(events.map(cardKey))
  const propsOf = (item: TodaysEvent): ComponentProps<typeof EventCard> => ({
    item,
    shown: item.invite ? shown(item.invite) : undefined,
    failure: item.invite ? failures.get(item.invite.id)?.sentence : undefined,
    removed: !known.has(cardKey(item)),
    onAnswer: answer,
    onSaveNote: saveNote,
    onCloseFailure: clear,
  })
  return { items: withRemoved(events, failures), propsOf }
}

export const cardKey = ({ event, player }: TodaysEvent): string => `${event.id} ${player?.id ?? ''}`

/** By time; at one time the same event of several players stands together, and a card keeps its place. */
const byTime = (a: TodaysEvent, b: TodaysEvent) =>
  Date.parse(a.event.start) - Date.parse(b.event.start) || (cardKey(a) < cardKey(b) ? -1 : 1)

/** The events, and where they stood those whose invite went away while it was being answered. */
function withRemoved(events: readonly TodaysEvent[], failures: ReadonlyMap<string, Failure>): TodaysEvent[] {
  const known = new Set(events.map(cardKey))
  const removed = [...failures.values()].map(({ item }) => item).filter((item) => !known.has(cardKey(item)))
  return [...events, ...removed].toSorted(byTime)
}
