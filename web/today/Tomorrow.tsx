import { useId, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { answerTexts } from '../events/AnswerNotices.tsx'
import { EventCard } from '../events/EventCard.tsx'
import eventTexts from '../events/texts.en.json'
import type { EventGroup } from '../events/groupByEvent.ts'
import type { AnswerActions } from '../events/useEventCards.ts'
import { useTexts } from '../i18n.ts'
import { dayText, startText } from '../kit/format.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../kit/icons.tsx'
import { OpenEvent } from './OpenEvent.tsx'
import texts from './texts.en.json'
import styles from './Tomorrow.module.css'

type Props = { groups: EventGroup[]; now: string; answers: AnswerActions }

/** Tomorrow's events, one line each, which expands to the card. */
export function Tomorrow({ groups, now, answers }: Props) {
  const t = useTexts('today', texts)
  const headingId = useId()
  const [first] = groups
  return (
    <section aria-labelledby={headingId} className={styles.tomorrow}>
      <h2 id={headingId} className={styles.heading}>
        {t('tomorrow')}{' '}
        {first && <span className={styles.day}>{dayText(first.event.start, first.event.timezone)}</span>}
      </h2>
      <ul className={styles.lines}>
        {groups.map((group) => (
          <li key={group.event.id}>
            <EventLine group={group} now={now} answers={answers} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EventLine({ group, now, answers }: Omit<Props, 'groups'> & { group: EventGroup }) {
  const t = useTexts('events', eventTexts)
  const [isOpen, setIsOpen] = useState(false)
  const cardId = useId()
  const { event, players } = group
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={cardId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.time}>{startText(event.start, event.timezone)}</span>
        <span className={styles.what}>
          <span className={styles.name}>{event.name}</span> · {event.orgUnit.name}
          {event.cancelled && <span className={styles.cancelled}>{t('cancelled')}</span>}
          {players.map(({ player, invite, ...item }) => (
            <span key={player.id} className={styles.player}>
              {fullName(player)}
              {invite &&
                !event.cancelled &&
                `: ${t(answerTexts[answers.stateOf({ ...item, player, invite }).shown.status])}`}
            </span>
          ))}
        </span>
        {isOpen ? <ChevronUpIcon size={20} /> : <ChevronDownIcon size={20} />}
      </button>
      <div id={cardId}>
        {isOpen && (
          <EventCard
            group={group}
            now={now}
            heading="h3"
            actions={group.coached && <OpenEvent {...event} />}
            answers={answers}
          />
        )}
      </div>
    </>
  )
}
