import { useId, useRef, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { EventDetails } from './EventDetails.tsx'
import { EventSummary } from './EventSummary.tsx'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../kit/icons.tsx'
import { AnswerButtons } from './AnswerButtons.tsx'
import styles from './EventCard.module.css'
import { Meanwhile, Queued } from './AnswerState.tsx'
import { Note } from './Note.tsx'
import type { Outcome } from './outbox/deliver.ts'
import { type Answer, type AnswerInput, answerOf, type OutboxEntry } from './outbox/entry.ts'
import type { InvitedEvent, TodaysEvent } from './eventTypes.ts'
import texts from './texts.en.json'

type Props = {
  item: TodaysEvent
  /** The level at which the event's name stands. */
  heading?: 'h2' | 'h3'
  /** The answer to show, which may still be on its way; undefined where there is nothing to answer. */
  shown: Answer | undefined
  /** The answer as it lies on the device: on its way, queued, or refused after it had waited. */
  unsent: OutboxEntry | undefined
  /** Why the last answer did not arrive. */
  failure: string | undefined
  /** The invite is not on its list any more: only what happened is left to say. */
  removed: boolean
  /** The day, where the list does not say it. */
  day?: string | undefined
  onAnswer: (item: InvitedEvent, sent: AnswerInput) => Promise<void>
  onSaveNote: (item: InvitedEvent, note: string) => Promise<Outcome>
  onInsist: (item: InvitedEvent) => Promise<void>
  onCloseFailure: (inviteId: string) => void
}

/** One event for one player, or for a team that the reader coaches. */
export function EventCard(props: Props) {
  const { item, heading = 'h2', shown, unsent, failure, removed, day } = props
  const { onAnswer, onSaveNote, onInsist, onCloseFailure } = props
  const { event, location, player, invite } = item
  const standing = unsent?.refused?.standing
  const t = useTexts('events', texts)
  // A coach's own event is about who comes, so that is open; a family's is about the answer.
  const [open, setOpen] = useState(player === null)
  const headingId = useId()
  const playerId = useId()
  const detailsId = useId()
  const name = player && fullName(player)
  const details = useRef<HTMLButtonElement>(null)
  /** What was told is gone with the button that was pressed: whoever stands there stays on the card. */
  function close(inviteId: string) {
    onCloseFailure(inviteId)
    details.current?.focus()
  }
  function insist(item: InvitedEvent) {
    details.current?.focus()
    void onInsist(item)
  }
  return (
    <Card as="article" accent={event.eventType.color} aria-labelledby={name ? `${headingId} ${playerId}` : headingId}>
      {day && <p className={styles.day}>{day}</p>}
      <EventSummary
        event={event}
        location={location}
        heading={heading}
        headingId={headingId}
        action={
          !removed && (
            <IconButton
              ref={details}
              label={
                name
                  ? t('showDetailsFor', { event: event.name, player: name })
                  : t('showDetails', { event: event.name })
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
      {name && (
        <p className={styles.player} id={playerId}>
          <Avatar name={name} id={player.id} size="small" />
          {name}
        </p>
      )}
      {unsent?.refused?.code === 'answered_meanwhile' && (
        <Meanwhile
          theirs={standing && { status: standing.status.value, note: standing.note }}
          yours={answerOf(unsent)}
          onKeep={() => close(unsent.item.invite.id)}
          onInsist={() => insist(unsent.item)}
        />
      )}
      {failure && invite && (
        <Failure text={failure} className={styles.failure}>
          <Button kind="quiet" onClick={() => close(invite.id)}>
            {t('close')}
          </Button>
        </Failure>
      )}
      {invite && shown && name && !removed && (
        <Reply
          event={event.name}
          player={name}
          shown={shown}
          onAnswer={(sent) => void onAnswer({ ...item, invite }, sent)}
          onSaveNote={(note) => onSaveNote({ ...item, invite }, note)}
        />
      )}
      {unsent?.queued && !unsent.refused && <Queued />}
      <div id={detailsId}>
        {open && !removed && <EventDetails event={event} location={location} coach={player === null} />}
      </div>
    </Card>
  )
}

type ReplyProps = {
  event: string
  player: string
  shown: Answer
  onAnswer: (sent: AnswerInput) => void
  onSaveNote: (note: string) => Promise<Outcome>
}

/** Yes or No, and the note that goes with it. */
function Reply({ event, player, shown, onAnswer, onSaveNote }: ReplyProps) {
  const t = useTexts('events', texts)
  // Taking an answer back takes its note away; this is what Undo brings back.
  const [takenBack, setTakenBack] = useState<Answer | undefined>()
  const { status, note } = shown

  function answer(sent: AnswerInput) {
    setTakenBack(sent.status === 'Pending' && note ? shown : undefined)
    onAnswer(sent)
  }
  return (
    <div className={styles.reply}>
      <AnswerButtons
        label={t('availabilityOf', { player, event })}
        status={status}
        onAnswer={(next) => answer({ status: next })}
      />
      {status === 'Pending' && takenBack?.note && (
        <p className={styles.undo} role="status">
          {t('noteRemoved')}
          <Button kind="quiet" onClick={() => answer({ status: takenBack.status, note: takenBack.note ?? '' })}>
            {t('undo')}
          </Button>
        </p>
      )}
      {status !== 'Pending' && <Note player={player} note={note ?? ''} onSave={onSaveNote} />}
    </div>
  )
}
