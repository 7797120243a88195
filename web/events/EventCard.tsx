import { type ReactNode, useId, useRef, useState } from 'react'
import { phaseOf } from '#shared/rules/attendance.ts'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../kit/icons.tsx'
import styles from './EventCard.module.css'
import { EventDetails } from './EventDetails.tsx'
import { EventSummary } from './EventSummary.tsx'
import type { InvitedEvent } from './eventTypes.ts'
import { type EventGroup, entryKey } from './groupByEvent.ts'
import { PlayerRow } from './PlayerRow.tsx'
import texts from './texts.en.json'
import type { AnswerActions } from './useEventCards.ts'

type Props = {
  group: EventGroup
  /** The current time, as an instant. */
  now: string
  /** The heading level of the event's name. */
  heading?: 'h2' | 'h3' | 'h4'
  /** Its day if the list does not show it, or when it began if it is shown on a later one. */
  day?: string | undefined
  /** Expanded from the start, because the address asked for this event. */
  isRequested?: boolean
  /** Further actions, shown above the details: a coach need not scroll past all names. */
  actions?: ReactNode
  /** The state of the answers and their actions; omitted where nothing can be answered. */
  answers?: AnswerActions
}

/**
 * An event card with a row for each of the reader's players. A coach's own event starts expanded, since it is about attendance.
 */
export function EventCard({ group, now, heading = 'h2', day, isRequested = false, actions, answers }: Props) {
  const { event, location, coached, players } = group
  const t = useTexts('events', texts)
  const [open, setOpen] = useState(coached || isRequested)
  const headingId = useId()
  const rowIds = useId()
  const detailsId = useId()
  const detailsButton = useRef<HTMLButtonElement>(null)
  const [onlyEntry, ...otherEntries] = players
  const player = onlyEntry && otherEntries.length === 0 ? fullName(onlyEntry.player) : undefined
  const phase = phaseOf(event, now)
  const isInvited = (item: (typeof players)[number]): item is typeof item & InvitedEvent => item.invite !== null
  const isRemoved =
    !coached && players.length > 0 && players.every((item) => isInvited(item) && answers?.stateOf(item).removed)
  return (
    <Card
      as="article"
      accent={event.eventType.color}
      dense
      aria-labelledby={[headingId, ...players.map((_, row) => `${rowIds}${row}`)].join(' ')}
    >
      {day && <p className={styles.day}>{day}</p>}
      <EventSummary
        event={event}
        location={location}
        phase={phase}
        heading={heading}
        headingId={headingId}
        action={
          !isRemoved && (
            <IconButton
              ref={detailsButton}
              label={
                player ? t('showDetailsFor', { event: event.name, player }) : t('showDetails', { event: event.name })
              }
              aria-expanded={open}
              aria-controls={detailsId}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronUpIcon /> : <ChevronDownIcon />}
            </IconButton>
          )
        }
      />
      {players.length > 0 && (
        <ul className={styles.players}>
          {players.map((item, row) => (
            <li key={entryKey(item)}>
              <PlayerRow
                item={item}
                now={now}
                phase={phase}
                nameId={`${rowIds}${row}`}
                answers={answers}
                onSeen={() => detailsButton.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      {!isRemoved && actions}
      <div id={detailsId}>{open && !isRemoved && <EventDetails event={event} location={location} />}</div>
    </Card>
  )
}
