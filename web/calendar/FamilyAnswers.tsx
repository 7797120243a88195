import { phaseOf } from '#shared/rules/attendance.ts'
import { addHours } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { Event } from '../events/eventTypes.ts'
import { entryKey } from '../events/groupByEvent.ts'
import { PlayerRow } from '../events/PlayerRow.tsx'
import { playersHint } from '../events/todayInput.ts'
import { useEventCards } from '../events/useEventCards.ts'
import { useTexts } from '../i18n.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import styles from './CoachAnswers.module.css'
import texts from './texts.en.json'

/** The reader's own players invited to an event, one row each with Yes and No, as on Today. */
export function FamilyAnswers({ event, now }: { event: Event; now: string }) {
  const t = useTexts('calendar', texts)
  const hint = playersHint()
  const query = { startUtc: event.start, endUtc: addHours(event.start, 1), ...hint }
  const read = useApi('GET /api/v1/playerEvents', { query }, { refreshInterval, handles: ['failures'] })
  const { data } = read
  const { data: playersAndTeams } = useApi('GET /api/v1/playersAndTeams', {})
  const ownEntries = (data?.events ?? []).filter((entry) => entry.event.id === event.id)
  const { groups, answers } = useEventCards(ownEntries, (entry) => entry.event.id === event.id)
  const rows = groups.flatMap((group) => group.players)
  if (data === undefined) {
    // Readers without players need no error message.
    const hasPlayers = playersAndTeams
      ? playersAndTeams.players.length + playersAndTeams.following.length > 0
      : hint.players !== undefined
    return hasPlayers && <ReadFailure read={read} failed={t('yourPlayersFailed')} />
  }
  if (rows.length === 0) return null
  return (
    <ul className={styles.family} aria-label={t('yourPlayers')}>
      {rows.map((item) => (
        <li key={entryKey(item)}>
          <PlayerRow
            item={item}
            now={now}
            phase={phaseOf(event, now)}
            nameId={`own-${item.player.id}`}
            answers={answers}
            onSeen={() => undefined}
          />
        </li>
      ))}
    </ul>
  )
}
