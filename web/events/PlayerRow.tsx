import { useState } from 'react'
import { type EventPhase, whyCannotAnswer } from '#shared/rules/attendance.ts'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dayStartText } from '../kit/format.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { AnswerConflict, answerTexts, QueuedAnswer } from './AnswerNotices.tsx'
import { usePlayerPictures } from '../shell/usePlayerPictures.ts'
import styles from './EventCard.module.css'
import type { InvitedEvent } from './eventTypes.ts'
import type { PlayerEntry } from './groupByEvent.ts'
import { Note } from './Note.tsx'
import { type Answer, type AnswerInput, answerOf } from './outbox/entry.ts'
import texts from './texts.en.json'
import type { AnswerActions } from './useEventCards.ts'

type Props = {
  item: PlayerEntry
  now: string
  phase: EventPhase
  /** The id of the element with the player's name. */
  nameId: string
  answers: AnswerActions | undefined
  /** Called when a notice is dismissed and its button disappears: keeps focus on the card. */
  onSeen: () => void
}

/** One of the reader's players on an event: name, answer and notices. */
export function PlayerRow({ item, nameId, answers, ...rest }: Props) {
  const { player, invite } = item
  const name = fullName(player)
  const pictures = usePlayerPictures()
  return (
    <div className={styles.row}>
      <p className={styles.player} id={nameId}>
        <Avatar name={name} id={player.id} url={pictures.get(player.id)} size="small" />
        <span>{name}</span>
      </p>
      {invite && answers && <PlayerReply {...rest} item={{ ...item, invite }} name={name} answers={answers} />}
    </div>
  )
}

type PlayerReplyProps = Omit<Props, 'item' | 'nameId' | 'answers'> & {
  item: InvitedEvent
  name: string
  answers: AnswerActions
}

/** The answer buttons, the note, and the outcome of sending them. */
function PlayerReply({ item, name, now, phase, answers, onSeen }: PlayerReplyProps) {
  const t = useTexts('events', texts)
  const { event, invite } = item
  const { shown, unsent, failure, removed } = answers.stateOf(item)
  // The previous answer: another answer removes its note, and this allows restoring it.
  const [previousAnswer, setPreviousAnswer] = useState<Answer>()
  const [isChanging, setChanging] = useState(false)
  const isClosed = whyCannotAnswer(event, now) !== undefined
  // Past events show the answer without buttons; a family can still correct it for a day.
  const isReadOnly = isClosed || (phase === 'over' && !isChanging)
  const { status, note } = shown

  function sendAnswer(input: AnswerInput) {
    // Without `note` the server keeps the existing note, which was not meant for this answer.
    const withoutNote = note && input.status !== 'Pending' ? { ...input, note: '' } : input
    const withEarlierNote =
      previousAnswer?.note && input.status === previousAnswer.status
        ? { ...input, note: previousAnswer.note }
        : withoutNote
    if (note) setPreviousAnswer(shown)
    void answers.answer(item, input.note === undefined ? withEarlierNote : input)
  }
  function dismissNotice(dismiss: () => void) {
    onSeen()
    dismiss()
  }
  const currentInvite = unsent?.refused?.standing
  return (
    <>
      {removed ? null : isReadOnly ? (
        <p className={styles.answered}>
          {t(answerTexts[status])}
          {!isClosed && (
            <Button
              kind="quiet"
              onClick={() => setChanging(true)}
              aria-label={t(status === 'Pending' ? 'answerFor' : 'changeAnswerOf', { player: name })}
            >
              {t(status === 'Pending' ? 'giveAnswer' : 'changeAnswer')}
            </Button>
          )}
        </p>
      ) : (
        <AnswerButtons
          label={t('availabilityOf', { player: name, event: event.name })}
          status={status}
          onAnswer={(next) => sendAnswer({ status: next })}
        />
      )}
      {unsent?.refused?.code === 'answered_meanwhile' && (
        <AnswerConflict
          otherAnswer={currentInvite && { status: currentInvite.status.value, note: currentInvite.note }}
          ownAnswer={answerOf(unsent)}
          onKeep={() => dismissNotice(() => answers.dismiss(invite.id))}
          onInsist={() => dismissNotice(() => void answers.insist(item))}
        />
      )}
      {failure && (
        <Failure text={failure} className={styles.notice}>
          <Button kind="quiet" onClick={() => dismissNotice(() => answers.dismiss(invite.id))}>
            {t('close')}
          </Button>
        </Failure>
      )}
      {!removed && event.answerBy && !event.cancelled && phase === 'coming' && (
        <p className={styles.answered}>
          {t(isClosed ? 'answerWasUntil' : 'answerUntil', {
            when: dayStartText(event.answerBy, event.timezone),
          })}
        </p>
      )}
      {!removed && previousAnswer?.note && !note && (
        <NoteRemoved
          note={previousAnswer.note}
          status={status}
          previousStatus={previousAnswer.status}
          onUndo={() => sendAnswer({ status: previousAnswer.status, note: previousAnswer.note ?? '' })}
          onKeep={() => sendAnswer({ status, note: previousAnswer.note ?? '' })}
        />
      )}
      {!removed && status !== 'Pending' && (
        <Note
          inviteId={invite.id}
          player={name}
          note={note ?? ''}
          isClosed={isReadOnly}
          onSave={(text) => answers.saveNote(item, text)}
        />
      )}
      {unsent?.queued && !unsent.refused && <QueuedAnswer />}
    </>
  )
}

type NoteRemovedProps = {
  note: string
  status: Answer['status']
  previousStatus: Answer['status']
  onUndo: () => void
  onKeep: () => void
}

/** The note was removed with its answer: offers to undo if the answer was taken back, or to keep the note if it was changed. */
function NoteRemoved({ note, status, previousStatus, onUndo, onKeep }: NoteRemovedProps) {
  const t = useTexts('events', texts)
  if (status === previousStatus) return null
  return (
    <p className={styles.noteRemoved} role="status">
      {status === 'Pending' ? (
        <>
          {t('noteRemoved')}
          <Button kind="quiet" onClick={onUndo}>
            {t('undo')}
          </Button>
        </>
      ) : (
        <>
          <span>{t('keepNoteAsked', { note })}</span>
          <Button kind="quiet" onClick={onKeep}>
            {t('keepNote')}
          </Button>
        </>
      )}
    </p>
  )
}
