import { useEffect, useRef } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { presences, whyCannotMark } from '#shared/rules/presence.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { listText } from '../kit/format.ts'
import { Segmented } from '../kit/Radios.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import styles from './CoachAnswers.module.css'
import type { EventRead } from './eventForm.ts'
import texts from './texts.en.json'
import { useRollCall } from './useRollCall.ts'

const canMark = ({ event, playerInvites }: EventRead, now: string) =>
  playerInvites.length > 0 && whyCannotMark(event, now) === undefined
const rollCallId = 'roll-call'

function scrollToRollCall() {
  const section = document.getElementById(rollCallId)
  section?.focus({ preventScroll: true })
  section?.scrollIntoView()
}

/** A link to the roll call, which is below all answers: coaches need it first when on the field. */
export function RollCallLink({ read }: { read: EventRead }) {
  const t = useTexts('calendar', texts)
  const now = useNow()
  if (!canMark(read, now)) return null
  return (
    <p className={styles.lead}>
      <Button onClick={scrollToRollCall}>{t('rollCall')}</Button>
    </p>
  )
}

/** The roll call, from an event's day on: one tap per player, and one for all who had accepted. */
export function RollCall({ read }: { read: EventRead }) {
  const now = useNow()
  return canMark(read, now) ? <PlayerMarks eventId={read.event.id} invites={read.playerInvites} /> : null
}

function PlayerMarks({ eventId, invites }: { eventId: string; invites: EventRead['playerInvites'] }) {
  const t = useTexts('calendar', texts)
  const namesOf = (playerIds: readonly string[]) =>
    listText(invites.filter(({ player }) => playerIds.includes(player.id)).map(({ player }) => fullName(player)))
  const { isReady, presenceOf, isUnsent, mark, waiting, isHeldByPage } = useRollCall(eventId, {
    failed: t('notDone'),
    refused(playerIds) {
      const players = namesOf(playerIds)
      showSnackbar({ text: players ? t('marksRefused', { players }) : t('notDone'), tone: 'danger' })
    },
    overruled: (playerIds) => showSnackbar({ text: t('marksStood', { players: namesOf(playerIds) }), tone: 'danger' }),
  })
  // The marks as they are when Undo is pressed, which may be some time later.
  const latestPresenceOf = useRef(presenceOf)
  useEffect(() => {
    latestPresenceOf.current = presenceOf
  })
  // If the link was pressed before the data had loaded, it led to the foot of the page: scroll again.
  useEffect(() => {
    if (isReady && document.activeElement?.id === rollCallId) scrollToRollCall()
  }, [isReady])
  const expected = invites.filter(({ status, player }) => status.value === 'Accepted' && !presenceOf(player.id))
  function markExpected() {
    const ids = expected.map(({ player }) => player.id)
    mark(Object.fromEntries(ids.map((id) => [id, 'came'])))
    const undo = () => {
      // Keep players who were marked otherwise meanwhile.
      const unchangedIds = ids.filter((id) => latestPresenceOf.current(id) === 'came')
      if (unchangedIds.length > 0) mark(Object.fromEntries(unchangedIds.map((id) => [id, null])))
    }
    showSnackbar({ text: t('markedCame', { count: ids.length }), action: { label: t('undoMarks'), run: undo } })
  }
  const box = useKeptFocus<HTMLElement>()
  const options = presences.map((value) => ({ value, label: t(`presence_${value}`) }))
  return (
    <section
      ref={box}
      id={rollCallId}
      tabIndex={-1}
      aria-label={t('rollCall')}
      className={classes(styles.answers, styles.later)}
    >
      <div className={styles.head}>
        <h2>{t('rollCall')}</h2>
        {isReady && expected.length > 0 && (
          <Button onClick={markExpected}>{t('allCame', { count: expected.length })}</Button>
        )}
      </div>
      <p role="status" className={styles.note}>
        {waiting && t(isHeldByPage ? 'marksHeld' : waiting === 'offline' ? 'marksWait' : 'marksWaitBusy')}
      </p>
      <ExpandableList items={isReady ? invites : []}>
        {(shown) => (
          <ul>
            {shown.map(({ id, player }) => (
              <li key={id} className={styles.mark}>
                <span className={styles.who}>
                  <Avatar name={fullName(player)} id={player.id} size="small" />
                  <span>
                    {fullName(player)}
                    {isUnsent(player.id) && <span className={styles.note}>{t('markUnsent')}</span>}
                  </span>
                </span>
                <Segmented
                  label={t('presenceOf', { player: fullName(player) })}
                  labelHidden
                  options={options}
                  value={presenceOf(player.id) ?? ''}
                  onChange={(presence) => presence && mark({ [player.id]: presence })}
                />
                {presenceOf(player.id) && (
                  <Button kind="quiet" onClick={() => mark({ [player.id]: null })}>
                    {t('unmark')}
                    <span className="visually-hidden"> {fullName(player)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ExpandableList>
    </section>
  )
}
