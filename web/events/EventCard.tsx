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
  /** The present instant. */
  now: string
  /** The level at which the event's name stands. */
  heading?: 'h2' | 'h3' | 'h4'
  /** The day, where the list does not say it. */
  day?: string | undefined
  /** Open from the start, because it was asked for. */
  asked?: boolean
  /** What else can be done with it; stands below its details. */
  actions?: ReactNode
  /** What is known of the answers and what can be done; left out where nothing is answered. */
  answers?: AnswerActions
}

/** One event, with a row for each of the reader's players. A coach's own event is about who comes, so that is open. */
export function EventCard({ group, now, heading = 'h2', day, asked = false, actions, answers }: Props) {
  const { event, location, coached, players } = group
  const t = useTexts('events', texts)
  const [open, setOpen] = useState(coached || asked)
  const headingId = useId()
  const rowIds = useId()
  const detailsId = useId()
  const details = useRef<HTMLButtonElement>(null)
  const [only, ...others] = players
  const player = only && others.length === 0 ? fullName(only.player) : undefined
  const phase = phaseOf(event, now)
  const isInvited = (item: (typeof players)[number]): item is typeof item & InvitedEvent => item.invite !== null
  const gone =
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
          !gone && (
            <IconButton
              ref={details}
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
                onSeen={() => details.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      <div id={detailsId}>{open && !gone && <EventDetails event={event} location={location} />}</div>
      {!gone && actions}
    </Card>
  )
}
