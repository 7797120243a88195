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
      {invite && answers && <Reply {...rest} item={{ ...item, invite }} name={name} answers={answers} />}
    </div>
  )
}

type ReplyProps = Omit<Props, 'item' | 'nameId' | 'answers'> & {
  item: InvitedEvent
  name: string
  answers: AnswerActions
}

/** The answer buttons, the note, and the outcome of sending them. */
function Reply({ item, name, now, phase, answers, onSeen }: ReplyProps) {
  const t = useTexts('events', texts)
  const { event, invite } = item
  const { shown, unsent, failure, removed } = answers.stateOf(item)
  // The previous answer: another answer removes its note, and this allows restoring it.
  const [before, setBefore] = useState<Answer>()
  const [changing, setChanging] = useState(false)
  const closed = whyCannotAnswer(event, now) !== undefined
  // Past events show the answer without buttons; a family can still correct it for a day.
  const isTold = closed || (phase === 'over' && !changing)
  const { status, note } = shown

  function give(input: AnswerInput) {
    // Without `note` the server keeps the existing note, which was not meant for this answer.
    const without = note && input.status !== 'Pending' ? { ...input, note: '' } : input
    const kept = before?.note && input.status === before.status ? { ...input, note: before.note } : without
    if (note) setBefore(shown)
    void answers.answer(item, input.note === undefined ? kept : input)
  }
  function seen(what: () => void) {
    onSeen()
    what()
  }
  const standing = unsent?.refused?.standing
  return (
    <>
      {removed ? null : isTold ? (
        <p className={styles.answered}>
          {t(answerTexts[status])}
          {!closed && (
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
          onAnswer={(next) => give({ status: next })}
        />
      )}
      {unsent?.refused?.code === 'answered_meanwhile' && (
        <AnswerConflict
          theirs={standing && { status: standing.status.value, note: standing.note }}
          yours={answerOf(unsent)}
          onKeep={() => seen(() => answers.dismiss(invite.id))}
          onInsist={() => seen(() => void answers.insist(item))}
        />
      )}
      {failure && (
        <Failure text={failure} className={styles.notice}>
          <Button kind="quiet" onClick={() => seen(() => answers.dismiss(invite.id))}>
            {t('close')}
          </Button>
        </Failure>
      )}
      {!removed && event.answerBy && !event.cancelled && phase === 'coming' && (
        <p className={styles.answered}>
          {t(closed ? 'answerWasUntil' : 'answerUntil', {
            when: dayStartText(event.answerBy, event.timezone),
          })}
        </p>
      )}
      {!removed && before?.note && !note && (
        <NoteRemoved
          note={before.note}
          status={status}
          before={before.status}
          onUndo={() => give({ status: before.status, note: before.note ?? '' })}
          onKeep={() => give({ status, note: before.note ?? '' })}
        />
      )}
      {!removed && status !== 'Pending' && (
        <Note
          inviteId={invite.id}
          player={name}
          note={note ?? ''}
          closed={isTold}
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
  before: Answer['status']
  onUndo: () => void
  onKeep: () => void
}

/** The note was removed with its answer: offers to undo if the answer was taken back, or to keep the note if it was changed. */
function NoteRemoved({ note, status, before, onUndo, onKeep }: NoteRemovedProps) {
  const t = useTexts('events', texts)
  if (status === before) return null
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
